/** A step of an interval; all units except years and months have a fixed length. */
export interface IntervalStep {
  readonly count: number;
  readonly unit: 'y' | 'm' | 'w' | 'd' | 'h' | 'min';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LENGTHS_MS = { w: 7 * DAY_MS, d: DAY_MS, h: HOUR_MS, min: MINUTE_MS } as const;
const UNITS = new Set(['y', 'm', 'w', 'd', 'h']);
/** A larger number is a typing error, and would exceed the range of dates. */
const MAX_COUNT = 10_000;

/**
 * Reads an interval: tokens separated by spaces or commas, each a number and a final letter for its
 * unit: y, m, w, d or h, any other means minutes; a token without a number is ignored (requirements
 * H-33 to H-39, H-P07, OP-062).
 */
export function intervalSteps(interval: string): IntervalStep[] {
  return interval.split(/[\s,]+/).flatMap((token): IntervalStep[] => {
    const letter = token.slice(-1);
    const number = token.slice(0, -1);
    if (!/^\d+$/.test(number)) return [];
    const count = Math.min(Number(number), MAX_COUNT);
    return [{ count, unit: UNITS.has(letter) ? (letter as IntervalStep['unit']) : 'min' }];
  });
}

/** Whether a text contains at least one token that changes a date. */
export function isInterval(text: string): boolean {
  return intervalSteps(text).some(({ count }) => count > 0);
}

/** Adds months in UTC; the day is clamped to the last one of the month (requirement H-P06). */
function addMonths(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function add(timeMs: number, interval: string, sign: 1 | -1): number {
  let moved = timeMs;
  for (const { count, unit } of intervalSteps(interval)) {
    if (unit === 'y') moved = addMonths(moved, sign * 12 * count);
    else if (unit === 'm') moved = addMonths(moved, sign * count);
    else moved += sign * count * LENGTHS_MS[unit];
  }
  return moved;
}

/**
 * A moment an interval later (requirements H-40, H-P06). The tokens are added in sequence.
 *
 * @param timeMs ms since 1970 UTC
 * @param interval for example "1y 6m"
 */
export function addInterval(timeMs: number, interval: string): number {
  return add(timeMs, interval, 1);
}

/** A moment an interval earlier; see {@link addInterval}. */
export function subtractInterval(timeMs: number, interval: string): number {
  return add(timeMs, interval, -1);
}

/** Minimum length of an interval in days: months count 28 days, years 365. */
export function shortestDays(interval: string): number {
  const days = { y: 365, m: 28, w: 7, d: 1, h: 1 / 24, min: 1 / 1440 } as const;
  return intervalSteps(interval).reduce((sum, { count, unit }) => sum + count * days[unit], 0);
}

/** The units of a remaining time: months and years as in S-20 and S-21. */
const REMAINING_MS = [
  ['y', 365 * DAY_MS],
  ['m', 30 * DAY_MS],
  ['w', 7 * DAY_MS],
  ['d', DAY_MS],
  ['h', HOUR_MS],
] as const;

/**
 * The time until a moment in its two largest units, written as an interval: "2m 5d"; "-3d" when it has
 * passed, "0h" within the hour (requirement H-32).
 */
export function timeUntil(dueMs: number, nowMs: number): string {
  let rest = Math.abs(dueMs - nowMs);
  const parts: string[] = [];
  for (const [unit, length] of REMAINING_MS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2) parts.push(`${count}${unit}`);
  }
  if (parts.length === 0) return '0h';
  return `${dueMs < nowMs ? '-' : ''}${parts.join(' ')}`;
}
