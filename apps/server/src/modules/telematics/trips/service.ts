import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import {
  type AddressFinder,
  addressFinder,
  driverInSight,
  driverOf,
  vehicleInSight,
} from '../../fleet/index.ts';
import {
  driverRows,
  type PrivateTravelRow,
  privateTravelRows,
  type TimesheetSubject,
  type TripRow,
  timesheetRows,
  tripRows,
} from './repository.ts';
import { restAfter } from './rest-after.ts';
import { type Timesheet, timesheetOf } from './timesheet.ts';

type Trips = AnswerOf<typeof contract.trips.list>;

interface RangeQuery {
  readonly start: string;
  readonly end: string;
  readonly time_zone?: string | undefined;
}

const toTravel = (row: PrivateTravelRow): Trips['private_use'][number] => ({
  start_time: toApiDateTime(row.started_ms),
  end_time: toApiDateTime(row.ended_ms),
  distance: Math.round(row.distance_m),
});

function toTrip(
  row: TripRow,
  address: AddressFinder,
  travels: readonly PrivateTravelRow[],
): Trips['results'][number] {
  return {
    id: Number(row.id),
    start_time: toApiDateTime(row.started_ms),
    end_time: toApiDateTime(row.ended_ms),
    start_address: address(row.start_latitude, row.start_longitude),
    end_address: address(row.end_latitude, row.end_longitude),
    start: { lat: row.start_latitude, long: row.start_longitude },
    end: { lat: row.end_latitude, long: row.end_longitude },
    distance: Math.round(row.distance_m),
    driving_time: row.driving_s,
    idle_time: row.idle_s,
    stop_after: restAfter(row, travels),
    max_speed: row.max_speed_kmh,
    driver: driverOf(row),
    in_progress: row.in_progress,
  };
}

/** Trips and timesheets (area M; ). */
export class TripsService {
  constructor(private readonly db: Database) {}

  /**
   * The trips of a vehicle that began in the range, and their totals.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async trips(viewer: Viewer, query: RangeQuery & { vehicle: number }): Promise<Trips> {
    const range = rangeOf(viewer, query);
    const { rows, travels } = await this.db.asViewer(viewer, async (trx) => {
      const { id } = await vehicleInSight(trx, viewer, query.vehicle);
      return {
        rows: await tripRows(trx, id, range),
        travels: await privateTravelRows(trx, id, range),
      };
    });
    const address = addressFinder(viewer.distanceUnit);
    const results = rows.map((row) => toTrip(row, address, travels));
    const totals = { trips: results.length, distance: 0, driving_time: 0, idle_time: 0 };
    for (const trip of results) {
      totals.distance += trip.distance;
      totals.driving_time += trip.driving_time;
      totals.idle_time += trip.idle_time;
    }
    return { count: results.length, results, private_use: travels.map(toTravel), totals };
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
