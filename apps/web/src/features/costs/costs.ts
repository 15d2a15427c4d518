import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { CostCategory } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { look } from '../../ui/look/look.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import type { ChoiceOf } from '../records/records-filters.tsx';

type Calls = typeof contract.costs;
export type CostEntry = AnswerOf<Calls['read']>;
export type CostFigures = AnswerOf<Calls['figures']>;
export type CostFigure = CostFigures['results'][number];
export type CostRecord = AnswerOf<Calls['records']>['results'][number];

/** Key of the list in the cache, and kind of the history. */
export const COSTS_KEY = 'cost';
/** Key of budgets in the cache. */
export const BUDGET_KEY = 'cost_budget';
/** Permission to enter costs, as the calls require. */
export const COSTS_WRITE = {
  kind: 'module',
  anyOf: ['Costs'],
  write: true,
  refusesLimited: true,
} as const;

/** The filter of a list by one of these categories. */
export const categoryChoice = (t: TFunction, categories: readonly CostCategory[]): ChoiceOf => ({
  name: 'category',
  label: t('costs.category'),
  all: t('costs.anyCategory'),
  options: categories.map((value) => ({ value, label: t(`costs.kind.${value}`) })),
});

/** The fields of the form; numbers as typed. */
export interface CostDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly category: CostCategory | null;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly amount: string;
  readonly litres: string;
  readonly energy_kwh: string;
  readonly supplier: string;
  readonly reference: string;
  readonly note: string;
  readonly time: string;
  readonly place: string;
  readonly product: string;
}

/** The values of an entry, or of a new one. */
export const draftOf = (one: CostEntry | null): CostDraft => ({
  vehicle: one?.vehicle ?? null,
  category: one?.category ?? null,
  starts_on: one?.starts_on ?? '',
  ends_on: one === null || one.ends_on === one.starts_on ? '' : one.ends_on,
  amount: String(one?.amount ?? ''),
  litres: String(one?.litres ?? ''),
  energy_kwh: String(one?.energy_kwh ?? ''),
  supplier: one?.supplier ?? '',
  reference: one?.reference ?? '',
  note: one?.note ?? '',
  time: one?.time ?? '',
  place: one?.place ?? '',
  product: one?.product ?? '',
});

/** Fields without a value. */
export const checkCost = (draft: CostDraft, t: TFunction): Faults =>
  missing(draft, ['vehicle', 'category', 'starts_on', 'amount'], t);

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Creates or changes an entry. */
export function saveCost(draft: CostDraft, one: CostEntry | null): Promise<unknown> {
  const { vehicle, category, amount, ends_on, ...texts } = draft;
  const isFuel = category === 'fuel';
  const body: BodyOf<Calls['create']> = {
    ...texts,
    vehicle: vehicle?.id ?? 0,
    category: category ?? 'other',
    ends_on: ends_on === '' ? null : ends_on,
    amount: Number(amount),
    litres: isFuel ? numberOf(draft.litres) : null,
    energy_kwh: isFuel ? numberOf(draft.energy_kwh) : null,
    time: isFuel && draft.time !== '' ? draft.time : null,
    version: one?.version,
  };
  return one === null
    ? api.costs.create({ body })
    : api.costs.change({ params: { id: one.id }, body });
}

/** A select above figures. */
export const CONTROL = look({
  height: 40,
  paddingX: 2,
  ground: 'surface',
  border: 'strong',
  radius: 'medium',
});
