/**
 * States of a scheduled activity: done; overdue; due within 7 days; within 28 days; later; or a safety
 * inspection of a vehicle off the road, whose cycle is suspended.
 */
export const SCHEDULE_STATES = [
  'fulfilled',
  'overdue',
  'due',
  'expiring',
  'planned',
  'paused',
] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** Days before the due date from which an activity is due. */
export const DUE_DAYS = 7;
/** Days before the due date from which an activity is expiring. */
export const EXPIRING_DAYS = 28;

const DAY_MS = 86_400_000;
const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);

/**
 * The state of a scheduled activity. Days are in UTC, like schedules (H-P06).
 *
 * @param dueMs due date, ms since 1970 UTC
 * @param latestMs a moment of the last day on which it is in time: that of dueMs, or the end of its week
 */
export function scheduleState(
  schedule: {
    readonly dueMs: number;
    readonly latestMs: number;
    readonly isFulfilled: boolean;
    readonly isPaused?: boolean;
  },
  nowMs: number,
): ScheduleState {
  if (schedule.isFulfilled) return 'fulfilled';
  if (schedule.isPaused === true) return 'paused';
  if (dayOf(nowMs) > dayOf(schedule.latestMs)) return 'overdue';
  const daysLeft = dayOf(schedule.dueMs) - dayOf(nowMs);
  if (daysLeft <= DUE_DAYS) return 'due';
  return daysLeft <= EXPIRING_DAYS ? 'expiring' : 'planned';
}
