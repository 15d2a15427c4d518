import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import { faultTitle } from '../records/index.ts';
import type { FaultRow } from './faults.repository.ts';

/** The columns of the list as a file, in a language. */
export const faultColumns = (
  word: (key: TextKey) => string,
  language: string,
): readonly ColumnOf<FaultRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.depot', type: 'text', value: ({ depot_name }) => depot_name },
  { name: 'report.column.kind', type: 'text', value: ({ kind }) => word(`faults.kind.${kind}`) },
  { name: 'report.column.fault', type: 'text', value: (row) => faultTitle(language, row) },
  {
    name: 'report.column.severity',
    type: 'text',
    value: ({ severity }) => word(`records.severity.${severity}`),
  },
  {
    name: 'report.column.firstSeen',
    type: 'moment',
    value: ({ first_seen_at }) => first_seen_at.getTime(),
  },
  {
    name: 'report.column.lastSeen',
    type: 'moment',
    value: ({ last_seen_at }) => last_seen_at.getTime(),
  },
  { name: 'report.column.occurrences', type: 'count', value: ({ occurrences }) => occurrences },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ end_reason }) => word(`faults.end.${end_reason ?? 'open'}`),
  },
  { name: 'report.column.defect', type: 'text', value: ({ defect_number }) => defect_number },
];
