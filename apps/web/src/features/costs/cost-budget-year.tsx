import type { AnswerOf, contract } from '@roadworthy/contract';
import type { CostKind, VehicleType } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { LeaveGuard } from '../../ui/leave-guard/leave-guard.tsx';
import { look } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { BUDGET_KEY, COSTS_WRITE } from './costs.ts';

type Year = AnswerOf<typeof contract.costBudgets.year>;

/** A depot or a vehicle type. */
export interface BudgetScope {
  readonly depot: number | undefined;
  readonly vehicle_type: VehicleType | undefined;
}

/** Amounts as typed, by kind. */
type Draft = Readonly<Partial<Record<CostKind, readonly string[]>>>;

const MONTHS = 12;
const FIELD = look({
  height: 40,
  paddingX: 2,
  ground: 'surface',
  border: 'strong',
  radius: 'medium',
});
const amountOf = (text: string) => (text.trim() === '' ? null : Number(text));
const isAmount = (text: string) => /^\s*(\d{1,9}([.]\d{1,2})?)?\s*$/.test(text);

/** A year's amount in equal parts; the last month takes the cents that remain. */
function spread(text: string): readonly string[] {
  const whole = amountOf(text);
  if (whole === null) return Array.from({ length: MONTHS }, () => '');
  const part = Math.floor((whole / MONTHS) * 100) / 100;
  const last = Math.round((whole - part * (MONTHS - 1)) * 100) / 100;
  return Array.from({ length: MONTHS }, (_, n) => String(n === MONTHS - 1 ? last : part));
}

/** A year of the budget of a depot or a type of vehicle. */
export interface BudgetYearProps {
  readonly year: number;
  readonly scope: BudgetScope;
  readonly onClose: () => void;
}

/** The budget of a year: twelve amounts for each kind of cost. */
export function BudgetYear({ onClose, scope, year }: BudgetYearProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const { locale } = useDisplay();
  const client = useQueryClient();
  const mayWrite = may(useSession().current, COSTS_WRITE);
  const [draft, setDraft] = useState<Draft>({});
  const [isBusy, setIsBusy] = useState(false);
  const query = { year, ...scope };
  const read = useQuery({
    queryKey: [BUDGET_KEY, 'year', query],
    queryFn: ({ signal }) => api.costBudgets.year({ query, signal }),
  });
  const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const textsOf = ({ kind, months }: Year['results'][number]) =>
    draft[kind] ?? months.map((amount) => (amount === null ? '' : String(amount)));
  const isValid = Object.values(draft).every((texts) => texts.every(isAmount));
  const save = async () => {
    setIsBusy(true);
    try {
      await api.costBudgets.save({
        body: {
          year,
          depot: scope.depot ?? null,
          vehicle_type: scope.vehicle_type ?? null,
          results: Object.entries(draft).map(([kind, texts]) => ({
            kind: kind as CostKind,
            months: texts.map(amountOf),
          })),
          version: read.data?.version,
        },
      });
      toast.success(t('costs.budgetSaved'));
      setDraft({});
      await client.invalidateQueries({ queryKey: [BUDGET_KEY] });
      onClose();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  const columns: readonly Column<Year['results'][number]>[] = [
    { key: 'kind', label: t('costs.category'), cell: ({ kind }) => t(`costs.kind.${kind}`) },
    {
      key: 'year',
      label: t('costs.yearAmount'),
      isNumber: true,
      widthPx: 120,
      cell: (row) => {
        const sum = textsOf(row).reduce((all, text) => all + (amountOf(text) || 0), 0);
        return (
          <span className={look({ flow: 'stack', gap: 1, items: 'end' })}>
            <strong>{money(sum)}</strong>
            {mayWrite && (
              <input
                className={FIELD}
                type="text"
                inputMode="decimal"
                size={8}
                aria-label={t('costs.spread', { kind: t(`costs.kind.${row.kind}`) })}
                placeholder={t('costs.spreadShort')}
                onBlur={({ currentTarget }) => {
                  const { value } = currentTarget;
                  if (value.trim() === '' || !isAmount(value)) return;
                  setDraft({ ...draft, [row.kind]: spread(value) });
                  currentTarget.value = '';
                }}
              />
            )}
          </span>
        );
      },
    },
    ...Array.from({ length: MONTHS }, (_, n): Column<Year['results'][number]> => {
      const month = format.format(Date.UTC(year, n, 1));
      return {
        key: String(n + 1),
        label: month,
        isNumber: true,
        cell: (row) => {
          const texts = textsOf(row);
          const text = texts[n] ?? '';
          return (
            <input
              className={FIELD}
              type="text"
              inputMode="decimal"
              size={7}
              aria-label={`${t(`costs.kind.${row.kind}`)}, ${month}`}
              aria-invalid={!isAmount(text)}
              readOnly={!mayWrite}
              value={text}
              onChange={({ currentTarget }) =>
                setDraft({ ...draft, [row.kind]: texts.with(n, currentTarget.value) })
              }
            />
          );
        },
      };
    }),
  ];
  return (
    <>
      <LeaveGuard isHeld={() => Object.keys(draft).length > 0} />
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
        {!isValid && (
          <p role="alert" className={look({ tone: 'bad' })}>
            {t('costs.budgetInvalid')}
          </p>
        )}
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {mayWrite && (
          <Button
            kind="primary"
            disabled={isBusy || !isValid || Object.keys(draft).length === 0}
            onClick={() => void save()}
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
