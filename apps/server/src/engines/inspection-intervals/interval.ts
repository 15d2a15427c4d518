import {
  type BrakeCategory,
  INSPECTION_WEEKS,
  type IntervalReason,
  OLD_GOODS_VEHICLE_WEEKS,
  OLD_GOODS_VEHICLE_YEARS,
  type UseWeeks,
  type VehicleUse,
} from '@roadworthy/domain';
import { endOfIsoWeek, isoWeekOf, startOfIsoWeek } from './iso-weeks.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A vehicle and what decides how often it is inspected. Times in ms since 1970 UTC. */
export interface InspectedVehicle {
  readonly category: BrakeCategory;
  readonly registeredMs: number | null;
  /** Weeks that the operator committed to with the licence; null if not entered. */
  readonly licenceWeeks: number | null;
  readonly use: VehicleUse | null;
  /** Weeks of the schedule in force; null without one. */
  readonly scheduleWeeks: number | null;
  readonly lastInspectedMs: number | null;
  readonly isOffRoad: boolean;
}

export interface InspectionInterval {
  readonly weeks: number;
  /** What decides the interval, then what is wrong or special. */
  readonly reasons: readonly { readonly code: IntervalReason; readonly weeks: number | null }[];
  /** The ISO week in which the next is due; null while the cycle is paused, and before a first one. */
  readonly due: {
    readonly year: number;
    readonly week: number;
    readonly startMs: number;
    /** Exclusive. */
    readonly endMs: number;
  } | null;
  readonly state: 'in_order' | 'due' | 'overdue' | 'paused' | 'first_use';
}

/** Whether a goods vehicle or trailer is 12 years old or more. */
function isOld({ category, registeredMs }: InspectedVehicle, nowMs: number): boolean {
  if (registeredMs === null || category === 'light') return false;
  const grownOld = new Date(registeredMs);
  grownOld.setUTCFullYear(grownOld.getUTCFullYear() + OLD_GOODS_VEHICLE_YEARS);
  return grownOld.getTime() <= nowMs;
}

/**
 * The interval of the safety inspections of a vehicle and the week in which the next is due (Guide to
 * maintaining roadworthiness, section 4: safety inspection intervals, first use inspection): the
 * shortest of what the operator committed to, what the age allows (6 weeks from 12 years on), what its
 * use allows, and 13 weeks. It is due in an ISO week, not on a day. The cycle pauses while the vehicle
 * is off the road; it is inspected before it returns to work.
 */
export function inspectionInterval(
  vehicle: InspectedVehicle,
  useWeeks: UseWeeks,
  nowMs: number,
): InspectionInterval {
  const { isOffRoad, lastInspectedMs, licenceWeeks, scheduleWeeks, use } = vehicle;
  const caps: { code: IntervalReason; weeks: number }[] = [
    ...(licenceWeeks === null ? [] : [{ code: 'licence' as const, weeks: licenceWeeks }]),
    ...(isOld(vehicle, nowMs) ? [{ code: 'age' as const, weeks: OLD_GOODS_VEHICLE_WEEKS }] : []),
    ...(use === null ? [] : [{ code: 'use' as const, weeks: useWeeks[use] }]),
    { code: 'longest', weeks: INSPECTION_WEEKS.most },
  ];
  const allowed = Math.min(...caps.map(({ weeks }) => weeks));
  const weeks = Math.min(allowed, scheduleWeeks ?? allowed);
  const isBySchedule = scheduleWeeks !== null && scheduleWeeks < allowed;
  const reasons: { code: IntervalReason; weeks: number | null }[] = isBySchedule
    ? [{ code: 'schedule', weeks: scheduleWeeks }]
    : caps.filter((cap, n) => cap.weeks === allowed && (cap.code !== 'longest' || n === 0));
  if (reasons.length === 0) reasons.push({ code: 'longest', weeks: INSPECTION_WEEKS.most });
  if (scheduleWeeks !== null && scheduleWeeks > allowed)
    reasons.push({ code: 'schedule_too_long', weeks: scheduleWeeks });
  if (scheduleWeeks !== null && scheduleWeeks < INSPECTION_WEEKS.least)
    reasons.push({ code: 'schedule_too_short', weeks: INSPECTION_WEEKS.least });
  if (isOffRoad) {
    reasons.push({ code: 'before_return', weeks: null });
    return { weeks, reasons, due: null, state: 'paused' };
  }
  if (lastInspectedMs === null) {
    reasons.push({ code: 'first_use', weeks: null });
    return { weeks, reasons, due: null, state: 'first_use' };
  }
  const dueMs = lastInspectedMs + weeks * WEEK_MS;
  const endMs = endOfIsoWeek(dueMs);
  const startMs = startOfIsoWeek(dueMs);
  const state = nowMs >= endMs ? 'overdue' : nowMs >= startMs ? 'due' : 'in_order';
  return { weeks, reasons, due: { ...isoWeekOf(dueMs), startMs, endMs }, state };
}
