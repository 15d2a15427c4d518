import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { toVehicle, type Vehicle, vehiclesByIds } from '../../vehicles/index.ts';
import {
  type DepotDetailRow,
  depotDetailRows,
  vehiclesOfDepots,
} from './depots-details.repository.ts';

/** A depot as the catalogue's VehicleGroup. */
export type DepotWithVehicles = AnswerOf<typeof contract.depots.ofVehicle>[number];

/** Vehicles with all fields, by id. The caller has checked that the ids are in scope. */
export async function vehicleDetails(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Vehicle>> {
  const rows = await vehiclesByIds(trx, viewer, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toVehicle(row)]));
}

/** Depots without their vehicles, by id. */
export async function depotDetails(
  trx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DepotDetailRow>> {
  return new Map((await depotDetailRows(trx, ids)).map((row) => [row.id, row]));
}

/**
 * Depots with all fields and their visible vehicles.
 *
 * @param ids ids that the caller has checked to be in scope; the result has their order
 */
export async function depotsWithVehicles(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<DepotWithVehicles[]> {
  const facts = await depotDetails(trx, ids);
  const pairs = await vehiclesOfDepots(trx, viewer, ids);
  const vehicles = await vehicleDetails(
    trx,
    viewer,
    pairs.map(({ vehicle }) => vehicle),
  );
  const within = new Map<number, Vehicle[]>();
  for (const { depot, vehicle } of pairs) {
    const found = vehicles.get(vehicle);
    if (found === undefined) continue;
    const list = within.get(depot);
    if (list === undefined) within.set(depot, [found]);
    else list.push(found);
  }
  return ids.flatMap((id) => {
    const known = facts.get(id);
    const own = within.get(id) ?? [];
    return known === undefined ? [] : [{ ...known, vehicle_count: own.length, vehicles: own }];
  });
}
