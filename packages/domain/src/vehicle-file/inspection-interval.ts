import type { VehicleType } from '../vehicles.ts';
import { shortestDays } from './intervals.ts';

/*
 * Rules about the interval of safety inspections (reference: facts of the trade, "Safety inspection";
 * DVSA guide to maintaining roadworthiness).
 */

/** Allowed weeks between inspections. */
export const INSPECTION_WEEKS = { least: 4, most: 13 } as const;
/** A goods vehicle of this age … */
export const OLD_GOODS_VEHICLE_YEARS = 12;
/** … is inspected at least this often. */
export const OLD_GOODS_VEHICLE_WEEKS = 6;

/** Minimum months that records are kept from the day they were made. */
export const RECORD_MONTHS = 15;

/**
 * The longest interval, in weeks, between safety inspections of a vehicle.
 *
 * @param firstRegisteredMs ms since 1970 UTC; null where unknown
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

/** Whether an interval lies between the minimum and maximum weeks. */
export function isInspectionInterval(interval: string, longestWeeks: number): boolean {
  const weeks = shortestDays(interval) / 7;
  return weeks >= INSPECTION_WEEKS.least && weeks <= longestWeeks;
}

/** The schedule category that these rules apply to. */
export const INSPECTION_CATEGORY = 'PMI';

/**
 * The interval that applies to a vehicle: that of its schedule, capped at the maximum for safety
 * inspections, because the maximum decreases as the vehicle ages.
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
