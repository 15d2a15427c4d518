import { type Activity, HOUR_MS, isRest, sumMs } from './activity.ts';
import { hours } from './infringement.ts';
import type { RestPeriod } from './rest-periods.ts';

/**
 * A rest from this length on ends the count of daily driving, also where it is too short
 * (Commission Implementing Decision C(2011) 3759).
 */
const ENDS_DAY_MS = hours(7);
/** In multi-manning, the other driver may be absent in the first hour (article 4(o)). */
const ALONE_MS = HOUR_MS;

/** The work between two rests of at least seven hours. Times in ms since 1970 UTC. */
export interface DailyPeriod {
  /** The first activity after the rest before. */
  readonly startMs: number;
  /** The start of the rest that ends it; the end of the records if it has not ended. */
  readonly endMs: number;
  /** The rest that ends it; null if it has not ended. */
  readonly rest: RestPeriod | null;
  /** Rests within it, shorter than seven hours. */
  readonly breaks: readonly RestPeriod[];
  readonly activities: readonly Activity[];
  /** Whether a second driver was on board, apart from the first hour. */
  readonly isCrew: boolean;
}

/** Cuts a gapless timeline into daily periods, in one pass over activities and rests. */
export function dailyPeriods(
  timeline: readonly Activity[],
  rests: readonly RestPeriod[],
): readonly DailyPeriod[] {
  const end = timeline.at(-1)?.endMs ?? 0;
  const periods: DailyPeriod[] = [];
  let nextActivity = 0;
  let nextRest = 0;
  const add = (untilMs: number, rest: RestPeriod | null) => {
    const activities: Activity[] = [];
    for (; nextActivity < timeline.length; nextActivity += 1) {
      const activity = timeline[nextActivity];
      if (activity === undefined || activity.startMs >= untilMs) break;
      if (activities.length > 0 || !isRest(activity)) activities.push(activity);
    }
    const first = activities[0];
    const breaks: RestPeriod[] = [];
    for (; nextRest < rests.length; nextRest += 1) {
      const one = rests[nextRest];
      if (one === undefined || one.startMs >= untilMs) break;
      if (first !== undefined && one.startMs >= first.startMs) breaks.push(one);
    }
    if (first === undefined) return;
    const { startMs } = first;
    const isCrew = isCrewPeriod(activities, startMs);
    periods.push({ startMs, endMs: untilMs, rest, breaks, activities, isCrew });
  };
  for (const rest of rests) {
    if (rest.restMs >= ENDS_DAY_MS) add(rest.startMs, rest);
  }
  add(end, null);
  return periods;
}

/** Whether all work after the first hour was done with a second driver on board. */
function isCrewPeriod(activities: readonly Activity[], startMs: number): boolean {
  const works = (activity: Activity) => !isRest(activity);
  const alone = (activity: Activity) => works(activity) && activity.isCrew !== true;
  const fromMs = startMs + ALONE_MS;
  return sumMs(activities, works, fromMs) > 0 && sumMs(activities, alone, fromMs) === 0;
}
