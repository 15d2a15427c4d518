import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { BudgetLine } from './costs-budgets-lines.repository.ts';

type Calls = typeof contract.costBudgets;
type Figure = AnswerOf<Calls['figures']>['results'][number];
type Asked = Pick<QueryOf<Calls['figures']>, 'basis' | 'by'>;

const HEADINGS = {
  depot: 'report.column.depot',
  vehicle_type: 'report.column.vehicleType',
  kind: 'report.column.category',
  month: 'report.column.month',
} as const satisfies Record<string, TextKey>;

const AMOUNTS = [
  ['report.column.monthBudget', ({ month_budget }) => month_budget],
  ['report.column.monthActual', ({ month_actual }) => month_actual],
  ['report.column.toDateBudget', ({ to_date_budget }) => to_date_budget],
  ['report.column.toDateActual', ({ to_date_actual }) => to_date_actual],
  ['report.column.yearBudget', ({ year_budget }) => year_budget],
  ['report.column.yearForecast', ({ year_forecast }) => year_forecast],
] as const satisfies readonly (readonly [TextKey, (one: Figure) => number])[];

/** The columns of the comparison as a file. */
export const budgetColumns = (
  { basis, by }: Asked,
  word: (key: TextKey) => string,
): readonly ColumnOf<Figure>[] => [
  {
    name: HEADINGS[by === 'group' ? basis : by],
    type: 'text',
    value: ({ key, name }) => {
      if (by === 'kind') return word(`costs.kind.${key as 'fuel'}`);
      return by === 'group' && basis === 'vehicle_type' ? word(`costs.type.${key as 'VAN'}`) : name;
    },
  },
  ...AMOUNTS.map(([name, value]): ColumnOf<Figure> => ({ name, type: 'money', value })),
];

/** Headings of the months, January first. */
export const BUDGET_MONTHS = [
  'report.column.january',
  'report.column.february',
  'report.column.march',
  'report.column.april',
  'report.column.may',
  'report.column.june',
  'report.column.july',
  'report.column.august',
  'report.column.september',
  'report.column.october',
  'report.column.november',
  'report.column.december',
] as const satisfies readonly TextKey[];

/** The columns of budgets as a file, which can be imported again. */
export const lineColumns = (word: (key: TextKey) => string): readonly ColumnOf<BudgetLine>[] => [
  { name: 'report.column.year', type: 'text', value: ({ year }) => String(year) },
  { name: 'report.column.depot', type: 'text', value: ({ depot_name }) => depot_name },
  {
    name: 'report.column.vehicleType',
    type: 'text',
    value: ({ vehicle_type: type }) => (type === null ? null : word(`costs.type.${type}`)),
  },
  { name: 'report.column.category', type: 'text', value: ({ kind }) => word(`costs.kind.${kind}`) },
  ...BUDGET_MONTHS.map(
    (name, n): ColumnOf<BudgetLine> => ({
      name,
      type: 'money',
      value: ({ months }) => months[n] ?? null,
    }),
  ),
];
