import { EVENT } from '@roadworthy/domain';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';

/*
 * Locations of Jointech locks and trackers (5501, and 5502 of blind areas). All numbers of the
 * place are BCD, times are UTC.
 */

const FIXED_BYTES = 35;
const KMH_PER_KNOT = 1.852;

/** Digits of a BCD field; null if one is none. */
function digits(body: Buffer, at: number, count: number): number | null {
  const text = body.toString('hex', at, at + Math.ceil(count / 2)).slice(0, count);
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Degrees of a number of the form DDDMMmmmm. */
function degrees(value: number): number {
  const whole = Math.floor(value / 1e6);
  return whole + (value - whole * 1e6) / 6e5;
}

function timeOf(body: Buffer): number | null {
  const [day, month, year, hour, minute, second] = Array.from({ length: 6 }, (_, n) =>
    digits(body, n, 2),
  );
  if (day == null || month == null || year == null) return null;
  if (hour == null || minute == null || second == null) return null;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59)
    return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second);
}

/** Bits in the low half of the byte after the longitude. */
const FLAG = { north: 2, east: 4 } as const;
/** Offsets of the fields. */
const AT = {
  latitude: 6,
  longitude: 10,
  flags: 14,
  speed: 15,
  course: 16,
  signal: 17,
  satellites: 18,
  odometerKm: 19,
  battery: 23,
  product: 30,
  status: 31,
  alarms: 33,
} as const;

const CHARGING = new Set([0xaa, 0xab]);
const TRACKER = 3;
const OIL_CUT = 1 << 5;
/** Alarm bits by the kind of product: locks (1 and 2), trackers (3). */
const LOCK_ALARMS: readonly (readonly [bit: number, code: number])[] = [[0, EVENT.lowBattery]];
const TRACKER_ALARMS: readonly (readonly [bit: number, code: number])[] = [
  [0, EVENT.overSpeed],
  [1, EVENT.lowBattery],
  [2, EVENT.shock],
  [3, EVENT.lowBattery],
  [5, EVENT.geofenceEntered],
  [6, EVENT.geofenceLeft],
];

function alarmsOf(product: number, bits: number): DeviceEvent[] {
  const table = product === TRACKER ? TRACKER_ALARMS : product <= 2 ? LOCK_ALARMS : [];
  const codes = table.filter(([bit]) => (bits & (1 << bit)) !== 0).map(([, code]) => code);
  return [...new Set(codes)].map((code) => ({ code, kind: 'state', active: true }));
}

/** Items after the fixed fields. */
const ITEM = { altitude: 0x02, lock: 0x0b, tilt: 0x0c, wake: 0x10, fence: 0xfc } as const;

function withItems(record: DeviceRecord, body: Buffer): DeviceRecord {
  const attributes: Record<string, AttributeValue> = { ...record.attributes };
  let { altitudeM } = record;
  let at = FIXED_BYTES;
  let unknown = 0;
  while (at + 2 <= body.length) {
    const id = body[at] as number;
    const length = body[at + 1] as number;
    const value = body.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (value.length < length) break;
    if (id === ITEM.altitude && length === 2) altitudeM = value.readInt16BE(0);
    else if (id === ITEM.wake && length === 1) attributes.wakeReason = value[0] as number;
    else if (id === ITEM.fence && length === 1) attributes.fence = value[0] as number;
    else if (id === ITEM.lock && length >= 1) attributes.lockCommand = value[0] as number;
    else if (id === ITEM.tilt && length === 6)
      attributes.tilt = [0, 2, 4].map((offset) => value.readInt16BE(offset)).join(',');
    else {
      attributes[`item${id.toString(16).padStart(2, '0')}`] = value.toString('hex');
      unknown += 1;
    }
  }
  if (unknown > 0) attributes.unknownItems = unknown;
  return { ...record, altitudeM, attributes };
}

/**
 * Decodes a location (5501, 5502).
 *
 * @param isBlind whether it is of a blind area: its place is not a fresh fix
 * @returns null if the body is too short or its place is none
 */
export function readJointechLocation(body: Buffer, isBlind: boolean): DeviceRecord | null {
  if (body.length < FIXED_BYTES) return null;
  const latitude = digits(body, AT.latitude, 8);
  const longitude = digits(body, AT.longitude, 9);
  const speedKnots = digits(body, AT.speed, 2);
  if (latitude === null || longitude === null) return null;
  const flags = (body[AT.flags] as number) & 0x0f;
  const [latitudeDeg, longitudeDeg] = [degrees(latitude), degrees(longitude)];
  const isPlace = latitudeDeg <= 90 && longitudeDeg <= 180 && (latitude !== 0 || longitude !== 0);
  // Devices with a fresh fix leave the flag of validity clear: the kind of message decides.
  const fixValid = isPlace && !isBlind;
  const battery = body[AT.battery] as number;
  const product = body[AT.product] as number;
  const status = body.readUInt16BE(AT.status);
  const attributes: Record<string, AttributeValue> = {
    mobileSignal: body[AT.signal] as number,
    product,
    status,
    alarmFlags: body.readUInt16BE(AT.alarms),
  };
  if (CHARGING.has(battery)) attributes.charging = true;
  if (product === TRACKER) attributes.oilCut = (status & OIL_CUT) !== 0;
  const record: DeviceRecord = {
    ...EMPTY_RECORD,
    timeMs: timeOf(body),
    fixValid,
    latitudeDeg: isPlace ? ((flags & FLAG.north) !== 0 ? latitudeDeg : -latitudeDeg) : null,
    longitudeDeg: isPlace ? ((flags & FLAG.east) !== 0 ? longitudeDeg : -longitudeDeg) : null,
    speedKmh: speedKnots === null ? null : speedKnots * KMH_PER_KNOT,
    headingDeg: fixValid ? ((body[AT.course] as number) * 2) % 360 : null,
    satellites: body[AT.satellites] as number,
    odometerM: body.readUInt32BE(AT.odometerKm) * 1000,
    batteryPercent: battery <= 100 ? battery : null,
    events: alarmsOf(product, body.readUInt16BE(AT.alarms)),
    attributes,
  };
  return withItems(record, body);
}
