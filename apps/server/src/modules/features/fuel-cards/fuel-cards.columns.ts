import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { FindingRow } from './fuel-cards.repository.ts';

/** The columns of the list as a file. */
export const findingColumns = (word: (key: TextKey) => string): readonly ColumnOf<FindingRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  { name: 'report.column.kind', type: 'text', value: ({ rule }) => word(`fuelCards.rule.${rule}`) },
  { name: 'report.column.date', type: 'date', value: ({ day }) => Date.parse(day) },
  { name: 'report.column.timeOfDay', type: 'text', value: ({ time }) => time },
  { name: 'report.column.place', type: 'text', value: ({ place }) => place },
  { name: 'report.column.product', type: 'text', value: ({ product }) => product },
  { name: 'report.column.litres', type: 'measure', value: ({ litres }) => litres },
  { name: 'report.column.amount', type: 'money', value: ({ amount }) => amount },
  { name: 'report.column.supplier', type: 'text', value: ({ supplier }) => supplier },
  { name: 'report.column.reference', type: 'text', value: ({ reference }) => reference },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`fuelCards.state.${state}`),
  },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
