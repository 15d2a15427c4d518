import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { AddressBook } from '../../../platform/geocoding/index.ts';
import { isDatabaseDown } from '../../../platform/http/index.ts';
import type { Range } from '../../../platform/range.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { type TripList, tripListOf, type VehicleRows } from './trip-list.ts';
import { fuelUseOf, privateTravelRows, tripRows } from './trips.repository.ts';

/** Vehicles per transaction, which limits the rows in memory. */
const BATCH = 10;

/** The trips of one vehicle, or the error. */
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
  const { trips, travels, uses } = await db.asViewer(viewer, async (trx) => {
    const found = grouped(await tripRows(trx, vehicleIds, range));
    return {
      trips: found,
      travels: grouped(await privateTravelRows(trx, vehicleIds, range)),
      uses: await fuelUseOf(trx, [...found.keys()], range.end),
    };
  });
  return vehicleIds.map((vehicleId) => ({
    vehicleId,
    rows: {
      trips: trips.get(vehicleId) ?? [],
      travels: travels.get(vehicleId) ?? [],
      use: uses.get(vehicleId),
    },
  }));
}

/**
 * Rows by vehicle: if the batch fails, each vehicle is read alone, so that only the causes fail.
 */
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
 * The trips of visible vehicles, in the order of the ids. A batch of vehicles is read with a few
 * statements when the caller requests its first vehicle; no connection is held while the caller
 * waits.
 *
 * @param vehicleIds vehicles that the viewer may see
 */
export async function* tripsOfMany(
  db: Database,
  viewer: Viewer,
  vehicleIds: readonly number[],
  range: Range,
  addresses: AddressBook,
): AsyncGenerator<VehicleOutcome> {
  const address = addressFinder(viewer.distanceUnit, addresses);
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
    // The database is down: the other vehicles would fail too.
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
