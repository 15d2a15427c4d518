import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';

type Calls = typeof contract.tyres;
export type Tyre = AnswerOf<Calls['read']>;
export type TyreRow = AnswerOf<Calls['list']>['results'][number];
export type VehicleTyres = AnswerOf<Calls['vehicle']>;
export type WheelPosition = VehicleTyres['positions'][number];
export type TyreFinding = WheelPosition['findings'][number];
export type TyreMove = BodyOf<Calls['move']>['moves'][number];

/** Key of the lists in the cache, and the subject of the history. */
export const TYRES_KEY = 'tyre';
/** Permission to change tyres, as the calls require. */
export const TYRES_WRITE = VEHICLE_FILE_WRITE;

/** A tyre in the form; numbers as typed. */
export interface TyreDraft
  extends Pick<
    Tyre,
    | 'serial'
    | 'make'
    | 'model'
    | 'size'
    | 'load_index'
    | 'speed_rating'
    | 'is_retread'
    | 'retread_number'
    | 'note'
  > {
  readonly dot_week: string;
  readonly retreaded_on: string;
  readonly new_tread_mm: string;
  readonly cost: string;
  readonly bought_on: string;
  readonly depot: number | null;
}

const typed = (value: number | null | undefined) => (value == null ? '' : String(value));

/** The values of a tyre, or of a new one. */
export const draftOf = (one: Tyre | null): TyreDraft => ({
  serial: one?.serial ?? '',
  make: one?.make ?? '',
  model: one?.model ?? '',
  size: one?.size ?? '',
  load_index: one?.load_index ?? '',
  speed_rating: one?.speed_rating ?? '',
  dot_week: one?.dot_week ?? '',
  is_retread: one?.is_retread ?? false,
  retread_number: one?.retread_number ?? '',
  retreaded_on: one?.retreaded_on ?? '',
  new_tread_mm: typed(one?.new_tread_mm),
  cost: typed(one?.cost),
  bought_on: one?.bought_on ?? '',
  depot: one?.depot?.id ?? null,
  note: one?.note ?? '',
});

/** A typed number; null for none. A comma counts as the decimal point. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? null : Number(plain);
}

/** Fields without a value. */
export const checkTyre = (draft: TyreDraft, t: TFunction): Faults =>
  missing(draft, ['serial', 'make', 'size', 'depot'], t);

/** Creates or changes a tyre. */
export function saveTyre(draft: TyreDraft, one: Tyre | null): Promise<unknown> {
  const { bought_on, cost, dot_week, new_tread_mm, retread_number, retreaded_on, ...texts } = draft;
  const body: BodyOf<Calls['create']> = {
    ...texts,
    dot_week: dot_week.trim() === '' ? null : dot_week.trim(),
    retread_number: draft.is_retread ? retread_number : '',
    retreaded_on: draft.is_retread && retreaded_on !== '' ? retreaded_on : null,
    new_tread_mm: numberOf(new_tread_mm),
    cost: numberOf(cost),
    bought_on: bought_on === '' ? null : bought_on,
    version: one?.version,
  };
  return one === null
    ? api.tyres.create({ body })
    : api.tyres.change({ params: { id: one.id }, body });
}

const NOON = 'T12:00:00Z';

/** The time of a day that a person chose: now for today, noon for earlier days. */
export function timeOfDay(day: string): string {
  const now = new Date().toISOString();
  return day >= now.slice(0, 10) ? now : `${day}${NOON}`;
}

/** Props of a dialog about all tyres of a vehicle. */
export interface TyresDialogProps {
  readonly of: VehicleTyres;
  readonly onDone: () => void;
  readonly onClose: () => void;
}
