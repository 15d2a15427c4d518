import {
  DEFAULT_DATE_FORMAT,
  isoWeek,
  startOfDay,
  toApiDate,
  toApiDateTime,
} from '@roadworthy/domain';

/** A calendar day as YYYY-MM-DD, without zone; text comparison sorts days. */
export type Day = string;

/** Days from the first to the last, both included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

const DAY_MS = 86_400_000;
const utcMs = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Today in a person's zone (OP-027). */
export const today = (timeZone: string | null): Day => toApiDate(Date.now(), timeZone);

/** The day a number of days later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day => dayOf(utcMs(day) + days * DAY_MS);

/** Number of days of a range, both ends included. */
export const countDays = ({ from, to }: DayRange): number =>
  Math.round((utcMs(to) - utcMs(from)) / DAY_MS) + 1;

/** The same day of the month a number of months later, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The Monday of the week a day is in (requirements G-40, P-114, S-19). */
export const mondayOf = (day: Day): Day =>
  addDays(day, -((new Date(utcMs(day)).getUTCDay() + 6) % 7));

/** Monday to Sunday of the week a day is in (requirement M-P09). */
export function weekOf(day: Day): DayRange {
  const from = mondayOf(day);
  return { from, to: addDays(from, 6) };
}

/** The ISO number of the week a day is in (requirement M-P09). */
export function weekNumber(day: Day): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return isoWeek(year, month, date).week;
}

/** The weeks that overlap a month, Monday first, each with seven days. */
export function weeksOfMonth(month: Day): Day[][] {
  const first = `${month.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let monday = mondayOf(first); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

/** Parses a day of an address, YYYY-MM-DD; null if it does not exist. */
export function readDay(text: string | undefined): Day | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = utcMs(text);
  return Number.isFinite(ms) && dayOf(ms) === text ? text : null;
}

/** A day in the person's date format (requirements G-41, P-113). */
export function formatDay(day: Day, dateFormat: string | null): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return (dateFormat ?? DEFAULT_DATE_FORMAT)
    .replace('YYYY', year)
    .replace('YY', year.slice(-2))
    .replace('MM', month)
    .replace('DD', date);
}

/**
 * Parses a typed day: in the sequence of the date format, with any separator and a year of two or four
 * digits, or as YYYY-MM-DD. Null if invalid.
 */
export function parseDay(text: string, dateFormat: string | null): Day | null {
  const typed = text.trim();
  if (readDay(typed) !== null) return typed;
  const numbers = typed.split(/[^\d]+/).filter((one) => one !== '');
  const tokens = (dateFormat ?? DEFAULT_DATE_FORMAT).match(/YYYY|YY|MM|DD/g) ?? [];
  if (numbers.length !== 3 || tokens.length !== 3) return null;
  const value = (letter: string) =>
    numbers[tokens.findIndex((one) => one.startsWith(letter))] ?? '';
  const year = value('Y').length === 2 ? `20${value('Y')}` : value('Y');
  return readDay(`${year}-${value('M').padStart(2, '0')}-${value('D').padStart(2, '0')}`);
}

/** The start of a day in a zone, ms since 1970 UTC. */
function startMs(day: Day, timeZone: string | null): number {
  const noonMs = utcMs(day) + DAY_MS / 2;
  const there = toApiDate(noonMs, timeZone);
  // In zones more than 12 hours ahead it is already the next day at noon UTC.
  return startOfDay(there > day ? noonMs - DAY_MS / 2 : noonMs, timeZone);
}

/** A range of days for calls: two UTC times, the end exclusive (requirement S-15). */
export function momentsOf(
  { from, to }: DayRange,
  timeZone: string | null,
): { start: string; end: string } {
  return {
    start: toApiDateTime(startMs(from, timeZone)),
    end: toApiDateTime(startMs(addDays(to, 1), timeZone)),
  };
}
