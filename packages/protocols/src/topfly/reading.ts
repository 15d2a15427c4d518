import { readBcdTime } from '../bytes/layout.ts';
import { cellText } from '../bytes/network.ts';
import type { DeviceEvent, DeviceRecord } from '../record.ts';
import { type RecordDraft, setPlace } from '../record-draft.ts';

/** A record, and whether all of the body is understood. */
export interface Reading {
  readonly records: readonly DeviceRecord[];
  readonly complete: boolean;
}

/** Decimal digits of one or two bytes; null if a digit is above 9 (not available). */
export function bcd(body: Buffer, at: number, bytes: 1 | 2): number | null {
  const digits = body.toString('hex', at, at + bytes);
  return /^\d+$/.test(digits) ? Number(digits) : null;
}

/** A BCD number in steps of a part of its unit; null if it is not available. */
export function scaledBcd(body: Buffer, at: number, bytes: 1 | 2, parts: number): number | null {
  const value = bcd(body, at, bytes);
  return value === null ? null : value / parts;
}

const NO_COURSE = 0xffff;
/** Altitude, longitude and latitude as numbers of single precision. */
export const PLACE_BYTES = 12;
const NO_PLACE = 0xffff_ffff;

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Altitude and place; false if the device had none. */
export function readPlace(draft: RecordDraft, body: Buffer, at: number): boolean {
  if (body.readUInt32BE(at) === NO_PLACE) return false;
  const altitude = body.readFloatLE(at);
  const longitude = body.readFloatLE(at + 4);
  const latitude = body.readFloatLE(at + 8);
  if (![altitude, longitude, latitude].every(Number.isFinite)) return false;
  setPlace(draft, rounded(latitude, 7), rounded(longitude, 7));
  draft.values.altitudeM = rounded(altitude, 4);
  return draft.values.latitudeDeg !== null;
}

export function readTime({ values }: RecordDraft, body: Buffer, at: number): void {
  values.timeMs = readBcdTime(body, at);
}

/** A course in parts of a degree. */
export function readCourse({ values }: RecordDraft, body: Buffer, at: number, parts: number): void {
  const course = body.readUInt16BE(at);
  if (course !== NO_COURSE && course <= 360 * parts) values.headingDeg = (course / parts) % 360;
}

/** Time, altitude, place, speed and course; or time and cells. */
export const LOCATION_BYTES = 22;
const NO_NETWORK = 0xffff;
const IS_4G = 0x8000;
const CELLS = 3;
const IS_VALID = 0x40;

/**
 * Reads the location of a position.
 *
 * @param hasSpeed false where these bytes have another use
 */
export function readLocation(
  draft: RecordDraft,
  body: Buffer,
  at: number,
  { status, hasSpeed }: { readonly status: number; readonly hasSpeed: boolean },
): void {
  const { values, attributes } = draft;
  readTime(draft, body, at);
  if ((status & IS_VALID) !== 0) {
    values.fixValid = readPlace(draft, body, at + 6);
    if (hasSpeed) values.speedKmh = scaledBcd(body, at + 18, 2, 10);
    readCourse(draft, body, at + 20, 1);
    return;
  }
  const country = body.readUInt16LE(at + 6);
  if (country === NO_NETWORK) return;
  if ((country & IS_4G) !== 0) {
    // Cells of 4G have another layout.
    attributes.cells4g = body.toString('hex', at + 6, at + LOCATION_BYTES);
    return;
  }
  const network = body.readUInt16LE(at + 8);
  const cells: string[] = [];
  for (let n = 0; n < CELLS; n += 1) {
    const [area, cell] = [body.readUInt16LE(at + 10 + n * 4), body.readUInt16LE(at + 12 + n * 4)];
    if (area > 0 && area !== NO_NETWORK) cells.push(cellText(country, network, area, cell));
  }
  if (cells.length > 0) attributes.cells = cells.join(';');
}

/** Adds an event, if the code is known. */
export function addEvent({ values }: RecordDraft, code: number | undefined): void {
  if (code === undefined) return;
  const event: DeviceEvent = { code, kind: 'pulse' };
  values.events = [...values.events, event];
}
