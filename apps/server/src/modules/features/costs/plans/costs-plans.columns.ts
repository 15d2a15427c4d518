import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { PlanRow } from './costs-plans.repository.ts';

/** The columns of the list as a file. */
export const planColumns = (word: (key: TextKey) => string): readonly ColumnOf<PlanRow>[] => [
  { name: 'report.column.vehicle', type: 'text', value: ({ registration }) => registration },
  {
    name: 'report.column.category',
    type: 'text',
    value: ({ category }) => word(`costs.kind.${category}`),
  },
  { name: 'report.column.firstMonth', type: 'text', value: ({ first_month }) => first_month },
  { name: 'report.column.lastMonth', type: 'text', value: ({ last_month }) => last_month },
  { name: 'report.column.monthly', type: 'money', value: ({ monthly }) => monthly },
  { name: 'report.column.purchasePrice', type: 'money', value: ({ price }) => price },
  { name: 'report.column.residual', type: 'money', value: ({ residual }) => residual },
  { name: 'report.column.termMonths', type: 'count', value: ({ term_months }) => term_months },
  { name: 'report.column.supplier', type: 'text', value: ({ supplier }) => supplier },
  { name: 'report.column.reference', type: 'text', value: ({ reference }) => reference },
  { name: 'report.column.note', type: 'text', value: ({ note }) => note },
];
