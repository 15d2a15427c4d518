import type { ActivityKind } from '@roadworthy/domain';

/** One activity; `endMs` is exclusive. Times in ms since 1970 UTC. */
export interface Activity {
  readonly kind: ActivityKind;
  readonly startMs: number;
  readonly endMs: number;
  /** Whether another driver's card was in the other slot (multi-manning). */
  readonly isCrew?: boolean;
  /** Whether the vehicle was on a ferry or train (specific condition; article 9). */
  readonly isFerry?: boolean;
  /** Whether the vehicle was out of scope: its driving is other work (article 6.5). */
  readonly isOutOfScope?: boolean;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The first Monday after 1970-01-01, a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * The start of the week: Monday 00:00 UTC (article 4(i); recording equipment counts in UTC).
 */
export function weekStartMs(timeMs: number): number {
  return Math.floor((timeMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
}

/** Whether the activity is break or rest. */
export function isRest({ kind }: Activity): boolean {
  return kind === 'rest' || kind === 'unknown';
}

/** Whether the activity is driving in scope of the regulation. */
export function isDriving({ kind, isOutOfScope }: Activity): boolean {
  return kind === 'driving' && isOutOfScope !== true;
}

/** Whether the activity is working time (Directive 2002/15/EC, article 3): driving and other work. */
export function isWork({ kind }: Activity): boolean {
  return kind === 'driving' || kind === 'work';
}

const isSame = (one: Activity, other: Activity) =>
  one.kind === other.kind &&
  one.isCrew === other.isCrew &&
  one.isFerry === other.isFerry &&
  one.isOutOfScope === other.isOutOfScope;

/**
 * A gapless sequence of activities in sequence of time, from activities in any sequence. A later start
 * wins where two overlap, gaps become `unknown`, equal neighbours are one, empty ones are left out.
 */
export function timeline(activities: readonly Activity[]): readonly Activity[] {
  const sorted = activities
    .filter(({ startMs, endMs }) => endMs > startMs)
    .sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  const result: Activity[] = [];
  const add = (activity: Activity) => {
    const last = result.at(-1);
    if (last !== undefined && isSame(last, activity)) {
      result[result.length - 1] = { ...last, endMs: activity.endMs };
    } else result.push(activity);
  };
  for (const [index, activity] of sorted.entries()) {
    const next = sorted[index + 1];
    const endMs = Math.min(activity.endMs, next?.startMs ?? activity.endMs);
    const endedMs = result.at(-1)?.endMs ?? activity.startMs;
    if (activity.startMs > endedMs)
      add({ kind: 'unknown', startMs: endedMs, endMs: activity.startMs });
    if (endMs > activity.startMs) add({ ...activity, endMs });
  }
  return result;
}

/** Sum in ms of the activities that are counted, within a period. */
export function sumMs(
  activities: readonly Activity[],
  counts: (activity: Activity) => boolean,
  fromMs = Number.NEGATIVE_INFINITY,
  untilMs = Number.POSITIVE_INFINITY,
): number {
  let sum = 0;
  for (const activity of activities) {
    if (!counts(activity)) continue;
    const ms = Math.min(activity.endMs, untilMs) - Math.max(activity.startMs, fromMs);
    if (ms > 0) sum += ms;
  }
  return sum;
}
