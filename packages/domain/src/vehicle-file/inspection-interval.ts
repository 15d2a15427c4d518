import type { VehicleType } from '../vehicles.ts';
import { shortestDays } from './intervals.ts';

/*
 * Rules about the interval of safety inspections (reference: facts of the trade, "Safety inspection";
 * DVSA guide to maintaining roadworthiness).
 */

/** Inspections follow each other within these weeks. */
export const INSPECTION_WEEKS = { least: 4, most: 13 } as const;
/** A goods vehicle of this age … */
export const OLD_GOODS_VEHICLE_YEARS = 12;
/** … is inspected at least this often. */
export const OLD_GOODS_VEHICLE_WEEKS = 6;

/** Records are kept at least so many months from the day they were made. */
export const RECORD_MONTHS = 15;

/**
 * The longest interval, in weeks, between safety inspections of a vehicle.
 *
 * @param firstRegisteredMs ms since 1970 UTC; null where it is not known
 */
export function longestInspectionWeeks(
  type: VehicleType,
  firstRegisteredMs: number | null,
  nowMs: number,
): number {
  if (type !== 'STR' || firstRegisteredMs === null) return INSPECTION_WEEKS.most;
  const grownOld = new Date(firstRegisteredMs);
  grownOld.setUTCFullYear(grownOld.getUTCFullYear() + OLD_GOODS_VEHICLE_YEARS);
  return grownOld.getTime() <= nowMs ? OLD_GOODS_VEHICLE_WEEKS : INSPECTION_WEEKS.most;
}

/** Whether an interval lies between the least and the longest weeks that are allowed. */
export function isInspectionInterval(interval: string, longestWeeks: number): boolean {
  const weeks = shortestDays(interval) / 7;
  return weeks >= INSPECTION_WEEKS.least && weeks <= longestWeeks;
}

/** The category of schedules that these rules are about. */
export const INSPECTION_CATEGORY = 'PMI';

/**
 * The interval that counts for a vehicle: its schedule's own, for safety inspections never longer than
 * is allowed, as a vehicle grows old while its interval stands.
 */
export function countingInterval(
  schedule: { readonly category: string; readonly interval: string },
  vehicle: { readonly type: VehicleType; readonly firstRegisteredMs: number | null },
  nowMs: number,
): string {
  const { category, interval } = schedule;
  if (category !== INSPECTION_CATEGORY) return interval;
  const longest = longestInspectionWeeks(vehicle.type, vehicle.firstRegisteredMs, nowMs);
  return shortestDays(interval) / 7 > longest ? `${longest}w` : interval;
}
