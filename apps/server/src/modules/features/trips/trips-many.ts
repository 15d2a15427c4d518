import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { isDatabaseDown } from '../../../platform/http/index.ts';
import type { Range } from '../../../platform/range.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { type TripList, tripListOf, type VehicleRows } from './trip-list.ts';
import { privateTravelRows, tripRows } from './trips.repository.ts';

/** Vehicles that are read in one transaction; no more than their rows are in memory at once. */
const BATCH = 10;

/** The trips of one of several vehicles, or why they could not be read. */
export type VehicleOutcome =
  | { readonly vehicleId: number; readonly trips: TripList }
  | { readonly vehicleId: number; readonly error: unknown };

type Rows =
  | { readonly vehicleId: number; readonly rows: VehicleRows }
  | { readonly vehicleId: number; readonly error: unknown };

function grouped<Row extends { readonly vehicle_id: number }>(rows: readonly Row[]) {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.vehicle_id);
    if (group === undefined) groups.set(row.vehicle_id, [row]);
    else group.push(row);
  }
  return groups;
}

async function batchRows(
  db: Database,
  viewer: Viewer,
  vehicleIds: readonly number[],
  range: Range,
): Promise<Rows[]> {
  const { trips, travels } = await db.asViewer(viewer, async (trx) => ({
    trips: grouped(await tripRows(trx, vehicleIds, range)),
    travels: grouped(await privateTravelRows(trx, vehicleIds, range)),
  }));
  return vehicleIds.map((vehicleId) => ({
    vehicleId,
    rows: { trips: trips.get(vehicleId) ?? [], travels: travels.get(vehicleId) ?? [] },
  }));
}

/** Rows vehicle by vehicle: where the batch cannot be read, only those vehicles fail that cause it. */
async function* rowsOf(
  db: Database,
  viewer: Viewer,
  vehicleIds: readonly number[],
  range: Range,
): AsyncGenerator<Rows> {
  try {
    yield* await batchRows(db, viewer, vehicleIds, range);
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    const [vehicleId] = vehicleIds;
    if (vehicleIds.length === 1 && vehicleId !== undefined) yield { vehicleId, error };
    else for (const id of vehicleIds) yield* rowsOf(db, viewer, [id], range);
  }
}

/**
 * The trips of vehicles in scope, in the order of the ids. A few statements read a batch of vehicles, and
 * only when the caller asks for the first of them; while the caller waits no connection is held.
 *
 * @param vehicleIds which the viewer may see
 */
export async function* tripsOfMany(
  db: Database,
  viewer: Viewer,
  vehicleIds: readonly number[],
  range: Range,
): AsyncGenerator<VehicleOutcome> {
  const address = addressFinder(viewer.distanceUnit);
  let done = 0;
  try {
    for (let from = 0; from < vehicleIds.length; from += BATCH) {
      const batch = vehicleIds.slice(from, from + BATCH);
      for await (const one of rowsOf(db, viewer, batch, range)) {
        done += 1;
        yield outcomeOf(one, (rows) => tripListOf(rows, address));
      }
    }
  } catch (error) {
    // The database is down: no other vehicle can be read either.
    for (const vehicleId of vehicleIds.slice(done)) yield { vehicleId, error };
  }
}

function outcomeOf(one: Rows, toList: (rows: VehicleRows) => TripList): VehicleOutcome {
  if ('error' in one) return one;
  try {
    return { vehicleId: one.vehicleId, trips: toList(one.rows) };
  } catch (error) {
    return { vehicleId: one.vehicleId, error };
  }
}
