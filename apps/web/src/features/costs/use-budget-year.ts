import type { AnswerOf, contract } from '@roadworthy/contract';
import type { CostKind, VehicleType } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { toast } from '../../ui/toast.ts';
import { BUDGET_KEY } from './costs.ts';

/** The amounts of a kind of cost in a year. */
export type BudgetRow = AnswerOf<typeof contract.costBudgets.year>['results'][number];

/** A depot or a vehicle type. */
export interface BudgetScope {
  readonly depot: number | undefined;
  readonly vehicle_type: VehicleType | undefined;
}

/** Amounts as typed, by kind. */
type Draft = Readonly<Partial<Record<CostKind, readonly string[]>>>;

export const MONTHS = 12;

export const amountOf = (text: string) => (text.trim() === '' ? null : Number(text));
export const isAmount = (text: string) => /^\s*(\d{1,9}([.]\d{1,2})?)?\s*$/.test(text);

/** A year's amount in equal parts; the last month takes the cents that remain. */
export function spread(text: string): readonly string[] {
  const whole = amountOf(text);
  if (whole === null) return Array.from({ length: MONTHS }, () => '');
  const part = Math.floor((whole / MONTHS) * 100) / 100;
  const last = Math.round((whole - part * (MONTHS - 1)) * 100) / 100;
  return Array.from({ length: MONTHS }, (_, n) => String(n === MONTHS - 1 ? last : part));
}

/** The budget of a year with the amounts that are typed but not yet saved. */
export function useBudgetYear(year: number, scope: BudgetScope, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({});
  const [isBusy, setIsBusy] = useState(false);
  const query = { year, ...scope };
  const read = useQuery({
    queryKey: [BUDGET_KEY, 'year', query],
    queryFn: ({ signal }) => api.costBudgets.year({ query, signal }),
  });
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
      onSaved();
    } catch (error) {
      toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  return {
    read,
    isBusy,
    isChanged: Object.keys(draft).length > 0,
    isValid: Object.values(draft).every((texts) => texts.every(isAmount)),
    /** The amounts of a row by month, as typed. */
    textsOf: ({ kind, months }: BudgetRow) =>
      draft[kind] ?? months.map((amount) => (amount === null ? '' : String(amount))),
    change: (kind: CostKind, texts: readonly string[]) => setDraft({ ...draft, [kind]: texts }),
    save,
  };
}

export type BudgetYearState = ReturnType<typeof useBudgetYear>;
