import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

/** Vehicles of a report; without a filter all visible ones. */
export interface VehicleFilter {
  readonly vehicleId?: number | undefined;
  readonly depotId?: number | undefined;
  /** Several vehicles, and all vehicles of several depots. */
  readonly vehicleIds?: readonly number[] | undefined;
  readonly depotIds?: readonly number[] | undefined;
}

/** Visible vehicles sorted by registration. */
export async function vehiclesOf(
  trx: Transaction,
  viewer: Viewer,
  { vehicleId, depotId, vehicleIds = [], depotIds = [] }: VehicleFilter,
  limit: number,
): Promise<{ id: number; registration: string }[]> {
  const ofDepots = (ids: readonly number[]) =>
    trx.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', 'in', ids);
  let query = visibleVehicles(trx, viewer);
  if (vehicleId !== undefined) query = query.where('v.id', '=', vehicleId);
  if (depotId !== undefined) query = query.where('v.id', 'in', ofDepots([depotId]));
  if (vehicleIds.length + depotIds.length > 0) {
    query = query.where((eb) =>
      eb.or([
        ...(vehicleIds.length > 0 ? [eb('v.id', 'in', vehicleIds)] : []),
        ...(depotIds.length > 0 ? [eb('v.id', 'in', ofDepots(depotIds))] : []),
      ]),
    );
  }
  const rows = await query.orderBy('v.registration').limit(limit).execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}

/** The visible depots among those given, by name. */
export async function visibleDepotsOf(
  trx: Transaction,
  viewer: Viewer,
  depotIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select g.id, g.name from depots g
    where g.id = any(${[...depotIds]}::int[]) and ${depotIsVisible(viewer)}
    order by lower(g.name), g.id`.execute(trx);
  return rows;
}
