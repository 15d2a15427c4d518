import { addInterval, subtractInterval } from '@roadworthy/domain';

const DAY_MS = 86_400_000;

/** What stands open for a vehicle and a type of schedule. */
export interface OpenSchedule {
  readonly id: number;
  /** ms since 1970 UTC */
  readonly dueMs: number;
}

/** An activity that was accepted, of a type that has a schedule. */
export interface AcceptedActivity {
  /** Moment that the interval counts from: its document's, ms since 1970 UTC. */
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

/** When something is due, and the days in UTC (YYYY-MM-DD, both included) that it may be planned on. */
export interface DueDate {
  readonly dueMs: number;
  readonly earliestDay: string;
  readonly latestDay: string;
}

/** What an activity does to the schedule of its vehicle and type. */
export interface ScheduleDecision {
  /** The open schedule that it fulfils. */
  readonly fulfilled: number | null;
  /** The open schedule that it gives another due date. */
  readonly moved: number | null;
  /** What is due next: of a new schedule, or of the moved one. */
  readonly next: DueDate | null;
  /** unqualified_to_approve_schedules: a later one is set already (requirement H-P05). */
  readonly isUnqualified: boolean;
}

const NOTHING: ScheduleDecision = {
  fulfilled: null,
  moved: null,
  next: null,
  isUnqualified: false,
};

/** A day of UTC as YYYY-MM-DD. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The Sunday of the ISO week that a moment is in. */
function endOfWeek(timeMs: number): number {
  const weekday = (new Date(timeMs).getUTCDay() + 6) % 7;
  return timeMs + (6 - weekday) * DAY_MS;
}

/**
 * The due date that follows from an interval, with the days on which it may be planned. What is
 * counted in weeks is due within its ISO week, not on the day (facts of the trade, safety inspection).
 *
 * @param fromMs ms since 1970 UTC
 */
export function dueDate(fromMs: number, interval: string, window: string): DueDate {
  const dueMs = addInterval(fromMs, interval);
  const isInWeeks = /^\s*\d+w\s*$/.test(interval);
  return {
    dueMs,
    earliestDay: dayText(subtractInterval(dueMs, window)),
    latestDay: dayText(isInWeeks ? endOfWeek(dueMs) : dueMs),
  };
}

/**
 * What an accepted activity does to its schedule (requirements H-23, H-P04, H-P05, OP-007, OP-060):
 * it fulfils the open one, and the next is due an interval after its own date. A status that
 * suppresses does neither. Where a later one is open already, the document is older than what is
 * planned: nothing changes. Where it would be the same, it is there already.
 */
export function decideSchedule(activity: AcceptedActivity): ScheduleDecision {
  const { open, creates, fulfils } = activity;
  if (activity.isSuppressed) return NOTHING;
  const next = dueDate(activity.fulfilledMs, activity.interval, activity.window);
  if (open !== null && open.dueMs > next.dueMs) return { ...NOTHING, isUnqualified: creates };
  if (open !== null && open.dueMs === next.dueMs) return NOTHING;
  const fulfilled = fulfils && open !== null ? open.id : null;
  if (!creates) return { ...NOTHING, fulfilled };
  // One stands open at a time: what is not fulfilled is overwritten.
  const moved = fulfilled === null && open !== null ? open.id : null;
  return { fulfilled, moved, next, isUnqualified: false };
}
