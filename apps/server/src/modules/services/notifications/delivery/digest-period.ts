import { toApiDate } from '@roadworthy/domain';

/** Digests cover days in this time zone, independent of the reader. */
const ZONE = 'Europe/London';
const DAY_MS = 86_400_000;
const MONDAY = 1;

/** Whole days, both ends included, as YYYY-MM-DD. */
export interface DigestPeriod {
  readonly first: string;
  readonly last: string;
}

const moved = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The day of a moment; a digest is sent once per day. */
export const digestDay = (nowMs: number): string => toApiDate(nowMs, ZONE);

/**
 * The period of a digest that is sent on a day: yesterday, or on Mondays the week before.
 *
 * @returns null on days without a digest
 */
export function digestPeriod(frequency: 'daily' | 'weekly', day: string): DigestPeriod | null {
  const last = moved(day, -1);
  if (frequency === 'daily') return { first: last, last };
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY;
  return isMonday ? { first: moved(day, -7), last } : null;
}
