import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { PlanCategory } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

type Calls = typeof contract.costPlans;
export type CostPlan = AnswerOf<Calls['read']>;

/** Key of the list in the cache, and kind of the history. */
export const PLANS_KEY = 'cost_plan';

/** The fields of the form; numbers as typed, months as a day within them. */
export interface PlanDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly category: PlanCategory | null;
  readonly first_month: string;
  readonly last_month: string;
  readonly monthly: string;
  readonly price: string;
  readonly residual: string;
  readonly term_months: string;
  readonly supplier: string;
  readonly reference: string;
  readonly note: string;
}

const dayOf = (month: string | null | undefined) => (month ? `${month}-01` : '');

/** The values of a plan, or of a new one. */
export const draftOfPlan = (one: CostPlan | null): PlanDraft => ({
  vehicle: one?.vehicle ?? null,
  category: one?.category ?? null,
  first_month: dayOf(one?.first_month),
  last_month: dayOf(one?.last_month),
  monthly: one === null || one.category === 'depreciation' ? '' : String(one.monthly),
  price: String(one?.price ?? ''),
  residual: String(one?.residual ?? ''),
  term_months: String(one?.term_months ?? ''),
  supplier: one?.supplier ?? '',
  reference: one?.reference ?? '',
  note: one?.note ?? '',
});

/** Fields without a value. */
export const checkPlan = (draft: PlanDraft, t: TFunction): Faults =>
  missing(
    draft,
    [
      'vehicle',
      'category',
      'first_month',
      ...(draft.category === 'depreciation'
        ? (['price', 'term_months'] as const)
        : (['monthly'] as const)),
    ],
    t,
  );

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Creates or changes a plan. */
export function savePlan(draft: PlanDraft, one: CostPlan | null): Promise<unknown> {
  const { category, vehicle } = draft;
  const isDepreciation = category === 'depreciation';
  const body: BodyOf<Calls['create']> = {
    vehicle: vehicle?.id ?? 0,
    category: category ?? 'other',
    first_month: draft.first_month.slice(0, 7),
    last_month: draft.last_month === '' ? null : draft.last_month.slice(0, 7),
    monthly: isDepreciation ? null : numberOf(draft.monthly),
    price: isDepreciation ? numberOf(draft.price) : null,
    residual: isDepreciation ? numberOf(draft.residual) : null,
    term_months: isDepreciation ? numberOf(draft.term_months) : null,
    supplier: draft.supplier,
    reference: draft.reference,
    note: draft.note,
    version: one?.version,
  };
  return one === null
    ? api.costPlans.create({ body })
    : api.costPlans.change({ params: { id: one.id }, body });
}
