import { Temporal } from 'temporal-polyfill';

/** A recurrence: at an hour of every day, every Monday, or every first of a month. */
export interface Recurrence {
  readonly frequency: 'daily' | 'weekly' | 'monthly';
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
  /** IANA name */
  readonly timeZone: string;
}

type Frequency = Recurrence['frequency'];

/** The first day of the day, week or month that contains a date; weeks begin on Monday (S-19). */
function startOf(date: Temporal.PlainDate, frequency: Frequency): Temporal.PlainDate {
  if (frequency === 'monthly') return date.with({ day: 1 });
  return frequency === 'weekly' ? date.subtract({ days: date.dayOfWeek - 1 }) : date;
}

const LENGTHS = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } } as const;

/**
 * The first occurrence after a moment. An hour that is skipped when clocks change occurs at the time
 * by the old offset; of a repeated hour, the first counts.
 *
 * @param afterMs ms since 1970 UTC
 * @returns ms since 1970 UTC
 */
export function nextOccurrence({ frequency, hour, timeZone }: Recurrence, afterMs: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  let date = startOf(today, frequency);
  for (;;) {
    const { epochMilliseconds } = date.toPlainDateTime({ hour }).toZonedDateTime(timeZone);
    if (epochMilliseconds > afterMs) return epochMilliseconds;
    date = date.add(LENGTHS[frequency]);
  }
}

/**
 * The last whole day, week (Monday to Sunday) or month before the day of a moment.
 *
 * @param timeMs ms since 1970 UTC
 * @returns its first and its last day as ISO dates
 */
export function periodBefore(
  { frequency, timeZone }: Omit<Recurrence, 'hour'>,
  timeMs: number,
): { readonly first: string; readonly last: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(timeMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const end = startOf(today, frequency);
  const first = end.subtract(LENGTHS[frequency]);
  return { first: first.toString(), last: end.subtract({ days: 1 }).toString() };
}
