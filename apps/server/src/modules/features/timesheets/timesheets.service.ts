import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { rangeOf } from '../../../platform/range.ts';
import { visibleDriver, visibleVehicle } from '../../core/fleet/index.ts';
import { driverRows, type TimesheetSubject, timesheetRows } from './timesheets.repository.ts';
import { type Timesheet, timesheetOf } from './timesheets-days.ts';

interface RangeQuery {
  readonly start: string;
  readonly end: string;
  readonly time_zone?: string | undefined;
}

/** Timesheets of vehicles and drivers (area M; ). */
export class TimesheetsService {
  constructor(private readonly db: Database) {}

  /**
   * The days of a vehicle, including days without trips.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown vehicle
   */
  async ofVehicle(viewer: Viewer, query: RangeQuery & { vehicle: number }): Promise<Timesheet> {
    const range = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, query.vehicle);
      const read = (starts: Date[], end: Date) =>
        timesheetRows(trx, viewer, { vehicleId: vehicle.id }, starts, end);
      return timesheetOf(range, read, { vehicle });
    });
  }

  /**
   * The days of a driver over all visible vehicles.
   *
   * @throws HttpError 400 for a wrong range, 404 for an unknown driver
   */
  async ofDriver(viewer: Viewer, query: RangeQuery & { driver_id: number }): Promise<Timesheet> {
    const range = rangeOf(viewer, query);
    return this.db.asViewer(viewer, async (trx) => {
      const driver = await visibleDriver(trx, viewer, query.driver_id);
      const subject: TimesheetSubject = { driverId: driver.id };
      const read = (starts: Date[], end: Date) => timesheetRows(trx, viewer, subject, starts, end);
      return timesheetOf(range, read, { driver });
    });
  }

  /** The visible drivers whose name contains a text (M-15). */
  async drivers(
    viewer: Viewer,
    search: string,
  ): Promise<AnswerOf<typeof contract.timesheets.drivers>> {
    const rows = await this.db.asViewer(viewer, (trx) => driverRows(trx, viewer, search));
    return { count: rows[0]?.total ?? 0, results: rows.map(({ total, ...driver }) => driver) };
  }
}
