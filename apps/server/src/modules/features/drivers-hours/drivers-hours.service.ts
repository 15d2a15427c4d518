import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import { customerOfDriver } from '../../core/drivers/index.ts';
import { visibleDriver } from '../../core/fleet/index.ts';
import { driverPage } from './drivers-hours.repository.ts';
import { analysisOf, remainingOf } from './drivers-hours-analysis.ts';
import { toActivity, toFigures, toInfringement, toRemaining } from './drivers-hours-json.ts';
import { infringementPage } from './infringements/drivers-hours-infringements.repository.ts';
import { rulesOf } from './settings/drivers-hours-settings.repository.ts';

type Calls = typeof contract.driversHours;

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 62;
/** More than a driver can have in the longest range. */
const ALL = { limit: 400, offset: 0, orderBy: 'end', descending: false, search: '' } as const;

/** Drivers' hours: who may drive how long, and the hours of one driver. */
export class DriversHoursService {
  constructor(private readonly db: Database) {}

  /**
   * A page of drivers with the time that is left.
   *
   * @param nowMs the time for which it is left
   */
  list(
    viewer: Viewer,
    query: QueryOf<Calls['list']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['list']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await driverPage(trx, viewer, pageOf(query));
      const drivers = rows.map(({ customer_id: customerId, id }) => ({ id, customerId }));
      const remaining = await remainingOf(trx, drivers, nowMs);
      return {
        count,
        results: rows.map(({ first_name, id, known_until_ms, open_infringements, surname }) => ({
          driver: { id, first_name, surname },
          known_until: known_until_ms === null ? null : toApiDateTime(known_until_ms),
          remaining: toRemaining(remaining.get(id) ?? null),
          open_infringements,
        })),
      };
    });
  }

  /**
   * The hours of a driver in a range of days in UTC.
   *
   * @param nowMs end of what is known; the remaining time is that of this moment
   * @throws HttpError 400 for a range that is reversed or too long, 404 for an unknown driver
   */
  driver(
    viewer: Viewer,
    id: number,
    { from, to }: QueryOf<Calls['driver']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['driver']>> {
    const range = { startMs: Date.parse(from), endMs: Date.parse(to) + DAY_MS };
    if (range.endMs <= range.startMs) throw wrongField('to', 'validation.end_not_after_start');
    if (range.endMs - range.startMs > MAX_DAYS * DAY_MS) {
      throw wrongField('to', { code: 'drivers_hours.range_too_long', params: { most: MAX_DAYS } });
    }
    return this.db.asViewer(viewer, async (trx) => {
      const driver = await visibleDriver(trx, viewer, id);
      const customerId = await customerOfDriver(trx, id);
      const analysed = { id, customerId };
      const { activities, hours } = await analysisOf(trx, analysed, range, nowMs);
      const remaining = await remainingOf(trx, [analysed], nowMs);
      const { rows } = await infringementPage(trx, viewer, { driver: id, from, to }, ALL);
      return {
        driver,
        regime: (await rulesOf(trx, customerId)).regime,
        activities: activities.map(toActivity),
        ...toFigures(hours, range),
        infringements: rows.map(toInfringement),
        remaining: toRemaining(remaining.get(id) ?? null),
      };
    });
  }
}
