import type { HoursRegime } from '@roadworthy/domain';
import { type Activity, isRest, timeline } from './activity.ts';
import { checkBreaks } from './breaks.ts';
import { checkDailyDriving, type DrivingDay } from './daily-driving.ts';
import { dailyPeriods } from './daily-periods.ts';
import { checkDailyRest, type DailyRestDay } from './daily-rest.ts';
import { checkGbDomestic } from './gb-domestic.ts';
import type { Infringement } from './infringement.ts';
import { type RemainingTime, remainingTime } from './remaining.ts';
import { restPeriods } from './rest-periods.ts';
import { checkWeeklyDriving, type DrivingWeek } from './weekly-driving.ts';
import { checkWeeklyRest, type WeeklyRest, type WeeklyRestRules } from './weekly-rest.ts';
import {
  checkNightWork,
  checkWorkingBreaks,
  checkWorkingWeeks,
  type Leave,
  type WorkingTimeRules,
  type WorkingWeek,
} from './working-time.ts';

export type { Activity } from './activity.ts';
export type { Infringement } from './infringement.ts';
export type { RemainingTime } from './remaining.ts';
export type { Leave } from './working-time.ts';

/** Which rules apply to a driver, and their options. */
export interface DriversHoursRules extends WeeklyRestRules, WorkingTimeRules {
  /** `eu` also covers AETR, whose limits of driving, breaks and rests are the same. */
  readonly regime: HoursRegime;
}

/** The analysis of one driver. Times in ms since 1970 UTC. */
export interface DriversHours {
  readonly infringements: readonly Infringement[];
  readonly days: readonly (DrivingDay & Pick<DailyRestDay, 'kind' | 'restMs'>)[];
  readonly weeks: readonly (DrivingWeek & Omit<WorkingWeek, 'startMs'>)[];
  readonly weeklyRests: readonly WeeklyRest[];
  /** Null without records, and under the domestic rules of Great Britain. */
  readonly remaining: RemainingTime | null;
}

const NOTHING: DriversHours = {
  infringements: [],
  days: [],
  weeks: [],
  weeklyRests: [],
  remaining: null,
};

/**
 * Analyses a driver's activities: infringements in sequence of time, days, weeks, weekly rests, and
 * what may still be driven at `nowMs`. Pure: the same activities in any sequence give the same result.
 *
 * @param activities of one driver, in any sequence, at least from the end of a weekly rest on
 * @param nowMs end of the analysis; time after the last activity counts as rest until then
 * @param leave of the driver, in any sequence
 */
export function analyseDriversHours(
  activities: readonly Activity[],
  rules: DriversHoursRules,
  nowMs: number,
  leave: readonly Leave[] = [],
): DriversHours {
  const known = activities.filter(({ startMs }) => startMs < nowMs);
  const lastMs = known.reduce((most, { endMs }) => Math.max(most, endMs), 0);
  const line = timeline([
    ...known,
    ...(known.length > 0 && lastMs < nowMs
      ? [{ kind: 'unknown' as const, startMs: lastMs, endMs: nowMs }]
      : []),
  ]);
  const firstWork = line.find((activity) => !isRest(activity));
  if (firstWork === undefined) return NOTHING;
  const rests = restPeriods(line);
  const periods = dailyPeriods(line, rests);
  const driving = checkWeeklyDriving(line);
  const working = checkWorkingWeeks(line, rules, leave);
  const workingBreaches = [
    ...working.infringements,
    ...checkWorkingBreaks(periods),
    ...checkNightWork(periods, rules),
  ];
  const daily = checkDailyDriving(periods);
  const dailyRest = checkDailyRest(periods, nowMs);
  const days = daily.days.map((day, index) => {
    const rest = dailyRest.days[index];
    return { ...day, kind: rest?.kind ?? ('open' as const), restMs: rest?.restMs ?? 0 };
  });
  const weeks = driving.weeks.map((week, index) => {
    const { workingMs = 0, leaveMs = 0, averageMs = null } = working.weeks[index] ?? {};
    return { ...week, workingMs, leaveMs, averageMs };
  });
  const inSequence = (found: readonly Infringement[]) =>
    [...found].sort(
      (one, other) => one.startMs - other.startMs || one.rule.localeCompare(other.rule),
    );
  if (rules.regime === 'gb_domestic') {
    const infringements = inSequence(checkGbDomestic(line));
    return { infringements, days, weeks, weeklyRests: [], remaining: null };
  }
  const breaks = checkBreaks(line);
  const weekly = checkWeeklyRest(rests, firstWork.startMs, nowMs, rules);
  return {
    infringements: inSequence([
      ...breaks.infringements,
      ...daily.infringements,
      ...driving.infringements,
      ...dailyRest.infringements,
      ...weekly.infringements,
      ...workingBreaches,
    ]),
    days,
    weeks,
    weeklyRests: weekly.weeklyRests,
    remaining: remainingTime({
      nowMs,
      breakState: breaks.state,
      periods,
      days: daily.days,
      restDays: dailyRest.days,
      weeks: driving.weeks,
      weeklyRestEndMs: weekly.sinceMs,
    }),
  };
}
