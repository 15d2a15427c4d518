import type { AnswerOf, contract } from '@roadworthy/contract';
import { type AddressDraft, EMPTY_ADDRESS } from '../../ui/address-form/address-form.tsx';
import type { Chosen } from '../../ui/pickers/kind.ts';

/** A depot or region as listed. */
export type ListedGroup = AnswerOf<typeof contract.depots.list>['results'][number];
/** A depot or region as loaded into the form. */
export type VehicleGroup = AnswerOf<typeof contract.depots.read>;

/** Form values of a depot. */
export interface DepotDraft {
  readonly name: string;
  readonly region: number | null;
  readonly address: AddressDraft;
  readonly vehicles: readonly Chosen[];
  readonly schedule_types: readonly Chosen[];
  /** Customer of a new record; null for the user's customer. */
  readonly customer: number | null;
}

/** Form values of a region. */
export interface RegionDraft {
  readonly name: string;
  readonly vehicle_groups: readonly Chosen[];
  readonly customer: number | null;
}

export function depotDraft(one: VehicleGroup | null): DepotDraft {
  const { id: _, ...address } = one?.address ?? { id: 0, ...EMPTY_ADDRESS };
  return {
    name: one?.name ?? '',
    region: one?.region?.id ?? null,
    address,
    vehicles: (one?.vehicles ?? []).map(({ id, registration }) => ({ id, name: registration })),
    schedule_types: one?.schedule_types ?? [],
    customer: null,
  };
}

export function regionDraft(one: VehicleGroup | null): RegionDraft {
  return { name: one?.name ?? '', vehicle_groups: one?.vehicle_groups ?? [], customer: null };
}

const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id);
const owner = (customer: number | null) => (customer === null ? {} : { customer });

/** The request body of a depot; an empty address becomes null. */
export function depotBody({ customer, address, vehicles, schedule_types, ...draft }: DepotDraft) {
  const isEmpty = Object.values(address).every((line) => line.trim() === '');
  return {
    ...draft,
    ...owner(customer),
    address: isEmpty ? null : address,
    vehicles: idsOf(vehicles),
    schedule_types: idsOf(schedule_types),
  };
}

/** The request body of a region. */
export function regionBody({ customer, vehicle_groups, name }: RegionDraft) {
  return { name, ...owner(customer), is_region: true, vehicle_groups: idsOf(vehicle_groups) };
}
