import { daysOf } from '@roadworthy/domain/time';
import { type Activity, DAY_MS, isRest, isWork, sumMs, WEEK_MS, weekStartMs } from './activity.ts';
import type { DailyPeriod } from './daily-periods.ts';
import {
  DEGREES,
  excessSeverity,
  hours,
  type Infringement,
  minutes,
  workingBreakSeverity,
} from './infringement.ts';

const WEEK_LIMIT_MS = hours(60);
const AVERAGE_LIMIT_MS = hours(48);
const WITHOUT_BREAK_MS = hours(6);
const LONG_DAY_MS = hours(9);
const SHORT_DAY_BREAK_MS = minutes(30);
const LONG_DAY_BREAK_MS = minutes(45);
const BREAK_PART_MS = minutes(15);
const NIGHT_DAY_LIMIT_MS = hours(10);
/** What a day and a week of leave count in the average (Road Transport (Working Time) guidance, 3.5). */
const LEAVE_DAY_MS = hours(8);
const LEAVE_WEEK_MS = hours(48);

/** What national law and the agreement with the staff decide (Directive 2002/15/EC). */
export interface WorkingTimeRules {
  /** Weeks over which the average is taken: 17, or up to 26 by agreement (article 4, 8). */
  readonly referenceWeeks: number;
  /** Hours of the night period after local midnight, four in Great Britain for goods vehicles. */
  readonly nightHours: number;
  /** IANA zone of the night period. */
  readonly timeZone: string;
}

/** Statutory leave or sickness, which must not lower the average. Times in ms since 1970 UTC. */
export interface Leave {
  readonly startMs: number;
  readonly endMs: number;
}

export interface WorkingWeek {
  readonly startMs: number;
  readonly workingMs: number;
  /** What leave counts in the average of working time, beside the work. */
  readonly leaveMs: number;
  /** Average of the reference period that ends with this week; null before there are enough weeks. */
  readonly averageMs: number | null;
}

/**
 * What leave counts in each week, by the start of the week: 8 hours for each day, of a shorter absence its
 * length, and at most 48 in a week.
 */
function leaveByWeek(leave: readonly Leave[], timeZone: string): ReadonlyMap<number, number> {
  const byDate = new Map<string, number>();
  for (const { date, startMs, endMs } of leave.flatMap((one) => daysOf(one, timeZone))) {
    byDate.set(date, Math.min(LEAVE_DAY_MS, (byDate.get(date) ?? 0) + endMs - startMs));
  }
  const byWeek = new Map<number, number>();
  for (const [date, lengthMs] of byDate) {
    const weekMs = weekStartMs(Date.parse(date));
    byWeek.set(weekMs, Math.min(LEAVE_WEEK_MS, (byWeek.get(weekMs) ?? 0) + lengthMs));
  }
  return byWeek;
}

/**
 * Checks weekly working time: 60 hours in a week, 48 on average (article 4). Leave does not lower the average
 * (SI 2005/639, regulation 4).
 */
export function checkWorkingWeeks(
  timeline: readonly Activity[],
  { referenceWeeks, timeZone }: WorkingTimeRules,
  leave: readonly Leave[] = [],
): { readonly infringements: readonly Infringement[]; readonly weeks: readonly WorkingWeek[] } {
  const first = timeline[0];
  const last = timeline.at(-1);
  if (first === undefined || last === undefined) return { infringements: [], weeks: [] };
  const infringements: Infringement[] = [];
  const weeks: WorkingWeek[] = [];
  const leaveOf = leaveByWeek(leave, timeZone);
  for (let startMs = weekStartMs(first.startMs); startMs < last.endMs; startMs += WEEK_MS) {
    const endMs = startMs + WEEK_MS;
    const workingMs = sumMs(timeline, isWork, startMs, endMs);
    const leaveMs = leaveOf.get(startMs) ?? 0;
    const before = weeks.slice(1 - referenceWeeks);
    const period = [...before.map((one) => one.workingMs + one.leaveMs), workingMs + leaveMs];
    const averageMs =
      period.length < referenceWeeks || last.endMs < endMs
        ? null
        : Math.round(period.reduce((sum, ms) => sum + ms, 0) / referenceWeeks);
    weeks.push({ startMs, workingMs, leaveMs, averageMs });
    if (workingMs > WEEK_LIMIT_MS) {
      infringements.push({
        rule: 'working_time_week',
        paragraph: '2002/15 Art. 4(a)',
        severity: excessSeverity(workingMs, DEGREES.weeklyWorkingTime),
        startMs,
        endMs,
        actualMs: workingMs,
        limitMs: WEEK_LIMIT_MS,
      });
    }
    if (averageMs !== null && averageMs > AVERAGE_LIMIT_MS) {
      infringements.push({
        rule: 'working_time_average',
        paragraph: '2002/15 Art. 4(a)',
        severity: excessSeverity(averageMs, DEGREES.averageWorkingTime),
        startMs: endMs - referenceWeeks * WEEK_MS,
        endMs,
        actualMs: averageMs,
        limitMs: AVERAGE_LIMIT_MS,
      });
    }
  }
  return { infringements, weeks };
}

