import type { AnswerOf, contract } from '@roadworthy/contract';
import { isDoubtfulImei } from '@roadworthy/domain';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';

export type Tracker = AnswerOf<typeof contract.trackers.read>;

/** Form values of a tracker (requirement O-21). */
export interface TrackerDraft {
  readonly customer: number | null;
  readonly tracker: string;
  readonly model: string;
  readonly protocol: Tracker['protocol'];
  readonly sim: string;
  readonly vehicle: ChosenVehicle | null;
  /** Networks as typed, separated by commas or spaces. */
  readonly allowed_networks: string;
  /** Whether a number that looks like a mistyped IMEI is saved anyway. */
  readonly isNumberSure: boolean;
}

/** Initial form values, of an existing tracker or a new one. */
export function trackerDraft(one: Tracker | null): TrackerDraft {
  return {
    customer: null,
    tracker: one?.tracker ?? '',
    model: one?.model ?? '',
    protocol: one?.protocol ?? 'teltonika',
    sim: one?.sim ?? '',
    vehicle:
      one === null || one.vehicle === null
        ? null
        : { id: one.vehicle, registration: one.registration ?? String(one.vehicle) },
    allowed_networks: one?.allowed_networks.join(', ') ?? '',
    // A stored number is not checked again.
    isNumberSure: one !== null && isDoubtfulImei(one.tracker, one.protocol),
  };
}

/** The request body. */
export function trackerBody({ customer, vehicle, sim, isNumberSure, ...draft }: TrackerDraft) {
  return {
    ...draft,
    ...(customer === null ? {} : { customer }),
    sim: sim.trim() === '' ? null : sim,
    vehicle: vehicle?.id ?? null,
    verify_imei: !isNumberSure,
    allowed_networks: draft.allowed_networks.split(/[\s,;]+/).filter((network) => network !== ''),
  };
}
