import { type ColumnOf, momentCell } from '../../../platform/tables/index.ts';
import type { Tracker } from './tracker-json.ts';

/** The columns of the list as a file. */
export const TRACKER_COLUMNS: readonly ColumnOf<Tracker>[] = [
  { name: 'report.column.tracker', type: 'text', value: ({ tracker }) => tracker },
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.model', type: 'text', value: ({ model }) => model },
  { name: 'report.column.protocol', type: 'text', value: ({ protocol }) => protocol },
  { name: 'report.column.sim', type: 'text', value: ({ sim }) => sim },
  { name: 'report.column.lastSeen', type: 'moment', value: (one) => momentCell(one.last_seen) },
];