/** The longest working time in ms without a break of at least 15 minutes, and the sum of such breaks. */
function workAndBreaks({ activities }: DailyPeriod) {
  let withoutBreakMs = 0;
  let longestMs = 0;
  let breaksMs = 0;
  let restMs = 0;
  for (const activity of activities) {
    const lengthMs = activity.endMs - activity.startMs;
    if (isRest(activity)) {
      restMs += lengthMs;
      continue;
    }
    if (restMs >= BREAK_PART_MS) {
      breaksMs += restMs;
      withoutBreakMs = 0;
    }
    restMs = 0;
    if (isWork(activity)) withoutBreakMs += lengthMs;
    longestMs = Math.max(longestMs, withoutBreakMs);
  }
  return { longestMs, breaksMs };
}

/**
 * Checks the breaks of a working day (article 5): 30 minutes if it has more than six hours of work, 45
 * if more than nine, in parts of at least 15 minutes; never more than six hours without a break.
 */
export function checkWorkingBreaks(periods: readonly DailyPeriod[]): readonly Infringement[] {
  return periods.flatMap((period): Infringement[] => {
    const workingMs = sumMs(period.activities, isWork);
    if (workingMs <= WITHOUT_BREAK_MS) return [];
    const { longestMs, breaksMs } = workAndBreaks(period);
    const isLong = workingMs > LONG_DAY_MS;
    const limitMs = isLong ? LONG_DAY_BREAK_MS : SHORT_DAY_BREAK_MS;
    const found = {
      rule: 'working_time_break' as const,
      paragraph: '2002/15 Art. 5(1)',
      startMs: period.startMs,
      endMs: period.endMs,
    };
    if (breaksMs < limitMs) {
      const severity = workingBreakSeverity(
        breaksMs,
        isLong ? DEGREES.longDayBreak : DEGREES.shortDayBreak,
      );
      return [{ ...found, severity, actualMs: breaksMs, limitMs }];
    }
    if (longestMs <= WITHOUT_BREAK_MS) return [];
    return [{ ...found, severity: null, actualMs: longestMs, limitMs: WITHOUT_BREAK_MS }];
  });
}

/** Checks working days with work at night: at most 10 hours of work (article 7). */
export function checkNightWork(
  periods: readonly DailyPeriod[],
  { nightHours, timeZone }: WorkingTimeRules,
): readonly Infringement[] {
  return periods.flatMap((period) => {
    const { activities, startMs, endMs } = period;
    const workingMs = sumMs(activities, isWork);
    if (workingMs <= NIGHT_DAY_LIMIT_MS) return [];
    // From a day earlier on, so that each night which the period touches begins at midnight.
    const isNight = daysOf({ startMs: startMs - DAY_MS, endMs }, timeZone).some(
      (day) => sumMs(activities, isWork, day.startMs, day.startMs + hours(nightHours)) > 0,
    );
    if (!isNight) return [];
    return [
      {
        rule: 'night_work',
        paragraph: '2002/15 Art. 7(1)',
        severity: excessSeverity(workingMs, DEGREES.nightWork),
        startMs,
        endMs,
        actualMs: workingMs,
        limitMs: NIGHT_DAY_LIMIT_MS,
      },
    ];
  });
}
