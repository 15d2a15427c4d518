import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ownerKind, TACHOGRAPH_KEY, type TachographFile } from './tachograph.ts';
import { subjectOf, useTachographColumns } from './tachograph-columns.tsx';
import { TachographUpload } from './tachograph-upload.tsx';

type Files = Resource<TachographFile, never>;

const KINDS = ['driver_card', 'vehicle_unit', 'workshop_card', 'control_card', 'company_card'];

const Filters: NonNullable<Files['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <>
      <Select
        aria-label={t('tachograph.kind')}
        value={values.kind ?? ''}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value || undefined })}
      >
        <option value="">{t('tachograph.allKinds')}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`tachograph.kinds.${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('tachograph.owner')}
        value={values.unassigned ?? ''}
        onChange={({ currentTarget }) => change({ unassigned: currentTarget.value || undefined })}
      >
        <option value="">{t('tachograph.allFiles')}</option>
        <option value="true">{t('tachograph.onlyUnassigned')}</option>
      </Select>
    </>
  );
};

function Details({ one }: { readonly one: TachographFile }) {
  const { t } = useTranslation();
  return (
    <p>
      <Link to={'/tachograph/$id' as string} params={{ id: String(one.id) } as never}>
        {t('tachograph.open')}
      </Link>
    </p>
  );
}

/** Screen /tachograph: downloaded files of cards and vehicle units (U-20). */
export function TachographScreen() {
  const { t } = useTranslation();
  const { current } = useSession();
  const columns = useTachographColumns();
  const mayWrite = may(current, {
    kind: 'module',
    anyOf: ['accessTachoGraf'],
    write: true,
    refusesLimited: true,
  });
  const resource = useMemo<Files>(
    () => ({
      kind: TACHOGRAPH_KEY,
      texts: 'tachograph',
      list: (query, signal) => api.tachograph.list({ query: query as object, signal }),
      read: (id, signal) => api.tachograph.read({ params: { id }, signal }),
      nameOf: subjectOf,
      columns,
      Details,
      mayAdd: false,
      filters: { names: ['kind', 'unassigned'], Controls: Filters },
      actions: mayWrite
        ? [
            {
              label: t('tachograph.assign'),
              isOffered: (file) => ownerKind(file) !== null,
              done: t('tachograph.assigned'),
              Dialog: AssignDialog,
            },
          ]
        : [],
    }),
    [t, columns, mayWrite],
  );
  return <ResourceScreen resource={resource} above={mayWrite ? <TachographUpload /> : undefined} />;
}
