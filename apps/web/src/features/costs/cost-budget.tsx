import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  BUDGET_BASES,
  BUDGET_GROUPINGS,
  type BudgetGrouping,
  type CostKind,
  VEHICLE_TYPES,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { today } from '../../ui/date-range/calendar.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Choice, DepotChoice } from '../records/records-filters.tsx';
import { BudgetCopyDialog } from './cost-budget-copy.tsx';
import { BudgetFiles } from './cost-budget-files.tsx';
import { BudgetYear } from './cost-budget-year.tsx';
import { BUDGET_KEY, CONTROL, COSTS_WRITE } from './costs.ts';
import { CostsPage } from './costs-page.tsx';
import { type RecordsAsked, RecordsLink } from './records-link.tsx';
import { useMonthName } from './use-month-name.ts';

type Figures = AnswerOf<typeof contract.costBudgets.figures>;
type Figure = Figures['results'][number];

const NONE = '–';
const YEARS_BACK = 4;

/** The year, month and grouping in the address; depot and vehicle type choose a budget. */
function useAsked() {
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const chosen = /^\d{4}-\d{2}$/.test(address.month ?? '') ? (address.month ?? '') : thisMonth;
  const basis = BUDGET_BASES.find((one) => one === address.basis) ?? 'depot';
  const type = VEHICLE_TYPES.find((one) => one === address.vehicle_type);
  const query = {
    year: Number(chosen.slice(0, 4)),
    month: Number(chosen.slice(5, 7)),
    basis,
    by: BUDGET_GROUPINGS.find((one) => one === address.by) ?? 'kind',
    ...(basis === 'depot' && address.depot !== undefined ? { depot: Number(address.depot) } : {}),
    ...(basis === 'vehicle_type' && type !== undefined ? { vehicle_type: type } : {}),
  };
  return { address, change, query, thisYear: Number(thisMonth.slice(0, 4)) };
}
type Query = ReturnType<typeof useAsked>['query'];

const monthOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

function recordsOf({ basis, by, depot, vehicle_type, year }: Query, key: string): RecordsAsked {
  const scope = { depot, vehicle_type };
  const base = { fromMonth: monthOf(year, 1), toMonth: monthOf(year, 12), ...scope };
  if (by === 'kind') return { ...base, kind: key };
  return by === 'group' ? { ...base, [basis]: key } : base;
}

function useColumns(query: Query): readonly Column<Figure>[] {
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
  const budget = (value: number) => (value === 0 ? NONE : money(value));
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
      cell: ({ month_budget }) => budget(month_budget),
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
      cell: ({ to_date_budget }) => budget(to_date_budget),
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
      cell: ({ year_budget }) => budget(year_budget),
    },
    {
      key: 'year_forecast',
      label: t('costs.yearForecast'),
      isNumber: true,
      cell: ({ year_forecast }) => <strong>{money(year_forecast)}</strong>,
    },
  ];
}

