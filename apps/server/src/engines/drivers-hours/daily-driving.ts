import { isDriving, sumMs, weekStartMs } from './activity.ts';
import type { DailyPeriod } from './daily-periods.ts';
import { DEGREES, excessSeverity, hours, type Infringement } from './infringement.ts';

export const DAILY_LIMIT_MS = hours(9);
export const EXTENDED_LIMIT_MS = hours(10);
/** Extensions to 10 hours in a week (article 6.1). */
export const EXTENSIONS_A_WEEK = 2;
/** Half as much again is a most serious infringement without a rest of this length. */
const HALF_AGAIN = 1.5;
const LONG_BREAK_MS = hours(4.5);

/** Driving of a daily period, and the limit that applied. */
export interface DrivingDay {
  readonly startMs: number;
  readonly endMs: number;
  readonly drivingMs: number;
  readonly limitMs: number;
  readonly isExtended: boolean;
}

/**
 * Checks daily driving (Regulation (EC) 561/2006, article 6.1): 9 hours, twice a week 10 hours. A
 * daily period counts for the week in which it starts.
 */
export function checkDailyDriving(periods: readonly DailyPeriod[]): {
  readonly infringements: readonly Infringement[];
  readonly days: readonly DrivingDay[];
} {
  const infringements: Infringement[] = [];
  const days: DrivingDay[] = [];
  const used = new Map<number, number>();
  for (const period of periods) {
    const drivingMs = sumMs(period.activities, isDriving);
    const week = weekStartMs(period.startMs);
    const before = used.get(week) ?? 0;
    const isExtended = drivingMs > DAILY_LIMIT_MS && before < EXTENSIONS_A_WEEK;
    if (isExtended) used.set(week, before + 1);
    const limitMs = isExtended ? EXTENDED_LIMIT_MS : DAILY_LIMIT_MS;
    const { startMs, endMs } = period;
    days.push({ startMs, endMs, drivingMs, limitMs, isExtended });
    if (drivingMs <= limitMs) continue;
    const degrees = isExtended ? DEGREES.extendedDailyDriving : DEGREES.dailyDriving;
    const isMost =
      drivingMs >= limitMs * HALF_AGAIN &&
      period.breaks.every(({ restMs }) => restMs < LONG_BREAK_MS);
    infringements.push({
      rule: 'daily_driving',
      paragraph: '561/2006 Art. 6(1)',
      severity: isMost ? 'MSI' : excessSeverity(drivingMs, degrees),
      startMs,
      endMs,
      actualMs: drivingMs,
      limitMs,
    });
  }
  return { infringements, days };
}
