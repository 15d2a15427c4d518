import {
  analyseDriversHours,
  type DriversHours,
  type DriversHoursRules,
} from '../../../engines/drivers-hours/index.ts';
import { overlay } from '../../../engines/drivers-hours/overlay.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import {
  type AnalysedDriver,
  drivingSince,
  leaveIn,
  type StoredActivity,
  storedActivities,
  workSince,
} from './drivers-hours.repository.ts';
import { replaceInfringements } from './infringements/drivers-hours-infringements.repository.ts';
import { rulesOf } from './settings/drivers-hours-settings.repository.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
/**
 * Weeks before a period that its analysis needs: the longest reference period of working time, and a
 * week for the weekly rest before it.
 */
const WEEKS_BEFORE = 27;
/** Weeks that decide what remains: the compensation of a weekly rest has three, and one is running. */
const REMAINING_WEEKS = 5;
/** Later than any activity. */
const FOREVER_MS = Date.UTC(2200, 0, 1);

/** Activities with those entered by hand in place of the card's, in sequence of time. */
export function corrected(activities: readonly StoredActivity[]): readonly StoredActivity[] {
  const byHand = activities.filter(({ source }) => source === 'manual');
  const others = activities.filter(({ source }) => source !== 'manual');
  return overlay(others, byHand);
}

/**
 * Analyses a driver's stored activities from a time on, and replaces the infringements that end after
 * it. Trips are left out: an infringement needs what the driver recorded. Call it in the transaction
 * that changed activities or leave, with the driver locked.
 *
 * @param changedMs start of the earliest changed activity or leave, ms since 1970 UTC
 */
export async function analyseAgain(
  trx: Transaction,
  driver: AnalysedDriver,
  changedMs: number,
): Promise<void> {
  const startMs = changedMs - WEEKS_BEFORE * WEEK_MS;
  const span = { driverIds: [driver.id], startMs, endMs: FOREVER_MS };
  const activities = corrected(await storedActivities(trx, span));
  const untilMs = activities.reduce((most, { endMs }) => Math.max(most, endMs), 0);
  const rules = await rulesOf(trx, driver.customerId);
  const leave = await leaveIn(trx, span);
  const { infringements } = analyseDriversHours(activities, rules, untilMs, leave);
  const found = infringements.filter(({ endMs }) => endMs > changedMs);
  await replaceInfringements(trx, driver, changedMs, found);
}

/**
 * What remains of the driving time of drivers now, from their activities and, after the last one, their
 * trips. Drivers without activities in the last weeks are left out.
 */
export async function remainingOf(
  trx: Transaction,
  drivers: readonly AnalysedDriver[],
  nowMs: number,
): Promise<ReadonlyMap<number, DriversHours['remaining']>> {
  const driverIds = drivers.map(({ id }) => id);
  const span = { driverIds, startMs: nowMs - REMAINING_WEEKS * WEEK_MS, endMs: nowMs };
  const stored = await storedActivities(trx, span);
  const driven = await drivingSince(trx, span);
  const all = [...stored, ...driven];
  const rules = new Map<number, DriversHoursRules>();
  const result = new Map<number, DriversHours['remaining']>();
  for (const { customerId, id } of drivers) {
    const own = all.filter(({ driverId }) => driverId === id);
    if (own.length === 0) continue;
    const known = rules.get(customerId) ?? (await rulesOf(trx, customerId));
    rules.set(customerId, known);
    result.set(id, analyseDriversHours(corrected(own), known, nowMs).remaining);
  }
  return result;
}

/** What is recorded of a driver. Times in ms since 1970 UTC. */
export interface DriverRecord {
  /** Cards with corrections and, after them, the driving of trips, in sequence of time, without rests. */
  readonly activities: readonly StoredActivity[];
  /** End of the last activity that a card or a person recorded; null without any. */
  readonly knownUntilMs: number | null;
}

/**
 * The records of drivers until now, as far back as the average of working time needs them.
 *
 * @param rules of the customer of the drivers
 */
export async function recordsOf(
  trx: Transaction,
  driverIds: readonly number[],
  rules: DriversHoursRules,
  nowMs: number,
): Promise<ReadonlyMap<number, DriverRecord>> {
  const startMs = nowMs - (rules.referenceWeeks + 1) * WEEK_MS;
  const span = { driverIds, startMs, endMs: nowMs };
  const byDriver = new Map<number, StoredActivity[]>();
  for (const one of [...(await workSince(trx, span)), ...(await drivingSince(trx, span))]) {
    const own = byDriver.get(one.driverId);
    if (own === undefined) byDriver.set(one.driverId, [one]);
    else own.push(one);
  }
  return new Map(
    [...byDriver].map(([id, own]) => {
      const known = own.filter(({ source }) => source !== 'trip');
      const knownUntilMs = known.reduce((most, { endMs }) => Math.max(most, endMs), 0);
      const record = {
        activities: corrected(own),
        knownUntilMs: known.length === 0 ? null : knownUntilMs,
      };
      return [id, record];
    }),
  );
}

/** The analysis of a driver in a range, with the activities that it shows. */
export async function analysisOf(
  trx: Transaction,
  driver: AnalysedDriver,
  range: { readonly startMs: number; readonly endMs: number },
  nowMs: number,
): Promise<{ readonly activities: readonly StoredActivity[]; readonly hours: DriversHours }> {
  const endMs = Math.min(range.endMs, nowMs);
  const span = {
    driverIds: [driver.id],
    startMs: range.startMs - WEEKS_BEFORE * WEEK_MS,
    endMs,
  };
  const stored = await storedActivities(trx, span);
  const activities = corrected([...stored, ...(await drivingSince(trx, span))]);
  const rules = await rulesOf(trx, driver.customerId);
  const hours = analyseDriversHours(activities, rules, endMs, await leaveIn(trx, span));
  return {
    activities: activities.filter((one) => one.endMs > range.startMs && one.startMs < endMs),
    hours,
  };
}
