import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { fieldConflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { customerOfDriver, lockDrivers } from '../../../core/drivers/index.ts';
import { visibleDriver } from '../../../core/fleet/index.ts';
import type { AnalysedDriver } from '../drivers-hours.repository.ts';
import { analyseAgain } from '../drivers-hours-analysis.ts';
import { toActivity } from '../drivers-hours-json.ts';
import {
  type CardActivity,
  deleteEntered,
  insertEntered,
  overlapsEntered,
  replaceCardActivities,
} from './drivers-hours-activities.repository.ts';

type Calls = typeof contract.driversHours;

const DAY_MS = 24 * 3_600_000;
/** Longer entries are mistakes of the date. */
const MAX_DAYS = 31;

/**
 * Stores the activities of a driver card and analyses the driver again. They replace those of earlier
 * downloads of the same time; entries by hand stay.
 *
 * @param activities in sequence of time, without overlaps; nothing happens for none
 */
export async function storeCardActivities(
  trx: Transaction,
  driver: AnalysedDriver,
  activities: readonly CardActivity[],
): Promise<void> {
  const first = activities[0];
  const last = activities.at(-1);
  if (first === undefined || last === undefined) return;
  await lockDrivers(trx, [driver.id]);
  const range = { startMs: first.startMs, endMs: last.endMs };
  await replaceCardActivities(trx, driver, range, activities);
  await analyseAgain(trx, driver, first.startMs);
}

/** Activities that people enter by hand, with their trail in the audit log. */
export class DriverActivitiesService {
  constructor(private readonly db: Database) {}

  /**
   * Enters an activity. It replaces what a card says of the same time.
   *
   * @throws HttpError 400 for a range that is reversed or too long, 404 for an unknown driver, 409 if
   *   another entry covers the time
   */
  add(
    viewer: Viewer,
    id: number,
    body: BodyOf<Calls['addActivity']>,
  ): Promise<AnswerOf<Calls['addActivity']>> {
    const range = { startMs: Date.parse(body.start), endMs: Date.parse(body.end) };
    if (range.endMs <= range.startMs) throw wrongField('end', 'validation.end_not_after_start');
    if (range.endMs - range.startMs > MAX_DAYS * DAY_MS) {
      throw wrongField('end', { code: 'drivers_hours.range_too_long', params: { most: MAX_DAYS } });
    }
    if (range.endMs > Date.now()) throw wrongField('end', 'drivers_hours.future');
    return this.#changing(viewer, id, async (trx, driver, name) => {
      if (await overlapsEntered(trx, id, range)) {
        throw fieldConflict('start', 'drivers_hours.entry_overlaps');
      }
      const { is_crew: isCrew, is_ferry: isFerry, is_out_of_scope: isOutOfScope } = body;
      const { kind, note } = body;
      const entered = { ...range, kind, note, isCrew, isFerry, isOutOfScope };
      const stored = await insertEntered(trx, driver, { ...entered, userId: viewer.userId });
      const activity = toActivity(stored);
      await recordRow(trx, viewer, describing(driver, name), null, activity);
      return { startMs: range.startMs, result: activity };
    });
  }

  /** @throws HttpError 404 for an unknown driver, or an entry that is not one of the driver's by hand */
  remove(viewer: Viewer, id: number, activityId: number): Promise<void> {
    return this.#changing(viewer, id, async (trx, driver, name) => {
      const { facts, startMs } = orNotFound(await deleteEntered(trx, id, activityId));
      await recordRow(trx, viewer, describing(driver, name), { id: activityId, ...facts }, null);
      return { startMs, result: undefined };
    });
  }

  async #changing<T>(
    viewer: Viewer,
    id: number,
    change: (
      trx: Transaction,
      driver: AnalysedDriver,
      name: string,
    ) => Promise<{ readonly startMs: number; readonly result: T }>,
  ): Promise<T> {
    return this.db.asViewer(viewer, async (trx) => {
      const { first_name, surname } = await visibleDriver(trx, viewer, id);
      await lockDrivers(trx, [id]);
      const driver = { id, customerId: await customerOfDriver(trx, id) };
      const { result, startMs } = await change(trx, driver, `${first_name} ${surname}`);
      await analyseAgain(trx, driver, startMs);
      return result;
    });
  }
}

const describing =
  ({ customerId }: AnalysedDriver, name: string) =>
  (row: { readonly id: number | null }) => ({
    customerId,
    subject: { kind: 'driver_activity' as const, id: String(row.id), name },
    facts: row,
  });
