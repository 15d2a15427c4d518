import { addInterval, subtractInterval } from '@roadworthy/domain';

const DAY_MS = 86_400_000;

/** The open schedule of a vehicle and a type. */
export interface OpenSchedule {
  readonly id: number;
  /** ms since 1970 UTC */
  readonly dueMs: number;
}

/** An accepted activity of a type that has a schedule. */
export interface AcceptedActivity {
  /** Start of the interval: the date of the document, ms since 1970 UTC. */
  readonly fulfilledMs: number;
  /** Tokens as in "1y 6m". */
  readonly interval: string;
  /** How long before its due date the next may be planned. */
  readonly window: string;
  /** Its status carries do_not_create_schedule_activities. */
  readonly isSuppressed: boolean;
  /** The flag "fulfil" of the request. */
  readonly fulfils: boolean;
  /** The flag "create schedule" of the request. */
  readonly creates: boolean;
  readonly open: OpenSchedule | null;
}

/** The due date, and the days in UTC (YYYY-MM-DD, both included) on which it may be planned. */
export interface DueDate {
  readonly dueMs: number;
  readonly earliestDay: string;
  readonly latestDay: string;
}

/** The effect of an activity on the schedule of its vehicle and type. */
export interface ScheduleDecision {
  /** The open schedule that it fulfils. */
  readonly fulfilled: number | null;
  /** The open schedule that it moves to another due date. */
  readonly moved: number | null;
  /** The next due date: of a new schedule, or of the moved one. */
  readonly next: DueDate | null;
  /** unqualified_to_approve_schedules: a later one already exists (requirement H-P05). */
  readonly isUnqualified: boolean;
}

const NOTHING: ScheduleDecision = {
  fulfilled: null,
  moved: null,
  next: null,
  isUnqualified: false,
};

/** A UTC day as YYYY-MM-DD. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The Sunday of the ISO week of a time. */
function endOfWeek(timeMs: number): number {
  const weekday = (new Date(timeMs).getUTCDay() + 6) % 7;
  return timeMs + (6 - weekday) * DAY_MS;
}

/**
 * The due date after an interval, with the days on which it may be planned. An interval in weeks is
 * due within its ISO week, not on the day (facts of the trade, safety inspection).
 *
 * @param fromMs ms since 1970 UTC
 */
export function dueDate(fromMs: number, interval: string, window: string): DueDate {
  return dueOf(addInterval(fromMs, interval), interval, window);
}

/** A due date after an interval, with its days as {@link dueDate}. */
export function dueOf(dueMs: number, interval: string, window: string): DueDate {
  const isInWeeks = /^\s*\d+w\s*$/.test(interval);
  return {
    dueMs,
    earliestDay: dayText(subtractInterval(dueMs, window)),
    latestDay: dayText(isInWeeks ? endOfWeek(dueMs) : dueMs),
  };
}

/**
 * The effect of an accepted activity on its schedule (requirements H-23, H-P04, H-P05, OP-007,
 * OP-060): it fulfils the open one, and the next is due an interval after the activity's date. A
 * status that suppresses schedules does neither. If a later one is already open, the document is
 * older than the plan and nothing changes; the same applies if an identical one exists.
 */
export function decideSchedule(activity: AcceptedActivity): ScheduleDecision {
  const { open, creates, fulfils } = activity;
  if (activity.isSuppressed) return NOTHING;
  const next = dueDate(activity.fulfilledMs, activity.interval, activity.window);
  if (open !== null && open.dueMs > next.dueMs) return { ...NOTHING, isUnqualified: creates };
  if (open !== null && open.dueMs === next.dueMs) return NOTHING;
  const fulfilled = fulfils && open !== null ? open.id : null;
  if (!creates) return { ...NOTHING, fulfilled };
  // Only one is open at a time: an unfulfilled one is overwritten.
  const moved = fulfilled === null && open !== null ? open.id : null;
  return { fulfilled, moved, next, isUnqualified: false };
}
