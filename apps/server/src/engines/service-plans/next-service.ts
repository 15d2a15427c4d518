import type { ServiceCause } from '@roadworthy/domain';
import { daysUntilUsed, type ExpectedUse } from './use.ts';

/** One meter of a vehicle, as a service depends on it. Metres, or seconds of the engine. */
export interface ServiceMeter {
  readonly cause: Exclude<ServiceCause, 'time'>;
  /** The service is due after so much. */
  readonly interval: number;
  /** Value at the last service. */
  readonly last: number;
  /** Value now. */
  readonly now: number;
  /** Null if it is not known. */
  readonly use: ExpectedUse | null;
}

/** When a service is next due, and by what. */
export interface NextService {
  readonly cause: ServiceCause;
  /** ms since 1970 UTC; in the past if it is overdue */
  readonly dueMs: number;
}

/** A meter with what is left until the service. */
export interface RemainingUse {
  readonly cause: ServiceMeter['cause'];
  readonly due: number;
  /** Negative if it is overdue. */
  readonly remaining: number;
  /** When it is reached at the expected use; null if the use is not known or zero. */
  readonly dueMs: number | null;
}

const DAY_MS = 86_400_000;
/** A forecast ends after ten years: a vehicle that hardly moves has none. */
const FURTHEST_DAYS = 3650;

/** What is left on a meter, and when it is used up at the expected use. */
export function remainingUse(meter: ServiceMeter, nowMs: number): RemainingUse {
  const { cause, last, interval, now, use } = meter;
  const due = last + interval;
  const remaining = due - now;
  return { cause, due, remaining, dueMs: reachedMs(remaining, use, nowMs) };
}

function reachedMs(remaining: number, use: ExpectedUse | null, nowMs: number): number | null {
  const days = use === null ? null : daysUntilUsed(remaining, use, FURTHEST_DAYS);
  if (days !== null) return nowMs + days * DAY_MS;
  return remaining <= 0 ? nowMs : null;
}

/**
 * The next date of a service by time, distance or engine hours, whichever comes first.
 *
 * @param timeDueMs by time
 * @param lastMs the last service, or the start of the plan: a distance that was used up faster than the
 *   average says is due since then, not before
 */
export function nextService(
  timeDueMs: number,
  uses: readonly RemainingUse[],
  lastMs: number,
): NextService {
  const first = uses.reduce<NextService>(
    (first, { cause, dueMs }) => (dueMs !== null && dueMs < first.dueMs ? { cause, dueMs } : first),
    { cause: 'time', dueMs: timeDueMs },
  );
  return { ...first, dueMs: Math.max(first.dueMs, lastMs) };
}

/** The days of a schedule, YYYY-MM-DD. */
export interface ScheduleDays {
  readonly dueOn: string;
  readonly earliestOn: string;
  readonly latestOn: string;
  readonly plannedOn: string | null;
}

/** A planned visit stays if the forecast moves before it by at most this. */
const PLANNED_TOLERANCE_DAYS = 7;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The days of a schedule whose service comes before its date by time. A visit that is planned stays,
 * unless the forecast lies more than a week before it.
 *
 * @param earliestMs first day on which it may be planned
 */
export function scheduleDays(
  dueMs: number,
  earliestMs: number,
  plannedOn: string | null,
): ScheduleDays {
  const dueOn = dayOf(dueMs);
  const earliestOn = dayOf(Math.min(earliestMs, dueMs));
  const furthest = dayOf(dueMs + PLANNED_TOLERANCE_DAYS * DAY_MS);
  if (plannedOn === null || plannedOn > furthest) {
    return { dueOn, earliestOn, latestOn: dueOn, plannedOn: null };
  }
  return {
    dueOn,
    earliestOn: plannedOn < earliestOn ? plannedOn : earliestOn,
    latestOn: plannedOn > dueOn ? plannedOn : dueOn,
    plannedOn,
  };
}
