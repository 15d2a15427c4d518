import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { CostRow } from './costs.repository.ts';

/** The columns of the list as a file; an import accepts their headings. */
export const costColumns = (word: (key: TextKey) => string): readonly ColumnOf<CostRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  {
    name: 'report.column.category',
    type: 'text',
    value: ({ category }) => word(`costs.kind.${category}`),
  },
  { name: 'report.column.start', type: 'date', value: ({ starts_on }) => Date.parse(starts_on) },
  { name: 'report.column.end', type: 'date', value: ({ ends_on }) => Date.parse(ends_on) },
  { name: 'report.column.amount', type: 'money', value: ({ amount }) => amount },
  { name: 'report.column.litres', type: 'measure', value: ({ litres }) => litres },
  { name: 'report.column.energyKwh', type: 'measure', value: ({ energy_kwh }) => energy_kwh },
  { name: 'report.column.supplier', type: 'text', value: ({ supplier }) => supplier },
  { name: 'report.column.reference', type: 'text', value: ({ reference }) => reference },
  { name: 'report.column.timeOfDay', type: 'text', value: ({ time }) => time },
  { name: 'report.column.place', type: 'text', value: ({ place }) => place },
  { name: 'report.column.latitude', type: 'text', value: ({ lat }) => lat },
  { name: 'report.column.longitude', type: 'text', value: ({ long }) => long },
  { name: 'report.column.product', type: 'text', value: ({ product }) => product },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
