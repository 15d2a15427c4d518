import {
  DEFAULT_DATE_FORMAT,
  isoWeek,
  startOfDay,
  toApiDate,
  toApiDateTime,
} from '@roadworthy/domain';

/** A day of the calendar as YYYY-MM-DD, of no zone; the order of texts is the order of days. */
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

/** The day some days later, or earlier with a negative number. */
export const addDays = (day: Day, days: number): Day => dayOf(utcMs(day) + days * DAY_MS);

/** Days of a range, both ends included. */
export const countDays = ({ from, to }: DayRange): number =>
  Math.round((utcMs(to) - utcMs(from)) / DAY_MS) + 1;

/** The same day of the month some months later; of a shorter month its last day. */
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

/** The weeks that a month touches, Monday first, each of seven days. */
export function weeksOfMonth(month: Day): Day[][] {
  const first = `${month.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let monday = mondayOf(first); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

/** A day as an address carries it, YYYY-MM-DD; null for what is no day that exists. */
export function readDay(text: string | undefined): Day | null {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = utcMs(text);
  return Number.isFinite(ms) && dayOf(ms) === text ? text : null;
}

/** A day by the tokens of the person's date format (requirements G-41, P-113). */
export function formatDay(day: Day, dateFormat: string | null): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return (dateFormat ?? DEFAULT_DATE_FORMAT)
    .replace('YYYY', year)
    .replace('YY', year.slice(-2))
    .replace('MM', month)
    .replace('DD', date);
}

/**
 * A day as a person types it: in the order of the date format, with any separator, the year of two or
 * four digits; YYYY-MM-DD always. Null for what is no day.
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

/** The first moment of a day in a zone, ms since 1970 UTC. */
function startMs(day: Day, timeZone: string | null): number {
  const noonMs = utcMs(day) + DAY_MS / 2;
  const there = toApiDate(noonMs, timeZone);
  // Zones more than 12 hours ahead are in the next day already when it is noon in UTC.
  return startOfDay(there > day ? noonMs - DAY_MS / 2 : noonMs, timeZone);
}

/** A range of days as calls take it: two moments in UTC, the end exclusive (requirement S-15). */
export function momentsOf(
  { from, to }: DayRange,
  timeZone: string | null,
): { start: string; end: string } {
  return {
    start: toApiDateTime(startMs(from, timeZone)),
    end: toApiDateTime(startMs(addDays(to, 1), timeZone)),
  };
}
