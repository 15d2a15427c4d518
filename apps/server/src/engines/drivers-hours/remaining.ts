import { DAY_MS, isDriving, sumMs, WEEK_MS, weekStartMs } from './activity.ts';
import type { BreakState } from './breaks.ts';
import {
  DAILY_LIMIT_MS,
  type DrivingDay,
  EXTENDED_LIMIT_MS,
  EXTENSIONS_A_WEEK,
} from './daily-driving.ts';
import type { DailyPeriod } from './daily-periods.ts';
import { type DailyRestDay, REDUCED_BETWEEN_WEEKLY } from './daily-rest.ts';
import { hours } from './infringement.ts';
import { type DrivingWeek, FORTNIGHTLY_LIMIT_MS, WEEKLY_LIMIT_MS } from './weekly-driving.ts';
import { SIX_DAYS_MS } from './weekly-rest.ts';

const BREAK_LIMIT_MS = hours(4.5);

/** What a driver may still do now. Durations in ms, times in ms since 1970 UTC. */
export interface RemainingTime {
  /** Driving until a break is due (article 7). */
  readonly untilBreakMs: number;
  /** The break that is needed then: 45 minutes, or 30 after a first part. */
  readonly breakNeededMs: number;
  /** Driving of today with the extension to 10 hours, if one is left this week. */
  readonly todayMs: number;
  readonly extensionsLeft: number;
  readonly weekMs: number;
  readonly fortnightMs: number;
  /** Driving that no limit forbids now: the least of the four. */
  readonly drivingMs: number;
  /** The daily rest must begin by then; null while resting since the last period. */
  readonly restByMs: number | null;
  readonly reducedRestsLeft: number;
  readonly weeklyRestByMs: number;
}

interface Figures {
  readonly nowMs: number;
  readonly breakState: BreakState;
  readonly periods: readonly DailyPeriod[];
  readonly days: readonly DrivingDay[];
  readonly restDays: readonly DailyRestDay[];
  readonly weeks: readonly DrivingWeek[];
  /** The end of the last weekly rest. */
  readonly weeklyRestEndMs: number;
}

/** The remaining times of Regulation (EC) 561/2006 at `nowMs`. */
export function remainingTime(figures: Figures): RemainingTime {
  const { breakState, days, nowMs, periods, restDays, weeks, weeklyRestEndMs } = figures;
  const open = periods.at(-1);
  const isOpen = open !== undefined && open.rest === null;
  const week = weekStartMs(nowMs);
  const closed = isOpen ? days.slice(0, -1) : days;
  const used = closed.filter(
    ({ startMs, isExtended }) => isExtended && weekStartMs(startMs) === week,
  ).length;
  const extensionsLeft = Math.max(0, EXTENSIONS_A_WEEK - used);
  const todayLimitMs = extensionsLeft > 0 ? EXTENDED_LIMIT_MS : DAILY_LIMIT_MS;
  const drivenMs = isOpen ? sumMs(open.activities, isDriving) : 0;
  const of = (startMs: number) => weeks.find((one) => one.startMs === startMs)?.drivingMs ?? 0;
  const left = (limitMs: number, usedMs: number) => Math.max(0, limitMs - usedMs);
  const todayMs = left(todayLimitMs, drivenMs);
  const weekMs = left(WEEKLY_LIMIT_MS, of(week));
  const fortnightMs = left(FORTNIGHTLY_LIMIT_MS, of(week) + of(week - WEEK_MS));
  const untilBreakMs = left(BREAK_LIMIT_MS, breakState.drivingMs);
  const reducedRestsLeft = Math.max(
    0,
    REDUCED_BETWEEN_WEEKLY - (restDays.at(isOpen ? -2 : -1)?.reducedCount ?? 0),
  );
  return {
    untilBreakMs,
    breakNeededMs: hours(breakState.hasFirstPart ? 0.5 : 0.75),
    todayMs,
    extensionsLeft,
    weekMs,
    fortnightMs,
    drivingMs: Math.min(untilBreakMs, todayMs, weekMs, fortnightMs),
    restByMs: isOpen ? restBy(open, reducedRestsLeft) : null,
    reducedRestsLeft,
    weeklyRestByMs: weeklyRestEndMs + SIX_DAYS_MS,
  };
}

/** The latest start of the daily rest of an open period (articles 8.2, 8.4, 8.5). */
function restBy({ breaks, isCrew, startMs }: DailyPeriod, reducedRestsLeft: number): number {
  if (isCrew) return startMs + hours(30) - hours(9);
  const hasFirstPart = breaks.some(({ restMs }) => restMs >= hours(3));
  return startMs + DAY_MS - hours(hasFirstPart || reducedRestsLeft > 0 ? 9 : 11);
}
