import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type CouplingSource,
  type DatePreferences,
  fromLocalMinute,
  MAX_TRAILERS,
  toApiDateTime,
  toLocalMinute,
  VEHICLE_FILE_WRITE,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

export type Coupling = AnswerOf<typeof contract.couplings.read>;
type Zone = DatePreferences['timeZone'];

/** Key of the list in the cache, and kind of the history. */
export const COUPLINGS_KEY = 'coupling';
/** Permission to record couplings, as the calls require. */
export const COUPLINGS_WRITE = VEHICLE_FILE_WRITE;

/** The places behind a vehicle, the nearest first. */
export const PLACES: readonly number[] = Array.from({ length: MAX_TRAILERS }, (_, n) => n + 1);

/** The fields of the form. Times are YYYY-MM-DDTHH:mm in the zone of the screen; empty for none. */
export interface CouplingDraft {
  readonly vehicle: ChosenVehicle | null;
  readonly trailer: ChosenVehicle | null;
  /** Null for the first free one. */
  readonly position: number | null;
  readonly coupled_at: string;
  readonly uncoupled_at: string;
  readonly note: string;
  /** Only of a new one. */
  readonly replaces: boolean;
}

const minuteOf = (time: string | null, zone: Zone) =>
  time === null ? '' : toLocalMinute(Date.parse(time), zone);

/** The values of a coupling, or of a new one that begins now. */
export const draftOf = (one: Coupling | null, zone: Zone): CouplingDraft => ({
  vehicle: one?.vehicle ?? null,
  trailer: one?.trailer ?? null,
  position: one?.position ?? null,
  coupled_at: one === null ? toLocalMinute(Date.now(), zone) : minuteOf(one.coupled_at, zone),
  uncoupled_at: minuteOf(one?.uncoupled_at ?? null, zone),
  note: one?.note ?? '',
  replaces: true,
});

/** Fields without a value. */
export const checkCoupling = (draft: CouplingDraft, t: TFunction): Faults =>
  missing(draft, ['vehicle', 'trailer', 'coupled_at'], t);

/** The time of a field. A minute that was not edited keeps its seconds. */
function timeOf(minute: string, stored: string | null | undefined, zone: Zone): string | null {
  if (minute === '') return null;
  return stored != null && minuteOf(stored, zone) === minute
    ? stored
    : toApiDateTime(fromLocalMinute(minute, zone));
}

/** Couples a trailer, or corrects a coupling. */
export function saveCoupling(draft: CouplingDraft, one: Coupling | null, zone: Zone) {
  const body = {
    vehicle: draft.vehicle?.id ?? 0,
    trailer: draft.trailer?.id ?? 0,
    coupled_at: timeOf(draft.coupled_at, one?.coupled_at, zone) ?? '',
    uncoupled_at: timeOf(draft.uncoupled_at, one?.uncoupled_at, zone),
    driver: one?.driver?.id ?? null,
    note: draft.note,
  };
  const { position, replaces } = draft;
  return one === null
    ? api.couplings.couple({ body: { ...body, position, replaces } })
    : api.couplings.change({
        params: { id: one.id },
        body: { ...body, position: position ?? one.position, version: one.version },
      });
}

/** The text of a source. */
export const sourceKey = (source: CouplingSource) => `couplings.source.${source}` as const;
