import type { AnswerOf, contract } from '@roadworthy/contract';
import { fromLocalMinute, toApiDateTime, toLocalMinute } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { Chosen } from '../../ui/pickers/kind.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

type Calls = typeof contract.driverPlanning;
export type Board = AnswerOf<Calls['board']>;
export type BoardRow = Board['results'][number];
export type Shift = AnswerOf<Calls['list']>['results'][number];
export type CheckedShift = AnswerOf<Calls['read']>;
export type Finding = CheckedShift['findings'][number];
export type Candidates = AnswerOf<typeof contract.driverCandidates.list>;
export type OwnPlan = AnswerOf<Calls['own']>;
export type Absence = AnswerOf<typeof contract.driverAbsences.read>;

/** Permission to plan, as the calls require. */
export const PLANNING_WRITE = {
  kind: 'module',
  anyOf: ['accessTachoGraf'],
  write: true,
  refusesLimited: true,
} as const;

/** Keys in the cache, and kinds of the history. */
export const SHIFTS_KEY = 'planned_shift';
export const ABSENCES_KEY = 'driver_absence';
export const OWN_PLAN_KEY = 'own-plan';

export const NONE = '–';
const MINUTE_S = 60;
const HOUR_S = 3600;

export const driverText = ({ first_name, surname }: Shift['driver']): string =>
  `${first_name} ${surname}`.trim();

/** The fields of a shift. Times are YYYY-MM-DDTHH:mm in the zone of the plan; driving H:mm, or empty. */
export interface ShiftDraft {
  readonly driver: Chosen | null;
  readonly vehicle: ChosenVehicle | null;
  readonly trailer: ChosenVehicle | null;
  readonly depot: number | null;
  readonly start: string;
  readonly end: string;
  readonly driving: string;
  readonly note: string;
  readonly reason: string;
}

/** What a new shift begins with. */
export interface ShiftPreset {
  readonly driver?: Shift['driver'];
  /** YYYY-MM-DD in the zone of the plan. */
  readonly day?: string;
  readonly depot?: number;
  readonly vehicle?: ChosenVehicle;
  /** Instead of the day, with seconds as planned driving. */
  readonly span?: { readonly start: string; readonly end: string; readonly driving: number };
}

const driverOf = (driver: Shift['driver'] | undefined): Chosen | null =>
  driver === undefined ? null : { id: driver.id, name: driverText(driver) };

/** Seconds as H:mm. */
export function drivingText(seconds: number | null): string {
  if (seconds === null) return '';
  const minutes = Math.round(seconds / MINUTE_S);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** H:mm or whole hours as seconds; null for none, undefined for what is no time. */
export function drivingSeconds(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?::([0-5]\d))?\s*$/.exec(text) ?? [];
  if (hours === '') return undefined;
  return Number(hours) * HOUR_S + Number(minutes) * MINUTE_S;
}

/** The values of a shift, or of a new one from 06:00 to 15:00 of a day. */
export function shiftDraft(one: Shift | null, preset: ShiftPreset, zone: string): ShiftDraft {
  if (one !== null) {
    return {
      driver: driverOf(one.driver),
      vehicle: one.vehicle,
      trailer: one.trailer,
      depot: one.depot.id,
      start: toLocalMinute(Date.parse(one.start), zone),
      end: toLocalMinute(Date.parse(one.end), zone),
      driving: drivingText(one.driving),
      note: one.note,
      reason: one.reason,
    };
  }
  const { span } = preset;
  const day = preset.day ?? toLocalMinute(Date.now() + 86_400_000, zone).slice(0, 10);
  return {
    driver: driverOf(preset.driver),
    vehicle: preset.vehicle ?? null,
    trailer: null,
    depot: preset.depot ?? null,
    start: span === undefined ? `${day}T06:00` : toLocalMinute(Date.parse(span.start), zone),
    end: span === undefined ? `${day}T15:00` : toLocalMinute(Date.parse(span.end), zone),
    driving: drivingText(span?.driving ?? null),
    note: '',
    reason: '',
  };
}

/** Fields without a value, and a driving time that is none. */
export function checkShift(draft: ShiftDraft, t: TFunction): Faults {
  const faults = missing(draft, ['driver', 'depot', 'start', 'end'], t);
  if (drivingSeconds(draft.driving) !== undefined) return faults;
  return { ...faults, driving: [t('planning.drivingWrong')] };
}

const utcOf = (minute: string, zone: string) => toApiDateTime(fromLocalMinute(minute, zone));

/** The body of a call; null while a required field is empty. */
export function shiftBody(draft: ShiftDraft, zone: string) {
  const driving = drivingSeconds(draft.driving);
  const { depot, driver, end, start } = draft;
  if (driver === null || depot === null || start === '' || end === '') return null;
  return {
    driver: driver.id,
    vehicle: draft.vehicle?.id ?? null,
    trailer: draft.trailer?.id ?? null,
    depot,
    start: utcOf(start, zone),
    end: utcOf(end, zone),
    driving: driving ?? null,
    note: draft.note,
  };
}

/** Plans a shift, or changes one. */
export async function saveShift(draft: ShiftDraft, one: Shift | null, zone: string) {
  const fields = shiftBody(draft, zone);
  if (fields === null) return undefined;
  const body = { ...fields, reason: draft.reason };
  return one === null
    ? api.driverPlanning.add({ body })
    : api.driverPlanning.change({
        params: { id: one.id },
        body: { ...body, version: one.version },
      });
}

/** Plans a deleted shift again. */
export const restoreShift = ({ depot, driver, trailer, vehicle, ...one }: Shift) =>
  api.driverPlanning.add({
    body: {
      driver: driver.id,
      vehicle: vehicle?.id ?? null,
      trailer: trailer?.id ?? null,
      depot: depot.id,
      start: one.start,
      end: one.end,
      driving: one.driving,
      note: one.note,
      reason: one.reason,
    },
  });
