import {
  type ColumnOf,
  type Display,
  momentCell,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import type { ListedOrder } from '../work-orders-json.ts';

/** Columns of the exported list, in the order of the screen. */
export const workOrderColumns = (display: Display): readonly ColumnOf<ListedOrder>[] => [
  { name: 'report.column.recordId', type: 'text', value: (o) => o.reference_number },
  { name: 'report.column.vehicle', type: 'text', value: (o) => o.vehicle.registration },
  { name: 'report.column.depot', type: 'text', value: (o) => o.depot?.name ?? null },
  { name: 'report.column.workTitle', type: 'text', value: (o) => o.title },
  {
    name: 'report.column.state',
    type: 'text',
    value: (o) => wordsOf(display, `workOrder.state.${o.state}`),
  },
  {
    name: 'report.column.workPlace',
    type: 'text',
    value: (o) => wordsOf(display, `workOrder.place.${o.place}`),
  },
  { name: 'report.column.repairer', type: 'text', value: (o) => o.repairer },
  { name: 'report.column.bay', type: 'text', value: (o) => o.bay },
  { name: 'report.column.planned', type: 'moment', value: (o) => momentCell(o.planned_at) },
  {
    name: 'report.column.due',
    type: 'date',
    value: (o) => momentCell(o.due_on === null ? null : `${o.due_on}T00:00:00Z`),
  },
  { name: 'report.column.created', type: 'moment', value: (o) => momentCell(o.created_at) },
  { name: 'report.column.cost', type: 'money', value: (o) => o.total, isSummed: true },
];
