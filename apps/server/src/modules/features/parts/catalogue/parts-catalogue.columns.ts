import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import { exactCell } from '../exact-cell.ts';
import type { PartRow } from './parts-catalogue.repository.ts';

/** The columns of the catalogue as a file; an import accepts their headings. */
export const partColumns = (word: (key: TextKey) => string): readonly ColumnOf<PartRow>[] => [
  { name: 'report.column.partNumber', type: 'text', value: ({ number }) => number },
  { name: 'report.column.name', type: 'text', value: ({ name }) => name },
  {
    name: 'report.column.category',
    type: 'text',
    value: ({ category }) => word(`parts.category.${category}`),
  },
  { name: 'report.column.unit', type: 'text', value: ({ unit }) => word(`parts.unit.${unit}`) },
  { name: 'report.column.barcode', type: 'text', value: ({ barcode }) => barcode },
  { name: 'report.column.supplier', type: 'text', value: ({ supplier }) => supplier },
  {
    name: 'report.column.supplierNumber',
    type: 'text',
    value: ({ supplier_number }) => supplier_number,
  },
  { name: 'report.column.price', type: 'text', value: ({ price }) => exactCell(price) },
  {
    name: 'report.column.reorderLevel',
    type: 'text',
    value: ({ reorder_level }) => exactCell(reorder_level),
  },
  {
    name: 'report.column.reorderQuantity',
    type: 'text',
    value: ({ reorder_quantity }) => exactCell(reorder_quantity),
  },
  {
    name: 'report.column.warrantyMonths',
    type: 'count',
    value: ({ warranty_months }) => warranty_months,
  },
  { name: 'report.column.stock', type: 'text', value: ({ quantity }) => exactCell(quantity) },
  { name: 'report.column.stockValue', type: 'money', value: ({ value }) => value, isSummed: true },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
