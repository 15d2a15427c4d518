import {
  BUDGET_BASES,
  BUDGET_GROUPINGS,
  type BudgetGrouping,
  VEHICLE_TYPES,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { Choice, DepotChoice } from '../records/records-filters.tsx';
import { budgetTarget, monthOf, useColumns } from './cost-budget-columns.tsx';
import { BudgetCopyDialog } from './cost-budget-copy.tsx';
import { BudgetFiles } from './cost-budget-files.tsx';
import { BudgetYear } from './cost-budget-year.tsx';
import { BUDGET_KEY, CONTROL, COSTS_WRITE } from './costs.ts';
import { CostsPage } from './costs-page.tsx';
import { recordsTarget } from './records-link.tsx';
import { useAsked } from './use-budget-asked.ts';
import { useMonthName } from './use-month-name.ts';

const YEARS_BACK = 4;

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
                targetOf={({ key }, name) =>
                  name === 'actual'
                    ? recordsTarget({ fromMonth: key, toMonth: key, ...scope })
                    : budgetTarget({ ...query, by: 'month' }, key)
                }
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
