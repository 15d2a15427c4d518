import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { rangeOf } from '../../../platform/range.ts';
import {
  addressFinder,
  driverInSight,
  vehicleInSight,
  vehiclesInSight,
} from '../../core/fleet/index.ts';
import { type TripList, tripListOf } from './trip-list.ts';
import {
  driverRows,
  privateTravelRows,
  type TimesheetSubject,
  timesheetRows,
  tripRows,
} from './trips.repository.ts';
import { tripsOfMany, type VehicleOutcome } from './trips-many.ts';
import { type Timesheet, timesheetOf } from './trips-timesheet.ts';

interface RangeQuery {
  readonly start: string;
  readonly end: string;
  readonly time_zone?: string | undefined;
}

/** The trips of several vehicles, vehicle by vehicle. */
interface ManyTrips {
  /** Registrations of the vehicles that the viewer may see, by id. */
  readonly registrations: ReadonlyMap<number, string>;
  /** In the order of the question. A vehicle out of sight fails with HttpError 404. */
  readonly outcomes: AsyncIterable<VehicleOutcome>;
}

/** Puts the vehicles that the viewer may not see among the others, where the question named them. */
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

/** Trips and timesheets (area M; ). */
export class TripsService {
  constructor(private readonly db: Database) {}

  /**
   * The trips of a vehicle that began in the range, and their totals.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async trips(viewer: Viewer, query: RangeQuery & { vehicle: number }): Promise<TripList> {
    const range = rangeOf(viewer, query);
    const rows = await this.db.asViewer(viewer, async (trx) => {
      const { id } = await vehicleInSight(trx, viewer, query.vehicle);
      return {
        trips: await tripRows(trx, [id], range),
        travels: await privateTravelRows(trx, [id], range),
      };
    });
    return tripListOf(rows, addressFinder(viewer.distanceUnit));
  }

  /**
   * The trips of several vehicles that began in the range, read while they are taken.
   *
   * @throws HttpError 400 for a wrong range, 404 where the viewer may see none of the vehicles
   */
  async tripsOfMany(
    viewer: Viewer,
    query: RangeQuery & { vehicle: readonly number[] },
  ): Promise<ManyTrips> {
    const range = rangeOf(viewer, query);
    const registrations = await this.db.asViewer(viewer, (trx) =>
      vehiclesInSight(trx, viewer, query.vehicle),
    );
    if (registrations.size === 0) throw notFound();
    const seen = query.vehicle.filter((id) => registrations.has(id));
    const read = tripsOfMany(this.db, viewer, seen, range);
    return { registrations, outcomes: withUnseen(query.vehicle, registrations, read) };
  }

  /**
   * The days of a vehicle, each also where nothing happened.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async vehicleTimesheet(
    viewer: Viewer,
    query: RangeQuery & { vehicle: number },
  ): Promise<Timesheet> {
    const range = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await vehicleInSight(trx, viewer, query.vehicle);
      const read = (starts: Date[], end: Date) =>
        timesheetRows(trx, viewer, { vehicleId: vehicle.id }, starts, end);
      return timesheetOf(range, read, { vehicle });
    });
  }

  /**
   * The days of a driver over all vehicles in sight.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown driver
   */
  async driverTimesheet(
    viewer: Viewer,
    query: RangeQuery & { driver_id: number },
  ): Promise<Timesheet> {
    const range = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const driver = await driverInSight(trx, viewer, query.driver_id);
      const subject: TimesheetSubject = { driverId: driver.id };
      const read = (starts: Date[], end: Date) => timesheetRows(trx, viewer, subject, starts, end);
      return timesheetOf(range, read, { driver });
    });
  }

  /** The drivers in sight whose name holds a text (M-15). */
  async drivers(viewer: Viewer, search: string): Promise<AnswerOf<typeof contract.trips.drivers>> {
    const rows = await this.db.asViewer(viewer, (trx) => driverRows(trx, viewer, search));
    return { count: rows[0]?.total ?? 0, results: rows.map(({ total, ...driver }) => driver) };
  }
}
