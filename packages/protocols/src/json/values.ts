import type {
  MappedDistanceUnit,
  MappedSpeedUnit,
  MappedTimeFormat,
  MappingProblem,
} from '@roadworthy/domain';

/** A value that was read, or why it could not be. */
export type Reading<T> = { readonly value: T } | { readonly problem: MappingProblem };

const wrongType = { problem: 'wrong_type' } as const;
const outOfRange = { problem: 'out_of_range' } as const;

const KMH: Readonly<Record<MappedSpeedUnit, number>> = {
  'km/h': 1,
  'm/s': 3.6,
  mph: 1.609344,
  kn: 1.852,
};
const METRES: Readonly<Record<MappedDistanceUnit, number>> = { m: 1, km: 1000, mi: 1609.344 };

/** As `inPhysicalRange` has it. */
const HIGHEST_SPEED_KMH = 1200;
const HIGHEST_ODOMETER_M = 1e10;
const ALTITUDE_M = { low: -1000, high: 30_000 };
/** Later times are of another unit. The gateway checks whether a time is plausible. */
const TIME_LIMIT_MS = Date.UTC(2100, 0, 1);
/** Longer identities are of no device, and are not listed as unknown. */
const IDENTITY = /^[\x20-\x7e]{1,64}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** ISO 8601; a time without an offset is UTC. */
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true', 'on', 'yes'].map((text) => [text, true] as const),
  ...[false, 0, '0', 'false', 'off', 'no'].map((text) => [text, false] as const),
]);

/** A number, also one that is written as text. */
export function readNumber(raw: unknown): Reading<number> {
  const value = typeof raw === 'string' && NUMBER.test(raw.trim()) ? Number(raw) : (raw as number);
  return typeof value === 'number' && Number.isFinite(value) ? { value } : wrongType;
}

/** A number in a range, both ends included, after scale and offset. */
export function readRange(
  raw: unknown,
  low: number,
  high: number,
  scale = 1,
  offset = 0,
): Reading<number> {
  const read = readNumber(raw);
  if ('problem' in read) return read;
  const value = read.value * scale + offset;
  return value >= low && value <= high ? { value } : outOfRange;
}

/** On or off: true, 1, "on", "yes" and their opposites. */
export function readFlag(raw: unknown): Reading<boolean> {
  const value = FLAGS.get(typeof raw === 'string' ? raw.trim().toLowerCase() : raw);
  return value === undefined ? wrongType : { value };
}

/** The number of a device: a text, or a whole number. */
export function readIdentity(raw: unknown): Reading<string> {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) return wrongType;
  const value = String(raw).trim();
  return IDENTITY.test(value) ? { value } : outOfRange;
}

/** A time in ms since 1970 UTC. */
export function readTime(raw: unknown, format: MappedTimeFormat): Reading<number> {
  if (format === 'iso') {
    const [, day, time, zone = 'Z'] = ISO.exec(typeof raw === 'string' ? raw.trim() : '') ?? [];
    if (day === undefined) return wrongType;
    const colon = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').replace(/^([+-]\d\d)$/, '$1:00');
    const value = Date.parse(`${day}T${time}${colon.toUpperCase()}`);
    return value >= 0 && value < TIME_LIMIT_MS ? { value } : outOfRange;
  }
  const read = readNumber(raw);
  if ('problem' in read) return read;
  const value = Math.round(read.value * (format === 'unix_s' ? 1000 : 1));
  return value >= 0 && value < TIME_LIMIT_MS ? { value } : outOfRange;
}

export const readLatitude = (raw: unknown): Reading<number> => readRange(raw, -90, 90);
export const readLongitude = (raw: unknown): Reading<number> => readRange(raw, -180, 180);
export const readAltitude = (raw: unknown): Reading<number> =>
  readRange(raw, ALTITUDE_M.low, ALTITUDE_M.high);
export const readSpeed = (raw: unknown, unit: MappedSpeedUnit): Reading<number> =>
  readRange(raw, 0, HIGHEST_SPEED_KMH, KMH[unit]);
export const readOdometer = (raw: unknown, unit: MappedDistanceUnit): Reading<number> =>
  readRange(raw, 0, HIGHEST_ODOMETER_M, METRES[unit]);

/** Degrees clockwise from north, 0 to 359. */
export function readCourse(raw: unknown): Reading<number> {
  const read = readRange(raw, 0, 360);
  return 'problem' in read ? read : { value: read.value % 360 };
}

export function readSatellites(raw: unknown): Reading<number> {
  const read = readRange(raw, 0, 255);
  return 'problem' in read || Number.isInteger(read.value) ? read : wrongType;
}
