import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { OrderRow } from './parts-orders.repository.ts';

/** The columns of the purchase orders as a file. */
export const orderColumns = (word: (key: TextKey) => string): readonly ColumnOf<OrderRow>[] => [
  { name: 'report.column.reference', type: 'text', value: (r) => r.reference_number },
  { name: 'report.column.supplier', type: 'text', value: (r) => r.supplier },
  { name: 'report.column.store', type: 'text', value: (r) => r.store },
  { name: 'report.column.state', type: 'text', value: (r) => word(`parts.order.state.${r.state}`) },
  { name: 'report.column.created', type: 'moment', value: (r) => r.created_at.getTime() },
  {
    name: 'report.column.ordered',
    type: 'moment',
    value: (r) => r.ordered_at?.getTime() ?? null,
  },
  { name: 'report.column.cost', type: 'money', value: (r) => r.total, isSummed: true },
];
