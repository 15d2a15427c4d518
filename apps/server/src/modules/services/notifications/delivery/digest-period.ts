import { toApiDate } from '@roadworthy/domain';

/** Digests are of days in the trade's zone, whoever reads them. */
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

/** The day of a moment, by which a digest of it is sent once. */
export const digestDay = (nowMs: number): string => toApiDate(nowMs, ZONE);

/**
 * What a digest that goes out on a day tells of: yesterday, or on Mondays the week before.
 *
 * @returns null on days on which there is none
 */
export function digestPeriod(frequency: 'daily' | 'weekly', day: string): DigestPeriod | null {
  const last = moved(day, -1);
  if (frequency === 'daily') return { first: last, last };
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY;
  return isMonday ? { first: moved(day, -7), last } : null;
}
