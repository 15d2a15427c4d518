import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import type { AddressBook } from '../../../platform/geocoding/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import { addressFinder, visibleRegistrationsOf, visibleVehicle } from '../../core/fleet/index.ts';
import { type TripList, tripListOf } from './trip-list.ts';
import { fuelUseOf, privateTravelRows, tripRows } from './trips.repository.ts';
import { tripsOfMany, type VehicleOutcome } from './trips-many.ts';

interface RangeQuery {
  readonly start: string;
  readonly end: string;
  readonly time_zone?: string | undefined;
}

/** The trips of several vehicles, vehicle by vehicle. */
interface ManyTrips {
  /** Registrations of the visible vehicles, by id. */
  readonly registrations: ReadonlyMap<number, string>;
  /** In the order of the request. An invisible vehicle fails with HttpError 404. */
  readonly outcomes: AsyncIterable<VehicleOutcome>;
}

/** Merges errors for the invisible vehicles in the order of the request. */
async function* withUnseen(
  asked: readonly number[],
  seen: ReadonlyMap<number, string>,
  read: AsyncGenerator<VehicleOutcome>,
): AsyncGenerator<VehicleOutcome> {
  try {
    for (const vehicleId of asked) {
      if (!seen.has(vehicleId)) yield { vehicleId, error: notFound() };
      else {
        const next = await read.next();
        if (next.done !== true) yield next.value;
      }
    }
  } finally {
    await read.return(undefined);
  }
}

/** Trips (area M; R-136). */
export class TripsService {
  constructor(
    private readonly db: Database,
    private readonly addresses: AddressBook,
  ) {}

  /**
   * The trips of a vehicle that started in the range, and their totals.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async trips(viewer: Viewer, query: RangeQuery & { vehicle: number }): Promise<TripList> {
    const range = rangeOf(viewer, query);
    const rows = await this.db.asViewer(viewer, async (trx) => {
      const { id } = await visibleVehicle(trx, viewer, query.vehicle);
      return {
        trips: await tripRows(trx, [id], range),
        travels: await privateTravelRows(trx, [id], range),
        use: (await fuelUseOf(trx, [id], range.end)).get(id),
      };
    });
    return tripListOf(rows, addressFinder(viewer.distanceUnit, this.addresses));
  }

  /**
   * The trips of several vehicles that started in the range, read as they are consumed.
   *
   * @throws HttpError 400 for a wrong range, 404 if the viewer can see none of the vehicles
   */
  async tripsOfMany(
    viewer: Viewer,
    query: RangeQuery & { vehicle: readonly number[] },
  ): Promise<ManyTrips> {
    const range = rangeOf(viewer, query);
    const registrations = await this.db.asViewer(viewer, (trx) =>
      visibleRegistrationsOf(trx, viewer, query.vehicle),
    );
    if (registrations.size === 0) throw notFound();
    const seen = query.vehicle.filter((id) => registrations.has(id));
    const read = tripsOfMany(this.db, viewer, seen, range, this.addresses);
    return { registrations, outcomes: withUnseen(query.vehicle, registrations, read) };
  }
}
