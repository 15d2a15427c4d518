import { formatDate, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { DepotLink } from '../../ui/entity-link/entity-link.tsx';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { PdfButton } from './pdf-button.tsx';
import type { VorRecord } from './use-vor.ts';
import { VorStateBadge } from './vor-state-badge.tsx';

const NONE = '–';

/** The columns of requirement N-P01. */
export function useVorColumns(): readonly ResourceColumn<VorRecord>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'registration',
        label: t('vor.registration'),
        isOrdered: true,
        cell: ({ vehicle }) => vehicle.registration,
      },
      {
        key: 'depot',
        label: t('vor.depot'),
        cell: ({ depot }) => (depot === null ? NONE : <DepotLink depot={depot} />),
      },
      {
        key: 'off_road_at',
        label: t('vor.offRoadSince'),
        isOrdered: true,
        cell: ({ off_road_at: at }) => formatDateTime(Date.parse(at), dates),
      },
      { key: 'days', label: t('vor.days'), isNumber: true, cell: ({ days }) => days },
      {
        key: 'reason',
        label: t('record.vor.reason'),
        isOrdered: true,
        cell: ({ reason }) => t(`record.vor.reason.${reason}`),
      },
      {
        key: 'record',
        label: t('vor.record'),
        cell: ({ reference_number: number }) => number ?? NONE,
      },
      {
        key: 'repairer',
        label: t('record.repairer'),
        isOrdered: true,
        cell: ({ repairer }) => repairer?.name ?? NONE,
      },
      {
        key: 'expected_back',
        label: t('record.vor.expectedBack'),
        isOrdered: true,
        cell: ({ expected_back: back }) =>
          back === null ? NONE : formatDate(Date.parse(back), { ...dates, timeZone: 'UTC' }),
      },
      { key: 'state', label: t('vor.state'), cell: (entry) => <VorStateBadge entry={entry} /> },
      { key: 'pdf', label: t('vor.pdf'), cell: (entry) => <PdfButton entry={entry} /> },
    ],
    [t, dates],
  );
}
