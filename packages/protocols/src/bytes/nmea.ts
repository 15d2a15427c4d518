/** One knot in km/h. */
export const KMH_PER_KNOT = 1.852;

const MAX_NUMBER_LENGTH = 20;

/** A decimal number; null for any other text, and without one. */
export function numberOf(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  const isNumber =
    trimmed.length <= MAX_NUMBER_LENGTH && /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(trimmed);
  return isNumber ? Number(trimmed) : null;
}

/**
 * Degrees of a coordinate as in NMEA 0183: degrees and minutes without a separator (`2233.1870`), or
 * with one (`-23-35.3408`), and a hemisphere. Without a point, the last four digits are decimals.
 *
 * @returns null if it is no coordinate
 */
export function degreesOf(text: string | undefined, hemisphere: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  const separated = /^-?(\d{1,3})-(\d{1,2}(?:\.\d+)?)$/.exec(trimmed);
  const joined = /^\d+\.\d*$/.test(trimmed) ? Number(trimmed) : null;
  const plain = /^\d{7,9}$/.test(trimmed) ? Number(trimmed) / 10_000 : null;
  const value = joined ?? plain;
  const degrees =
    separated === null ? Math.floor((value ?? Number.NaN) / 100) : Number(separated[1]);
  const minutes = separated === null ? (value ?? Number.NaN) - degrees * 100 : Number(separated[2]);
  if (!(minutes < 60 && degrees <= 180)) return null;
  const isNegative = hemisphere === 'S' || hemisphere === 'W';
  return (degrees + minutes / 60) * (isNegative ? -1 : 1);
}

/** Degrees and minutes of a coordinate as in NMEA 0183, with four decimals. */
export function nmeaDegrees(value: number, degreeDigits: 2 | 3): string {
  // Rounded as a whole, so that 59.99999 minutes become the next degree.
  const units = Math.round(Math.abs(value) * 600_000);
  const minutes = ((units % 600_000) / 10_000).toFixed(4).padStart(7, '0');
  return `${String(Math.floor(units / 600_000)).padStart(degreeDigits, '0')}${minutes}`;
}

/** Latitude, hemisphere, longitude, hemisphere. */
export const nmeaPlace = (latitudeDeg: number, longitudeDeg: number): readonly string[] => [
  nmeaDegrees(latitudeDeg, 2),
  latitudeDeg < 0 ? 'S' : 'N',
  nmeaDegrees(longitudeDeg, 3),
  longitudeDeg < 0 ? 'W' : 'E',
];

/** A heading from 0 to below 360; null without one. */
export const headingOf = (degrees: number | null): number | null =>
  degrees === null || degrees < 0 || degrees > 360 ? null : degrees % 360;

/**
 * ms since 1970 UTC of two-digit fields; null if they are no time. Seconds of 60 and more, which some
 * devices send, run into the next minute.
 */
export function utcOf(
  [year, month, day]: readonly [year: number, month: number, day: number],
  [hour, minute, second]: readonly [hour: number, minute: number, second: number],
): number | null {
  const isTime = hour < 24 && minute < 60 && second < 100;
  if (!isTime || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const timeMs = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  return Number.isFinite(timeMs) ? timeMs : null;
}

/** Consecutive pairs of digits of a text as numbers; null if it is not so many pairs. */
export function digitPairs(text: string | undefined, count: number): number[] | null {
  if (text === undefined || !/^\d+$/.test(text) || text.length !== count * 2) return null;
  return Array.from({ length: count }, (_, n) => Number(text.slice(n * 2, n * 2 + 2)));
}
