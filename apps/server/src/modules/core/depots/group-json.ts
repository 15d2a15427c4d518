import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { addressOf, keptGroup, scheduleTypesOf } from './depots.repository.ts';
import { depotsWithVehicles } from './details/index.ts';

export type VehicleGroup = AnswerOf<typeof contract.depots.read>;
export type GroupBody = BodyOf<typeof contract.depots.create>;

/**
 * A depot with its vehicles, or a region with its depots, as its form shows it.
 *
 * @throws HttpError 404 if unknown or not visible
 */
export async function visibleGroup(
  trx: Transaction,
  viewer: Viewer,
  isRegion: boolean,
  id: number,
): Promise<VehicleGroup> {
  const row = orNotFound(await keptGroup(trx, viewer, isRegion, id));
  if (isRegion) return { ...row, address: null, vehicles: [], schedule_types: [] };
  const [whole] = await depotsWithVehicles(trx, viewer, [id]);
  return {
    ...row,
    address: await addressOf(trx, id),
    vehicles: whole?.vehicles ?? [],
    schedule_types: await scheduleTypesOf(trx, id),
  };
}

/** The fields of a depot or region that the history stores, with names instead of ids. */
export function keptFacts(group: VehicleGroup): object {
  const { name, region, address, vehicles, vehicle_groups: depots, schedule_types } = group;
  if (group.is_region) return { name, depots: depots.map((depot) => depot.name) };
  const { id: _, ...lines } = address ?? { id: 0 };
  return {
    name,
    region: region?.name ?? null,
    ...lines,
    vehicles: vehicles.map(({ registration }) => registration),
    schedule_types: schedule_types.map((type) => type.name),
  };
}
