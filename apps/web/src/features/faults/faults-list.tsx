import { FAULT_KINDS, FAULT_STATES, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { FaultThread } from './fault-thread.tsx';
import { StateBadge } from './fault-words.tsx';
import { FAULTS_KEY, type Fault, type FaultRow } from './faults.ts';

const NONE = '–';
const DEFECTS = { kind: 'module', anyOf: ['Defect'] } as const;
const REFRESH_MS = 60_000;

const Filters = filtersOf(
  (t) => [
    {
      name: 'state',
      label: t('faults.state'),
      all: t('faults.anyState'),
      options: FAULT_STATES.map((value) => ({ value, label: t(`faults.state.${value}`) })),
    },
    {
      name: 'kind',
      label: t('faults.kind'),
      all: t('faults.anyKind'),
      options: FAULT_KINDS.map((value) => ({ value, label: t(`faults.kind.${value}`) })),
    },
  ],
  DepotChoice,
);

/** The faults of visible vehicles, whose panel shows the thread of one. */
export function useFaults(): Resource<FaultRow, never, Fault> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => ({
      kind: FAULTS_KEY,
      texts: 'faults',
      list: (query, signal) => api.faults.list({ query: query as object, signal }),
      read: (id, signal) => api.faults.read({ params: { id }, signal }),
      nameOf: ({ title }) => title,
      columns: [
        { key: 'title', label: t('faults.fault'), cell: ({ title }) => title },
        {
          key: 'registration',
          label: t('faults.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'severity',
          label: t('faults.severity'),
          cell: ({ severity }) => t(`record.severity.${severity}`),
        },
        {
          key: 'first_seen',
          label: t('faults.firstSeen'),
          isOrdered: true,
          cell: ({ first_seen }) => formatDateTime(Date.parse(first_seen), dates),
        },
        {
          key: 'last_seen',
          label: t('faults.lastSeen'),
          isOrdered: true,
          cell: ({ last_seen }) => formatDateTime(Date.parse(last_seen), dates),
        },
        {
          key: 'occurrences',
          label: t('faults.occurrences'),
          isNumber: true,
          cell: ({ occurrences }) => occurrences,
        },
        { key: 'state', label: t('faults.state'), cell: (one) => <StateBadge one={one} /> },
        {
          key: 'defect',
          label: t('faults.defect'),
          cell: ({ defect }) =>
            defect === null ? (
              NONE
            ) : (
              <FigureLink
                count={1}
                access={DEFECTS}
                target={{ to: '/defects', search: { open: String(defect.id) } }}
              >
                {defect.reference_number}
              </FigureLink>
            ),
        },
      ],
      Details: FaultThread,
      mayAdd: false,
      refreshMs: REFRESH_MS,
      filters: { names: ['state', 'kind', 'depot', 'vehicle'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('faults', 'exportList'), { query }),
    }),
    [t, dates],
  );
}
