import type { DailyRestKind, InfringementSeverity } from '@roadworthy/domain';
import { DAY_MS } from './activity.ts';
import type { DailyPeriod } from './daily-periods.ts';
import { DEGREES, hours, type Infringement, shortageSeverity } from './infringement.ts';

const REGULAR_MS = hours(11);
const REDUCED_MS = hours(9);
/** The first part of a split regular rest (article 4(g)). */
const FIRST_PART_MS = hours(3);
const CREW_WINDOW_MS = hours(30);
/** From this length on a rest is a weekly rest (article 4(h)). */
export const WEEKLY_REST_MS = hours(24);
/** Reduced daily rests between two weekly rests (article 8.4). */
export const REDUCED_BETWEEN_WEEKLY = 3;

export interface DailyRestDay {
  readonly startMs: number;
  readonly kind: DailyRestKind;
  /** The rest within the window of 24 (30) hours, in ms. */
  readonly restMs: number;
  /** Reduced rests since the last weekly rest, this one included. */
  readonly reducedCount: number;
}

interface Shortage {
  readonly limitMs: number;
  readonly severity: InfringementSeverity;
}

/** The longest rest of a period that falls within its window, and whether a part of 3 hours precedes it. */
function restInWindow(
  { breaks, rest, startMs }: DailyPeriod,
  windowMs: number,
): { readonly restMs: number; readonly hasFirstPart: boolean } {
  const untilMs = startMs + windowMs;
  const parts = [...breaks, ...(rest === null ? [] : [rest])]
    .map((one) => {
      const cutMs = Math.max(0, one.endMs - Math.max(untilMs, one.startMs));
      return { startMs: one.startMs, restMs: Math.max(0, one.restMs - cutMs) };
    })
    .sort((one, other) => other.restMs - one.restMs);
  const longest = parts[0];
  if (longest === undefined) return { restMs: 0, hasFirstPart: false };
  const hasFirstPart = parts.some(
    (one) => one.startMs < longest.startMs && one.restMs >= FIRST_PART_MS,
  );
  return { restMs: longest.restMs, hasFirstPart };
}

function shortage(restMs: number, hasFirstPart: boolean, mayReduce: boolean): Shortage {
  if (mayReduce || hasFirstPart) {
    return { limitMs: REDUCED_MS, severity: shortageSeverity(restMs, DEGREES.nineHourRest) };
  }
  return { limitMs: REGULAR_MS, severity: shortageSeverity(restMs, DEGREES.regularDailyRest) };
}

/**
 * Checks daily rest (Regulation (EC) 561/2006, articles 8.2, 8.4 and 8.5). Within 24 hours of the end
 * of the rest before, a driver takes 11 hours, or 3 hours and later 9, or at most three times between
 * two weekly rests 9 hours; in multi-manning 9 hours within 30.
 *
 * @param nowMs end of the records: a window that is still open is no infringement yet
 */
export function checkDailyRest(
  periods: readonly DailyPeriod[],
  nowMs: number,
): {
  readonly infringements: readonly Infringement[];
  readonly days: readonly DailyRestDay[];
} {
  const infringements: Infringement[] = [];
  const days: DailyRestDay[] = [];
  let reduced = 0;
  for (const period of periods) {
    const windowMs = period.isCrew ? CREW_WINDOW_MS : DAY_MS;
    const { restMs, hasFirstPart } = restInWindow(period, windowMs);
    const isWeekly = (period.rest?.restMs ?? 0) >= WEEKLY_REST_MS;
    const mayReduce = reduced < REDUCED_BETWEEN_WEEKLY;
    let kind: DailyRestKind;
    if (period.isCrew && restMs >= REDUCED_MS) kind = 'crew';
    else if (restMs >= REGULAR_MS) kind = 'regular';
    else if (restMs >= REDUCED_MS && hasFirstPart) kind = 'split';
    else if (restMs >= REDUCED_MS && mayReduce) kind = 'reduced';
    else if (isOpen(period, windowMs, nowMs)) kind = 'open';
    else kind = 'short';
    if (restMs >= REDUCED_MS && (kind === 'reduced' || kind === 'short')) reduced += 1;
    if (kind === 'short') {
      const { limitMs, severity } = shortage(restMs, hasFirstPart, mayReduce || period.isCrew);
      infringements.push({
        rule: 'daily_rest',
        paragraph: period.isCrew ? '561/2006 Art. 8(5)' : '561/2006 Art. 8(2)',
        severity,
        startMs: period.startMs,
        endMs: period.startMs + windowMs,
        actualMs: restMs,
        limitMs,
      });
    }
    if (isWeekly) reduced = 0;
    days.push({
      startMs: period.startMs,
      kind: isWeekly && kind !== 'short' ? 'weekly' : kind,
      restMs,
      reducedCount: reduced,
    });
  }
  return { infringements, days };
}

/** Whether the rest can still be taken: the records end before the window does. */
function isOpen({ startMs, rest }: DailyPeriod, windowMs: number, nowMs: number): boolean {
  return nowMs < startMs + windowMs && (rest === null || rest.endMs >= nowMs);
}
