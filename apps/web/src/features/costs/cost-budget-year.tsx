import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { LeaveGuard } from '../../ui/leave-guard/leave-guard.tsx';
import { look } from '../../ui/look/look.ts';
import { useBudgetYearColumns } from './cost-budget-year-columns.tsx';
import { COSTS_WRITE } from './costs.ts';
import { type BudgetScope, useBudgetYear } from './use-budget-year.ts';

/** A year of the budget of a depot or a type of vehicle. */
export interface BudgetYearProps {
  readonly year: number;
  readonly scope: BudgetScope;
  readonly onClose: () => void;
}

/** The budget of a year: twelve amounts for each kind of cost. */
export function BudgetYear({ onClose, scope, year }: BudgetYearProps) {
  const { t } = useTranslation();
  const mayWrite = may(useSession().current, COSTS_WRITE);
  const state = useBudgetYear(year, scope, onClose);
  const { read } = state;
  const columns = useBudgetYearColumns(year, state, mayWrite);
  return (
    <>
      <LeaveGuard isHeld={() => state.isChanged} />
      <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2, paddingX: 4 })}>
        <p className={look({ grow: true })}>
          {read.data === undefined
            ? ''
            : t('costs.budgetOf', {
                year,
                name:
                  read.data.depot?.name ??
                  t(`vehicles.type.${(read.data.vehicle_type ?? 'VAN') as 'VAN'}`),
              })}
        </p>
        {!state.isValid && (
          <p role="alert" className={look({ tone: 'bad' })}>
            {t('costs.budgetInvalid')}
          </p>
        )}
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {mayWrite && (
          <Button
            kind="primary"
            disabled={state.isBusy || !state.isValid || !state.isChanged}
            onClick={() => void state.save()}
          >
            {t('action.save')}
          </Button>
        )}
      </div>
      <DataTable
        id="budget-year"
        label={t('costs.budgetTable')}
        columns={columns}
        rows={read.data?.results ?? []}
        keyOf={({ kind }) => kind}
        state={read}
        empty={{ title: t('costs.budgetEmpty'), text: t('costs.budgetEmptyText') }}
      />
    </>
  );
}
