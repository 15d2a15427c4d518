/**
 * How what is scheduled stands: done; its last day has gone by; due within 7 days; within 28 days;
 * later; or a safety inspection of a vehicle off the road, whose cycle stands still.
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

/** Days before its due date from which something counts as due. */
export const DUE_DAYS = 7;
/** Days before its due date from which something counts as expiring. */
export const EXPIRING_DAYS = 28;

const DAY_MS = 86_400_000;
const dayOf = (timeMs: number) => Math.floor(timeMs / DAY_MS);

/**
 * The state of what is scheduled. Days are those of UTC, in which schedules are computed (H-P06).
 *
 * @param dueMs when it is due, ms since 1970 UTC
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
