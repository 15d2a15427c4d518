import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';

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
