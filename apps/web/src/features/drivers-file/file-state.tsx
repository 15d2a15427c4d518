import { type DriverFileState, formatDate } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import type { FileItem } from './drivers-file.ts';

const TONES = {
  expired: 'bad',
  missing: 'bad',
  expires_soon: 'warn',
  valid: 'good',
  not_needed: 'quiet',
} as const;

/** The state of an item as a word. */
export function FileState({ state }: { readonly state: DriverFileState }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`driversFile.state.${state}`)}</Badge>;
}

/** A day of a document, which is the same in all time zones; a dash for none. */
export function useDayText(): (day: string | null) => string {
  const { dates } = useDisplay();
  return (day) => (day === null ? '–' : formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' }));
}

/** The columns with what a driver must have, and its state. */
export const itemColumns = (t: TFunction) =>
  [
    {
      key: 'kind',
      label: t('driversFile.item'),
      cell: ({ kind, title }) => (title === '' ? t(`driversFile.item.${kind}`) : title),
    },
    {
      key: 'state',
      label: t('driversFile.state'),
      cell: ({ state }) => <FileState state={state} />,
    },
  ] as const satisfies readonly Column<Pick<FileItem, 'kind' | 'title' | 'state'>>[];
