import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import type { VorRecord } from '../vor-json.ts';

/** Columns of the exported list, in the order of the screen (N-P01). */
export const vorColumns = (display: Display): readonly ColumnOf<VorRecord>[] => [
  { name: 'report.column.vehicle', type: 'text', value: (e) => e.vehicle.registration },
  { name: 'report.column.depot', type: 'text', value: (e) => e.depot?.name ?? null },
  { name: 'report.column.offRoadSince', type: 'moment', value: (e) => momentCell(e.off_road_at) },
  { name: 'report.column.days', type: 'count', value: (e) => e.days },
  {
    name: 'report.column.reason',
    type: 'text',
    value: (e) => wordsOf(display, `records.vor.reason.${e.reason}`),
  },
  { name: 'report.column.description', type: 'text', value: (e) => e.note },
  { name: 'report.column.recordId', type: 'text', value: (e) => e.reference_number },
  { name: 'report.column.repairer', type: 'text', value: (e) => e.repairer?.name ?? null },
  { name: 'report.column.expectedBack', type: 'date', value: (e) => momentCell(e.expected_back) },
  { name: 'report.column.returned', type: 'moment', value: (e) => momentCell(e.returned_at) },
  { name: 'report.column.costPerDay', type: 'money', value: (e) => e.cost_per_day },
  { name: 'report.column.cost', type: 'money', value: (e) => e.cost, isSummed: true },
];
