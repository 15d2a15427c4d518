import { toApiDate } from '@roadworthy/domain';

/** Digests use days in British time, for all readers. */
const ZONE = 'Europe/London';
const DAY_MS = 86_400_000;
const MONDAY = 1;

/** Whole days, both inclusive, as YYYY-MM-DD. */
export interface DigestPeriod {
  readonly first: string;
  readonly last: string;
}

const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The day of a time; a digest is sent once per day. */
export const digestDay = (nowMs: number): string => toApiDate(nowMs, ZONE);

/**
 * The period of a digest that is sent on a day: the previous day, or on Mondays the previous week.
 *
 * @returns null on days without a digest
 */
export function digestPeriod(frequency: 'daily' | 'weekly', day: string): DigestPeriod | null {
  const last = shiftDay(day, -1);
  if (frequency === 'daily') return { first: last, last };
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY;
  return isMonday ? { first: shiftDay(day, -7), last } : null;
}
