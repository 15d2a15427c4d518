const MINUTE_MS = 60_000;

export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The date of a timestamp in a time zone, as 2026-07-15. */
export const dateIn = (timeMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(timeMs);

/** A date as the screens show it: 2026-07-15 as 15/07/26. */
export const shown = (date: string): string => date.slice(2).split('-').reverse().join('/');

/** The start of a date in a time zone, ms since 1970 UTC. */
export function midnightOf(date: string, timeZone: string): number {
  let timeMs = Date.parse(`${date}T00:00:00Z`) - DAY_MS;
  while (dateIn(timeMs, timeZone) < date) timeMs += 15 * MINUTE_MS;
  return timeMs;
}

/** The date before a date. */
export const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