function Controls({ asked }: { readonly asked: ReturnType<typeof useAsked> }) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const { address, change, query, thisYear } = asked;
  const names = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const pick = (year: number, month: number) => change({ month: monthOf(year, month) });
  return (
    <>
      <Select
        className={CONTROL}
        aria-label={t('costs.year')}
        value={query.year}
        onChange={({ currentTarget }) => pick(Number(currentTarget.value), query.month)}
      >
        {Array.from({ length: YEARS_BACK + 2 }, (_, n) => thisYear + 1 - n).map((year) => (
          <option key={year}>{year}</option>
        ))}
      </Select>
      <Select
        className={CONTROL}
        aria-label={t('costs.by.month')}
        value={query.month}
        onChange={({ currentTarget }) => pick(query.year, Number(currentTarget.value))}
      >
        {Array.from({ length: 12 }, (_, n) => n + 1).map((month) => (
          <option key={month} value={month}>
            {names.format(Date.UTC(2026, month - 1, 1))}
          </option>
        ))}
      </Select>
      <Select
        className={CONTROL}
        aria-label={t('costs.basis')}
        value={query.basis}
        onChange={({ currentTarget }) =>
          change({ basis: currentTarget.value, depot: undefined, vehicle_type: undefined })
        }
      >
        {BUDGET_BASES.map((one) => (
          <option key={one} value={one}>
            {t(`costs.basis.${one}`)}
          </option>
        ))}
      </Select>
      {query.basis === 'depot' ? (
        <DepotChoice className={CONTROL} values={address} change={change} />
      ) : (
        <Choice
          className={CONTROL}
          values={address}
          change={change}
          name="vehicle_type"
          label={t('costs.by.vehicle_type')}
          all={t('costs.anyType')}
          options={VEHICLE_TYPES.map((value) => ({ value, label: t(`vehicles.type.${value}`) }))}
        />
      )}
      <Select
        className={CONTROL}
        aria-label={t('costs.groupBy')}
        value={query.by}
        onChange={({ currentTarget }) => change({ by: currentTarget.value as BudgetGrouping })}
      >
        {BUDGET_GROUPINGS.map((one) => (
          <option key={one} value={one}>
            {t(`costs.budgetGroupBy.${one}`)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The costs of a year compared with their budget, and the table of the budget itself. */
export function CostBudgetScreen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const money = useMoney();
  const monthName = useMonthName();
  const { current } = useSession();
  const asked = useAsked();
  const { address, change, query } = asked;
  const [isCopying, setIsCopying] = useState(false);
  const scope = { depot: query.depot, vehicle_type: query.vehicle_type };
  const hasScope = scope.depot !== undefined || scope.vehicle_type !== undefined;
  const isEditing = address.edit === '1' && hasScope;
  const figuresOf = (by: BudgetGrouping) => ({
    queryKey: [BUDGET_KEY, 'figures', { ...query, by }],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.costBudgets.figures({ query: { ...query, by }, signal }),
  });
  const read = useQuery(figuresOf(query.by));
  const months = useQuery(figuresOf('month'));
  const columns = useColumns(query);
  return (
    <CostsPage
      tabs={tabs}
      controls={
        <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
          <Controls asked={asked} />
          <span className={look({ grow: true })} />
          {may(current, COSTS_WRITE) && (
            <>
              {hasScope && !isEditing && (
                <Button kind="primary" onClick={() => change({ edit: '1' })}>
                  {t('costs.editBudget')}
                </Button>
              )}
              <Button onClick={() => setIsCopying(true)}>{t('costs.copyBudget')}</Button>
            </>
          )}
          <BudgetFiles query={query} />
        </div>
      }
    >
      {isCopying && (
        <BudgetCopyDialog year={query.year} scope={scope} onClose={() => setIsCopying(false)} />
      )}
      {isEditing ? (
        <BudgetYear year={query.year} scope={scope} onClose={() => change({ edit: undefined })} />
      ) : (
        <>
          <div className={look({ flow: 'stack', gap: 3, paddingY: 3, paddingX: 4 })}>
            <p className={look({ tone: 'quiet' })}>
              {t(hasScope ? 'costs.forecastText' : 'costs.chooseScope')}
            </p>
            {months.data !== undefined && (
              <BarChart
                title={t('costs.budgetChart')}
                heading={t('costs.by.month')}
                empty={t('costs.budgetEmpty')}
                points={months.data.results}
                labelOf={({ key }) => monthName(key)}
                textOf={money}
                series={[
                  {
                    key: 'budget',
                    label: t('costs.monthBudget'),
                    tone: 'hollow',
                    value: ({ month_budget }) => month_budget,
                  },
                  {
                    key: 'actual',
                    label: t('costs.monthActual'),
                    tone: 'accent',
                    value: ({ month_actual }) => month_actual,
                  },
                ]}
              />
            )}
          </div>
          <DataTable
            id={`cost-budget-${query.by}`}
            label={t('costs.budgetFigures')}
            columns={columns}
            rows={read.data?.results ?? []}
            keyOf={({ key }) => key}
            state={read}
            empty={{ title: t('costs.budgetEmpty'), text: t('costs.budgetEmptyText') }}
          />
        </>
      )}
    </CostsPage>
  );
}
