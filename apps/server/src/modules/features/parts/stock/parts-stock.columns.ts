import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import { exactCell } from '../exact-cell.ts';
import type { MovementRow } from './parts-stock.repository.ts';

/** The columns of the movements as a file. */
export const movementColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<MovementRow>[] => [
  { name: 'report.column.time', type: 'moment', value: (m) => m.created_at.getTime() },
  { name: 'report.column.partNumber', type: 'text', value: (m) => m.part_number },
  { name: 'report.column.name', type: 'text', value: (m) => m.part_name },
  { name: 'report.column.store', type: 'text', value: (m) => m.store },
  { name: 'report.column.movement', type: 'text', value: (m) => word(`parts.movement.${m.kind}`) },
  { name: 'report.column.quantity', type: 'text', value: (m) => exactCell(m.quantity) },
  { name: 'report.column.unit', type: 'text', value: (m) => word(`parts.unit.${m.unit}`) },
  { name: 'report.column.unitCost', type: 'text', value: (m) => exactCell(m.unit_cost) },
  { name: 'report.column.stockValue', type: 'money', value: (m) => m.value },
  { name: 'report.column.balance', type: 'text', value: (m) => exactCell(m.balance) },
  { name: 'report.column.otherStore', type: 'text', value: (m) => m.other_store },
  {
    name: 'report.column.reference',
    type: 'text',
    value: (m) => m.work_order ?? m.purchase_order ?? m.stock_take,
  },
  { name: 'report.column.reason', type: 'text', value: (m) => m.reason },
  { name: 'report.column.by', type: 'text', value: (m) => m.created_by },
];
