import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';

export const GPS_BYTES = 18;
const TIME_BYTES = 6;
const DEGREE = 1_800_000;

/** Time of six bytes, year from 2000, as if it were UTC; null if a part is out of range. */
export function readTime(content: Buffer, at: number): number | null {
  const [year, month, day, hour, minute, second] = content.subarray(at, at + TIME_BYTES);
  if (second === undefined || month === undefined || day === undefined) return null;
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || second > 59) return null;
  return Date.UTC(2000 + (year ?? 0), month - 1, day, hour, minute, second);
}

/** Time and GPS block, the start of every position message. */
export interface Gt06Position {
  readonly timeMs: number | null;
  readonly satellites: number | null;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number | null;
  readonly courseDeg: number;
  readonly valid: boolean;
  /** Ignition from bits 14 (present) and 15 (on) of the course word; null if bit 14 is clear. */
  readonly acc: boolean | null;
}

interface Course {
  readonly courseDeg: number;
  readonly north: boolean;
  readonly west: boolean;
  readonly valid: boolean;
  readonly acc: boolean | null;
}

function readCourse(word: number): Course {
  return {
    courseDeg: word & 0x03ff,
    north: (word & 0x0400) !== 0,
    west: (word & 0x0800) !== 0,
    valid: (word & 0x1000) !== 0,
    acc: (word & 0x4000) === 0 ? null : (word & 0x8000) !== 0,
  };
}

function placed(content: Buffer, at: number, { north, west, ...course }: Course) {
  const latitude = content.readUInt32BE(at) / DEGREE;
  const longitude = content.readUInt32BE(at + 4) / DEGREE;
  return {
    ...course,
    latitudeDeg: north ? latitude : -latitude,
    longitudeDeg: west ? -longitude : longitude,
  };
}

/** Reads the GPS block at an offset; null if the content is too short. */
export function readPosition(content: Buffer, at = 0): Gt06Position | null {
  if (content.length < at + GPS_BYTES) return null;
  return {
    ...placed(content, at + 7, readCourse(content.readUInt16BE(at + 16))),
    timeMs: readTime(content, at),
    satellites: (content[at + 6] as number) & 0x0f,
    speedKmh: content[at + 15] as number,
  };
}

/** The block of camera alarms; with `full`, satellites and a two-byte speed follow the course. */
export function readAlarmPosition(content: Buffer, at: number, full: boolean): Gt06Position | null {
  const placeAt = at + TIME_BYTES + (full ? 1 : 0);
  if (content.length < placeAt + (full ? 12 : 10)) return null;
  return {
    ...placed(content, placeAt, readCourse(content.readUInt16BE(placeAt + 8))),
    timeMs: readTime(content, at),
    satellites: full ? (content[at + TIME_BYTES] as number) & 0x0f : null,
    speedKmh: full ? content.readUInt16BE(placeAt + 10) : null,
  };
}

/** The block of module 33 (message 70): time in seconds since 1970 UTC, and an altitude. */
export function readModulePosition(value: Buffer): (Gt06Position & { altitudeM: number }) | null {
  if (value.length < GPS_BYTES) return null;
  const seconds = value.readUInt32BE(0);
  return {
    ...placed(value, 7, readCourse(value.readUInt16BE(16))),
    timeMs: seconds === 0 ? null : seconds * 1000,
    satellites: value[4] as number,
    altitudeM: value.readInt16BE(5),
    speedKmh: value[15] as number,
  };
}

/** Whether there is a plausible time and position at an offset. */
export function isPositionAt(content: Buffer, at: number): boolean {
  const position = readPosition(content, at);
  return (
    position !== null &&
    position.timeMs !== null &&
    Math.abs(position.latitudeDeg) <= 90 &&
    Math.abs(position.longitudeDeg) <= 180
  );
}

/** The record of a position block, without the fields that follow it. */
export function located(position: Gt06Position, offsetMin: number): DeviceRecord {
  const isPlace = Math.abs(position.latitudeDeg) <= 90 && Math.abs(position.longitudeDeg) <= 180;
  const isZero = position.latitudeDeg === 0 && position.longitudeDeg === 0;
  const valid = position.valid && isPlace && !isZero;
  return {
    ...EMPTY_RECORD,
    timeMs: position.timeMs === null ? null : position.timeMs - offsetMin * 60_000,
    fixValid: valid,
    latitudeDeg: isPlace && !isZero ? position.latitudeDeg : null,
    longitudeDeg: isPlace && !isZero ? position.longitudeDeg : null,
    speedKmh: position.speedKmh,
    headingDeg: valid ? position.courseDeg % 360 : null,
    satellites: position.satellites,
    ignition: position.acc,
  };
}
