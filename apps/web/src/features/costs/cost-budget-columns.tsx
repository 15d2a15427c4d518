import type { AnswerOf, contract } from '@roadworthy/contract';
import type { CostKind } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useMoney } from '../../ui/display.ts';
import linkStyles from '../../ui/entity-link/entity-link.module.css';
import { look } from '../../ui/look/look.ts';
import { type RecordsAsked, RecordsLink } from './records-link.tsx';
import type { Query } from './use-budget-asked.ts';
import { useMonthName } from './use-month-name.ts';

type Figures = AnswerOf<typeof contract.costBudgets.figures>;

type Figure = Figures['results'][number];

const NONE = '–';

export const monthOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

function recordsOf({ basis, by, depot, vehicle_type, year }: Query, key: string): RecordsAsked {
  const scope = { depot, vehicle_type };
  const base = { fromMonth: monthOf(year, 1), toMonth: monthOf(year, 12), ...scope };
  if (by === 'kind') return { ...base, kind: key };
  return by === 'group' ? { ...base, [basis]: key } : base;
}

/**
 * The budget of an amount: the table of its depot or vehicle type; without one of them, the budgets that it sums up.
 *
 * @param of key of the figure
 */
export function budgetTarget(
  { basis, by, depot, month, vehicle_type, year }: Query,
  of: string,
): BarTarget {
  const scope = by === 'group' ? of : (depot ?? vehicle_type);
  return {
    to: '/costs',
    search: {
      list: 'budget',
      month: by === 'month' ? of : monthOf(year, month),
      basis,
      ...(scope === undefined ? { by: 'group' } : { [basis]: String(scope), edit: '1' }),
    },
  };
}

function BudgetLink({
  target,
  children,
}: {
  readonly target: BarTarget;
  readonly children: React.ReactNode;
}) {
  return (
    <Link className={linkStyles.link} to={target.to} search={target.search as never}>
      {children}
    </Link>
  );
}

export function useColumns(query: Query): readonly Column<Figure>[] {
  const { t } = useTranslation();
  const money = useMoney();
  const monthName = useMonthName();
  const { basis, by, month, year } = query;
  const nameOf = ({ key, name }: Figure) => {
    if (by === 'kind') return t(`costs.kind.${key as CostKind}`);
    if (by === 'month') return monthName(key);
    return basis === 'vehicle_type' ? t(`vehicles.type.${key as 'VAN'}`) : name;
  };
  const actual = (one: Figure, value: number, budget: number, from: number) => {
    const upTo = by === 'month' ? one.key : monthOf(year, month);
    const asked = {
      ...recordsOf(query, one.key),
      fromMonth: from === 1 ? monthOf(year, 1) : upTo,
      toMonth: upTo,
    };
    return (
      <span className={look({ flow: 'inlineRow', align: 'center', gap: 2 })}>
        {budget > 0 && value > budget && <Badge tone="bad">{t('costs.exceeded')}</Badge>}
        <RecordsLink asked={asked}>{money(value)}</RecordsLink>
      </span>
    );
  };
  const budget = (value: number, key: string) =>
    value === 0 ? NONE : <BudgetLink target={budgetTarget(query, key)}>{money(value)}</BudgetLink>;
  return [
    {
      key: 'name',
      label: t(by === 'group' ? `costs.by.${basis}` : `costs.budgetBy.${by}`),
      cell: nameOf,
    },
    {
      key: 'month_budget',
      label: t('costs.monthBudget'),
      isNumber: true,
      cell: ({ key, month_budget }) => budget(month_budget, key),
    },
    {
      key: 'month_actual',
      label: t('costs.monthActual'),
      isNumber: true,
      cell: (one) => actual(one, one.month_actual, one.month_budget, 0),
    },
    {
      key: 'to_date_budget',
      label: t('costs.toDateBudget'),
      isNumber: true,
      cell: ({ key, to_date_budget }) => budget(to_date_budget, key),
    },
    {
      key: 'to_date_actual',
      label: t('costs.toDateActual'),
      isNumber: true,
      cell: (one) => actual(one, one.to_date_actual, one.to_date_budget, 1),
    },
    {
      key: 'year_budget',
      label: t('costs.yearBudget'),
      isNumber: true,
      cell: ({ key, year_budget }) => budget(year_budget, key),
    },
    {
      key: 'year_forecast',
      label: t('costs.yearForecast'),
      isNumber: true,
      cell: (one) => (
        <RecordsLink asked={{ ...recordsOf(query, one.key), toMonth: monthOf(year, month) }}>
          <strong>{money(one.year_forecast)}</strong>
        </RecordsLink>
      ),
    },
  ];
}
