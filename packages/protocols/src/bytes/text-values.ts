import type { AttributeValue } from '../record.ts';

/** One knot in km/h. */
export const KMH_PER_KNOT = 1.852;

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const HEX = /^[\da-f]{1,12}$/i;

/** A decimal number; null if the text is anything else. */
export function decimal(text: string | undefined): number | null {
  if (text === undefined || text === '' || text.length > 24 || !DECIMAL.test(text)) return null;
  return Number(text);
}

/** A number of hexadecimal digits; null if the text is anything else. */
export function hexadecimal(text: string | undefined): number | null {
  return text !== undefined && HEX.test(text) ? Number.parseInt(text, 16) : null;
}

/** A multiple of a value, without the inexact last digits of a binary fraction. */
export function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Math.round(value * factor * 1e6) / 1e6;
}

/**
 * Degrees and minutes (`ddmm.mmmm`, `dddmm.mmmm`) as degrees.
 *
 * @param hemisphere `N`, `S`, `E` or `W`
 * @returns null if a part is missing or not a number
 */
export function degreesMinutes(
  text: string | undefined,
  hemisphere: string | undefined,
): number | null {
  const value = decimal(text);
  if (value === null || value < 0 || hemisphere === undefined) return null;
  const sign = 'NE'.includes(hemisphere) ? 1 : 'SW'.includes(hemisphere) ? -1 : 0;
  if (sign === 0 || hemisphere === '') return null;
  const degrees = Math.floor(value / 100);
  // Rounded to a hundredth of a millimetre; adding zero avoids minus zero.
  return (Math.round((degrees + (value - degrees * 100) / 60) * 1e10) / 1e10) * sign + 0;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY = 2;

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === FEBRUARY && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** A time of the calendar in ms since 1970; null if there is no such day or time of day. */
export function utcMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  const isDay = day >= 1 && day <= daysOf(year, month);
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  // Years below 100 would be taken as those of the twentieth century.
  return isDay && isTime && year >= 100
    ? Date.UTC(year, month - 1, day, hour, minute, second)
    : null;
}

/** The order of two-digit parts: year first, day first, or year with four digits first. */
export type DateForm = 'YYMMDD' | 'DDMMYY' | 'YYYYMMDD';

const DIGITS = /^\d+$/;
const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/**
 * A date and a time of day (`hhmmss`, a fraction of a second is ignored) in UTC; null if they are
 * no date and time.
 */
export function dateTime(
  form: DateForm,
  date: string | undefined,
  time: string | undefined,
): number | null {
  if (date?.length !== form.length || time === undefined) return null;
  const digits = time.length > 6 && time[6] === '.' ? time.slice(0, 6) : time;
  if (digits.length !== 6 || !DIGITS.test(date) || !DIGITS.test(digits)) return null;
  const [hour, minute, second] = [two(digits, 0), two(digits, 2), two(digits, 4)];
  if (form === 'YYYYMMDD') {
    const year = two(date, 0) * 100 + two(date, 2);
    return utcMs(year, two(date, 4), two(date, 6), hour, minute, second);
  }
  const [first, middle, last] = [two(date, 0), two(date, 2), two(date, 4)];
  return form === 'YYMMDD'
    ? utcMs(2000 + first, middle, last, hour, minute, second)
    : utcMs(2000 + last, middle, first, hour, minute, second);
}

/** Degrees from north below 360; null for any other value. */
export const heading = (value: number | null): number | null =>
  value === null || value < 0 || value > 360 ? null : value % 360;

/** A percentage; null outside 0 to 100. */
export const percentage = (value: number | null): number | null =>
  value === null || value < 0 || value > 100 ? null : value;

/** The attributes that have a value; an empty text is none. */
export function present(
  values: Readonly<Record<string, AttributeValue | null | undefined>>,
): Record<string, AttributeValue> {
  const found: Record<string, AttributeValue> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== null && value !== undefined && value !== '') found[name] = value;
  }
  return found;
}

/** Bytes as text without NUL, which a database text cannot contain. */
export function textOf(bytes: Buffer, encoding: 'latin1' | 'utf8' = 'latin1'): string {
  const text = bytes.toString(encoding);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** A place, unless both coordinates are zero, which devices send without a fix. */
export function knownPlace(latitudeDeg: number | null, longitudeDeg: number | null) {
  const isPlace =
    latitudeDeg !== null &&
    longitudeDeg !== null &&
    (latitudeDeg !== 0 || longitudeDeg !== 0) &&
    Math.abs(latitudeDeg) <= 90 &&
    Math.abs(longitudeDeg) <= 180;
  return isPlace ? { latitudeDeg, longitudeDeg } : { latitudeDeg: null, longitudeDeg: null };
}
