import { toApiDate } from '@roadworthy/domain';
import { wrongField } from '../../../../platform/errors.ts';

/** Figures count days in this zone for every reader (as `check_day` in the database). */
export const CHECK_ZONE = 'Europe/London';
/** Range of figures of regions, and of figures without a requested range. */
const USUAL_DAYS = 28;
const MAX_DAYS = 92;
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';
const DAY_MS = 86_400_000;

/** Whole days, both inclusive, as YYYY-MM-DD. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

/** Adds days to a day; negative values subtract. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a range has. */
const daysIn = ({ start, end }: DayRange) => (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;

/** Every day of a range, the first one first. */
export const daysOfRange = (range: DayRange): string[] =>
  Array.from({ length: daysIn(range) }, (_, n) => dayAfter(range.start, n));

/** The 28 days up to a day, by default today. @throws HttpError 400 for an impossible year */
export function daysTo(date: string | undefined, nowMs = Date.now()): DayRange {
  const end = date ?? toApiDate(nowMs, CHECK_ZONE);
  if (end < FIRST_DAY || end > LAST_DAY) {
    throw wrongField('date', 'validation.year_out_of_range');
  }
  return { start: dayAfter(end, 1 - USUAL_DAYS), end };
}

/**
 * The range of a query: 28 days if it has one end or none.
 *
 * @throws HttpError 400 for an end before its start, more than 92 days, and years out of range
 */
export function daysAsked(
  query: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
  nowMs = Date.now(),
): DayRange {
  const today = toApiDate(nowMs, CHECK_ZONE);
  const start = query.start_date ?? dayAfter(query.end_date ?? today, 1 - USUAL_DAYS);
  const end =
    query.end_date ??
    (query.start_date === undefined ? today : dayAfter(query.start_date, USUAL_DAYS - 1));
  for (const [field, day] of [
    ['start_date', start],
    ['end_date', end],
  ] as const) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw wrongField(field, 'validation.year_out_of_range');
    }
  }
  if (end < start) throw wrongField('end_date', 'validation.end_before_start');
  if (daysIn({ start, end }) > MAX_DAYS) {
    throw wrongField('end_date', { code: 'validation.range_too_long', params: { most: MAX_DAYS } });
  }
  return { start, end };
}
