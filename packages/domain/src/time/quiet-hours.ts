import { Temporal } from 'temporal-polyfill';

/** Hours in which a person is not disturbed. */
export interface QuietHours {
  /** Days on which they start, 1 (Monday) to 7 (Sunday); empty for no quiet hours. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight, 0 to 1439; an end before the start is on the next day. */
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** IANA name */
  readonly timeZone: string;
}

const timeOf = (minute: number) => new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);

/**
 * The end of the quiet hours at a moment; null outside them. When clocks change, a skipped time is
 * moved by the old offset, and the first of a repeated time counts.
 *
 * @param timeMs ms since 1970 UTC
 * @returns ms since 1970 UTC, later than `timeMs`
 */
export function quietUntil(
  { weekdays, fromMinute, untilMinute, timeZone }: QuietHours,
  timeMs: number,
): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(timeMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const momentOf = (date: Temporal.PlainDate, minute: number) =>
    date.toPlainDateTime(timeOf(minute)).toZonedDateTime(timeZone).epochMilliseconds;
  let untilMs: number | null = null;
  for (const start of [today.subtract({ days: 1 }), today]) {
    if (!weekdays.includes(start.dayOfWeek)) continue;
    const end = untilMinute > fromMinute ? start : start.add({ days: 1 });
    const endMs = momentOf(end, untilMinute);
    if (momentOf(start, fromMinute) <= timeMs && timeMs < endMs) untilMs = endMs;
  }
  return untilMs;
}
