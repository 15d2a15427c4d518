/** A user's preferences for dates and times. */
export interface DatePreferences {
  /** IANA name; null for the zone of the browser (requirement S-11). */
  readonly timeZone: string | null;
  /** Tokens such as DD/MM/YY; null for DD/MM/YY (requirement S-10). */
  readonly dateFormat: string | null;
  /** Contains 12 or 24; null for 24 hours (requirement S-12). */
  readonly timeFormat: string | null;
  /** Language tag for month names; English by default. */
  readonly language?: string;
}

export const DEFAULT_DATE_FORMAT = 'DD/MM/YY';
/** Requirement S-17. */
export const DATE_INPUT_FORMAT = 'DD/MM/YYYY';
/** Requirement S-18. */
export const LOCALE = 'en-GB';

interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached per zone: creating a formatter takes a hundred times as long as using it. */
function formatter(timeZone: string | null): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  let known = formatters.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat(LOCALE, {
      ...(timeZone === null ? {} : { timeZone }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(key, known);
  }
  return known;
}

function partsOf(timeMs: number, timeZone: string | null): Parts {
  const found: Record<string, string> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(timeMs)) found[type] = value;
  return found as unknown as Parts;
}

/** A date of the user's zone by the tokens DD, MM, YY and YYYY (requirement S-10). */
export function formatDate(timeMs: number, preferences: DatePreferences): string {
  const { year, month, day } = partsOf(timeMs, preferences.timeZone);
  return (preferences.dateFormat ?? DEFAULT_DATE_FORMAT)
    .replace('YYYY', year)
    .replace('YY', year.slice(-2))
    .replace('MM', month)
    .replace('DD', day);
}

/** A time as HH:mm, or hh:mm a when the preference says 12 (requirements S-12, S-P02). */
export function formatTime(
  timeMs: number,
  preferences: DatePreferences,
  withSeconds = false,
): string {
  const { hour, minute, second } = partsOf(timeMs, preferences.timeZone);
  const tail = withSeconds ? `${minute}:${second}` : minute;
  if (preferences.timeFormat?.includes('12') !== true) return `${hour}:${tail}`;
  const hours = Number(hour);
  const twelve = String(hours % 12 === 0 ? 12 : hours % 12).padStart(2, '0');
  return `${twelve}:${tail} ${hours < 12 ? 'am' : 'pm'}`;
}

/** Date and time by the preferences. */
export function formatDateTime(timeMs: number, preferences: DatePreferences): string {
  return `${formatDate(timeMs, preferences)} ${formatTime(timeMs, preferences)}`;
}

const months = new Map<string, Intl.DateTimeFormat>();

/** "DD MMM, HH:mm:ss" (requirement S-16), the month in the reader's language. */
export function formatMoment(timeMs: number, preferences: DatePreferences): string {
  const { timeZone, language = 'en' } = preferences;
  const locale = language === 'en' ? 'en-US' : language;
  const key = `${locale} ${timeZone ?? ''}`;
  let month = months.get(key);
  if (month === undefined) {
    month = new Intl.DateTimeFormat(locale, {
      ...(timeZone === null ? {} : { timeZone }),
      month: 'short',
    });
    months.set(key, month);
  }
  const { day } = partsOf(timeMs, timeZone);
  // Some languages end abbreviations with a full stop.
  const name = month.format(timeMs).replace('.', '');
  return `${day} ${name}, ${formatTime(timeMs, preferences, true)}`;
}

/** A moment as calls write it: YYYY-MM-DDTHH:mm:ssZ in UTC (requirements S-13, S-15). */
export function toApiDateTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** A day of the user's zone as calls write it: YYYY-MM-DD (requirement S-14). */
export function toApiDate(timeMs: number, timeZone: string | null): string {
  const { year, month, day } = partsOf(timeMs, timeZone);
  return `${year}-${month}-${day}`;
}

/** Minutes that a zone is ahead of UTC at a moment. */
function offsetMin(timeMs: number, timeZone: string | null): number {
  const { year, month, day, hour, minute, second } = partsOf(timeMs, timeZone);
  const local = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second);
  return Math.round((local - Math.floor(timeMs / 1000) * 1000) / 60_000);
}

/**
 * The start of the day that contains a moment, in a zone; correct across daylight saving changes.
 *
 * @returns ms since 1970 UTC
 */
export function startOfDay(timeMs: number, timeZone: string | null): number {
  const { year, month, day } = partsOf(timeMs, timeZone);
  const midnight = Date.UTC(+year, +month - 1, +day);
  const guess = midnight - offsetMin(midnight, timeZone) * 60_000;
  return midnight - offsetMin(guess, timeZone) * 60_000;
}

/** A moment as a form shows it: YYYY-MM-DDTHH:mm in a zone; null for the machine's zone. */
export function toLocalMinute(timeMs: number, timeZone: string | null): string {
  return new Date(timeMs + offsetMin(timeMs, timeZone) * 60_000).toISOString().slice(0, 16);
}

/**
 * The moment of a minute that a person entered in a zone. Of an hour that the clock passes
 * twice, the first is meant; a skipped one is moved behind the change.
 *
 * @param minute YYYY-MM-DDTHH:mm
 * @returns ms since 1970 UTC
 */
export function fromLocalMinute(minute: string, timeZone: string | null): number {
  const local = Date.parse(`${minute}:00Z`);
  const guess = local - offsetMin(local, timeZone) * 60_000;
  const moments = [guess - HOUR_MS, guess + HOUR_MS].map(
    (at) => local - offsetMin(at, timeZone) * 60_000,
  );
  return moments.find((at) => toLocalMinute(at, timeZone) === minute) ?? Math.max(...moments);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The ISO week of a date: weeks begin on Monday, week 1 has the first Thursday (S-19). */
export function isoWeek(year: number, month: number, day: number): { year: number; week: number } {
  const date = Date.UTC(year, month - 1, day);
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  const thursday = date + (3 - weekday) * DAY_MS;
  const weekYear = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(weekYear, 0, 1)) / (7 * DAY_MS)) + 1;
  return { year: weekYear, week };
}
