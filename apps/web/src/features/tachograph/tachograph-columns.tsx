import { formatDate, formatDateTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { ownerKind, type TachographFile } from './tachograph.ts';

const NONE = '–';

const TONES = { valid: 'good', invalid: 'bad', unverified: 'quiet' } as const;

/** The badge of the signatures of a file. */
export function SignatureBadge({ result }: { readonly result: TachographFile['signature'] }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[result]}>{t(`tachograph.signature.${result}`)}</Badge>;
}

/** The driver or vehicle, or that one must be assigned. */
export function Owner({ file }: { readonly file: TachographFile }) {
  const { t } = useTranslation();
  if (file.driver !== null) return <DriverLink driver={file.driver} />;
  if (file.vehicle !== null) return <VehicleLink vehicle={file.vehicle} />;
  if (ownerKind(file) === null) return NONE;
  return <Badge tone="warn">{t('tachograph.unassigned')}</Badge>;
}

/** The name or registration in the file. */
export const subjectOf = (file: TachographFile): string =>
  file.card_holder ?? file.registration ?? file.card_number ?? file.vin ?? file.name;

export function useTachographColumns(): readonly ResourceColumn<TachographFile>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      { key: 'subject', label: t('tachograph.subject'), cell: subjectOf },
      {
        key: 'kind',
        label: t('tachograph.kind'),
        cell: ({ kind }) => t(`tachograph.kinds.${kind}`),
      },
      { key: 'owner', label: t('tachograph.owner'), cell: (file) => <Owner file={file} /> },
      {
        key: 'last_day',
        label: t('tachograph.days'),
        isOrdered: true,
        cell: ({ first_day, last_day }) =>
          first_day === null || last_day === null
            ? NONE
            : `${formatDate(Date.parse(first_day), { ...dates, timeZone: 'UTC' })} – ${formatDate(Date.parse(last_day), { ...dates, timeZone: 'UTC' })}`,
      },
      {
        key: 'signature',
        label: t('tachograph.signatures'),
        cell: ({ signature }) => <SignatureBadge result={signature} />,
      },
      {
        key: 'problem_count',
        label: t('tachograph.problems'),
        isNumber: true,
        cell: ({ problem_count }) => problem_count,
      },
      {
        key: 'received_at',
        label: t('tachograph.receivedAt'),
        isOrdered: true,
        cell: ({ received_at }) => formatDateTime(Date.parse(received_at), dates),
      },
      {
        key: 'name',
        label: t('tachograph.name'),
        isOrdered: true,
        cell: ({ id, name }) => (
          <Link to={'/tachograph/$id' as string} params={{ id: String(id) } as never}>
            {name}
          </Link>
        ),
      },
    ],
    [t, dates],
  );
}
