import { type Activity, DAY_MS, isRest, sumMs, weekStartMs } from './activity.ts';
import { hours, type Infringement } from './infringement.ts';

const DRIVING_LIMIT_MS = hours(10);
const DUTY_LIMIT_MS = hours(11);
/** Drivers who drive less on each day of a week have no limit of duty in it. */
const LITTLE_DRIVING_MS = hours(4);

const drives = ({ kind }: Activity) => kind === 'driving';
const isDuty = (activity: Activity) => !isRest(activity);

interface DutyDay {
  readonly startMs: number;
  readonly endMs: number;
  readonly drivingMs: number;
  readonly dutyMs: number;
}

/** Days of 24 hours, each from the first duty after the day before. */
function dutyDays(timeline: readonly Activity[]): readonly DutyDay[] {
  const days: DutyDay[] = [];
  let from = 0;
  let endedMs = Number.NEGATIVE_INFINITY;
  while (from < timeline.length) {
    const activity = timeline[from];
    if (activity === undefined) break;
    if (!isDuty(activity) || activity.endMs <= endedMs) {
      from += 1;
      continue;
    }
    const startMs = Math.max(activity.startMs, endedMs);
    const endMs = startMs + DAY_MS;
    let until = from;
    while (until < timeline.length && (timeline[until]?.startMs ?? endMs) < endMs) until += 1;
    const part = timeline.slice(from, until);
    const drivingMs = sumMs(part, drives, startMs, endMs);
    days.push({ startMs, endMs, drivingMs, dutyMs: sumMs(part, isDuty, startMs, endMs) });
    endedMs = endMs;
    from = Math.max(from, until - 1);
  }
  return days;
}

/**
 * Checks the domestic rules of Great Britain for goods vehicles (Transport Act 1968, section 96; guide
 * GV262, section 2): 10 hours of driving and 11 hours of duty in a day of 24 hours from the start of
 * duty. The limit of duty does not apply on a day without driving, nor in a week of which no day has
 * four hours of driving.
 *
 * @param timeline gapless, in sequence of time, of work under the domestic rules
 */
export function checkGbDomestic(timeline: readonly Activity[]): readonly Infringement[] {
  const days = dutyDays(timeline);
  const mostDriving = new Map<number, number>();
  for (const { startMs, drivingMs } of days) {
    const week = weekStartMs(startMs);
    mostDriving.set(week, Math.max(mostDriving.get(week) ?? 0, drivingMs));
  }
  return days.flatMap(({ startMs, endMs, drivingMs, dutyMs }) => {
    const found: Infringement[] = [];
    const add = (rule: 'gb_daily_driving' | 'gb_daily_duty', actualMs: number, limitMs: number) =>
      found.push({
        rule,
        paragraph: rule === 'gb_daily_driving' ? 'TA 1968 s. 96(1)' : 'TA 1968 s. 96(3)',
        severity: null,
        startMs,
        endMs,
        actualMs,
        limitMs,
      });
    if (drivingMs > DRIVING_LIMIT_MS) add('gb_daily_driving', drivingMs, DRIVING_LIMIT_MS);
    const isExempt =
      drivingMs === 0 || (mostDriving.get(weekStartMs(startMs)) ?? 0) < LITTLE_DRIVING_MS;
    if (!isExempt && dutyMs > DUTY_LIMIT_MS) add('gb_daily_duty', dutyMs, DUTY_LIMIT_MS);
    return found;
  });
}
