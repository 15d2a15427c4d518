import { Temporal } from 'temporal-polyfill';

/** The start of a calendar day in a zone, which is not always midnight. */
function startOfDay(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

function isBareDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/**
 * A range as API calls specify it (requirement R-P05): ISO UTC date-times with an
 * exclusive end; a bare date means the whole day in the person's time zone.
 *
 * @param range validated texts, for example 2019-07-04T01:00:00Z or 2019-07-04
 * @param timeZone IANA name
 */
export function momentRange(
  range: { readonly start: string; readonly end: string },
  timeZone: string,
): { readonly start: Date; readonly end: Date } {
  const start = isBareDate(range.start)
    ? startOfDay(Temporal.PlainDate.from(range.start), timeZone)
    : new Date(range.start);
  const end = isBareDate(range.end)
    ? startOfDay(Temporal.PlainDate.from(range.end).add({ days: 1 }), timeZone)
    : new Date(range.end);
  return { start, end };
}
