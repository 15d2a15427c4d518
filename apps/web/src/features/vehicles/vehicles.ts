import type { AnswerOf, contract } from '@roadworthy/contract';
import type { VehicleType } from '@roadworthy/domain';
import type { Chosen } from '../../ui/pickers/kind.ts';

export type Vehicle = AnswerOf<typeof contract.vehicles.read>;

/** Form values of a vehicle (requirement O-P04). */
export interface VehicleDraft {
  /** Customer of a new vehicle; null for the user's customer. */
  readonly customer: number | null;
  readonly registration: string;
  readonly vin: string;
  readonly type: VehicleType;
  readonly vehicle_type: number;
  readonly first_registered_on: string;
  readonly manufacturer_model: number | null;
  readonly livery_category: number | null;
  readonly contract_type: number | null;
  readonly lease_company: number | null;
  readonly trackers: readonly Chosen[];
  readonly vehicle_groups: readonly Chosen[];
  readonly schedule_types: readonly Chosen[];
  readonly repairer: Chosen | null;
  readonly driver: Chosen | null;
}

const named = (ids: readonly number[], names: readonly string[]): Chosen[] =>
  ids.map((id, n) => ({ id, name: names[n] ?? String(id) }));
const one = (id: number | null, name: string | null): Chosen | null =>
  id === null ? null : { id, name: name ?? String(id) };

/** Initial form values, of an existing vehicle or a new one. */
export function vehicleDraft(vehicle: Vehicle | null): VehicleDraft {
  return {
    customer: null,
    registration: vehicle?.registration ?? '',
    vin: vehicle?.vin ?? '',
    type: vehicle?.type ?? 'VAN',
    vehicle_type: vehicle?.vehicle_type.id ?? 1,
    first_registered_on: vehicle?.first_registered_on ?? '',
    manufacturer_model: vehicle?.manufacturer_model?.id ?? null,
    livery_category: vehicle?.livery_category?.id ?? null,
    contract_type: vehicle?.contract_type ?? null,
    lease_company: vehicle?.lease_company ?? null,
    trackers: (vehicle?.trackers ?? []).map(({ id, tracker }) => ({ id, name: tracker })),
    vehicle_groups: named(vehicle?.vehicle_groups ?? [], vehicle?.names.vehicle_groups ?? []),
    schedule_types: named(vehicle?.schedule_types ?? [], vehicle?.names.schedule_types ?? []),
    repairer: one(vehicle?.repairer ?? null, vehicle?.names.repairer ?? null),
    driver: one(vehicle?.driver ?? null, vehicle?.names.driver ?? null),
  };
}

const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id);

/** The request body; empty texts become null. */
export function vehicleBody({ customer, ...draft }: VehicleDraft) {
  return {
    ...draft,
    ...(customer === null ? {} : { customer }),
    vin: draft.vin.trim() === '' ? null : draft.vin,
    first_registered_on: draft.first_registered_on === '' ? null : draft.first_registered_on,
    trackers: idsOf(draft.trackers),
    vehicle_groups: idsOf(draft.vehicle_groups),
    schedule_types: idsOf(draft.schedule_types),
    repairer: draft.repairer?.id ?? null,
    driver: draft.driver?.id ?? null,
  };
}
