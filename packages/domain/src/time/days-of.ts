import { Temporal } from 'temporal-polyfill';

/** A calendar day of a zone, or the part of it within a range. */
export interface ZoneDay {
  /** ISO date, for example 2026-03-29. */
  readonly date: string;
  /** ISO week number (requirement M-P09). */
  readonly week: number;
  /** ms since 1970 UTC */
  readonly startMs: number;
  /** Exclusive; the start of the next day, so a day can have 23 or 25 hours. */
  readonly endMs: number;
}

/**
 * Splits a range into the calendar days of a time zone; the first and the last may be partial.
 *
 * @param range end exclusive, ms since 1970 UTC
 * @param timeZone IANA name
 */
export function daysOf(
  range: { readonly startMs: number; readonly endMs: number },
  timeZone: string,
): ZoneDay[] {
  const days: ZoneDay[] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(range.startMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  let startMs = range.startMs;
  while (startMs < range.endMs) {
    const next = date.add({ days: 1 });
    const endMs = Math.min(next.toZonedDateTime(timeZone).epochMilliseconds, range.endMs);
    // A day that a zone skipped by crossing the date line is empty.
    if (endMs > startMs) {
      days.push({ date: date.toString(), week: date.weekOfYear ?? 0, startMs, endMs });
      startMs = endMs;
    }
    date = next;
  }
  return days;
}

/**
 * The same local time in a zone some days later.
 *
 * @param timeMs ms since 1970 UTC
 * @param timeZone IANA name
 */
export function addDays(timeMs: number, days: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(timeZone).add({ days })
    .epochMilliseconds;
}

/** Whether a name is a time zone that Intl and PostgreSQL read alike. */
export function isTimeZone(name: string): boolean {
  // Newer engines also accept offsets such as +05:00, which PostgreSQL reads with the opposite sign.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
