import { type Activity, isDriving, sumMs, WEEK_MS, weekStartMs } from './activity.ts';
import { DEGREES, excessSeverity, hours, type Infringement } from './infringement.ts';

export const WEEKLY_LIMIT_MS = hours(56);
export const FORTNIGHTLY_LIMIT_MS = hours(90);

/** Driving of one week from Monday 00:00 UTC. */
export interface DrivingWeek {
  readonly startMs: number;
  readonly drivingMs: number;
  /** Driving of this week and the week before. */
  readonly fortnightMs: number;
}

/**
 * Checks weekly driving (Regulation (EC) 561/2006, articles 6.2 and 6.3): 56 hours a week, 90 hours in
 * any two consecutive weeks.
 */
export function checkWeeklyDriving(timeline: readonly Activity[]): {
  readonly infringements: readonly Infringement[];
  readonly weeks: readonly DrivingWeek[];
} {
  const first = timeline[0];
  const last = timeline.at(-1);
  if (first === undefined || last === undefined) return { infringements: [], weeks: [] };
  const infringements: Infringement[] = [];
  const weeks: DrivingWeek[] = [];
  let beforeMs = 0;
  for (let startMs = weekStartMs(first.startMs); startMs < last.endMs; startMs += WEEK_MS) {
    const endMs = startMs + WEEK_MS;
    const drivingMs = sumMs(timeline, isDriving, startMs, endMs);
    const fortnightMs = beforeMs + drivingMs;
    weeks.push({ startMs, drivingMs, fortnightMs });
    if (drivingMs > WEEKLY_LIMIT_MS) {
      infringements.push({
        rule: 'weekly_driving',
        paragraph: '561/2006 Art. 6(2)',
        severity: excessSeverity(drivingMs, DEGREES.weeklyDriving),
        startMs,
        endMs,
        actualMs: drivingMs,
        limitMs: WEEKLY_LIMIT_MS,
      });
    }
    if (fortnightMs > FORTNIGHTLY_LIMIT_MS) {
      infringements.push({
        rule: 'fortnightly_driving',
        paragraph: '561/2006 Art. 6(3)',
        severity: excessSeverity(fortnightMs, DEGREES.fortnightlyDriving),
        startMs: startMs - WEEK_MS,
        endMs,
        actualMs: fortnightMs,
        limitMs: FORTNIGHTLY_LIMIT_MS,
      });
    }
    beforeMs = drivingMs;
  }
  return { infringements, weeks };
}
