import { readBcdTime } from '../bytes/layout.ts';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';
import { alarmEvents, alarmNames } from './alarm-flags.ts';
import { gatherItems } from './items/items.ts';

const FIXED_BYTES = 28;
/** The standard uses Beijing time. */
export const DEFAULT_OFFSET_MIN = 8 * 60;

/** The numbered items after the fixed part, to the end of the body. */
export function readItems(body: Buffer): [id: number, value: Buffer][] {
  const items: [number, Buffer][] = [];
  let at = FIXED_BYTES;
  while (at + 2 <= body.length) {
    const length = body[at + 1] as number;
    // A last item that is longer than the body is ignored.
    if (at + 2 + length > body.length) break;
    items.push([body[at] as number, body.subarray(at + 2, at + 2 + length)]);
    at += 2 + length;
  }
  return items;
}

/** Status bits with their names; bits of other meaning stay in `status`. */
const STATUS_BITS = {
  oilCut: 10,
  circuitCut: 11,
  doorsLocked: 12,
  door1Open: 13,
  door2Open: 14,
  door3Open: 15,
  door4Open: 16,
  door5Open: 17,
} as const;
const NAMED_BITS = Object.entries(STATUS_BITS).map(([name, bit]) => [name, 1 << bit] as const);
const ANY_NAMED_BIT = NAMED_BITS.reduce((all, [, mask]) => all | mask, 0);
const SOUTH = 1 << 2;
const WEST = 1 << 3;

/** Attributes of the status and alarm words. */
function attributesOf(flags: number, status: number): Record<string, AttributeValue> {
  const all: Record<string, AttributeValue> = { status };
  if (flags !== 0) {
    all.alarmFlags = flags;
    all.alarmNames = alarmNames(flags);
  }
  if ((status & ANY_NAMED_BIT) !== 0)
    for (const [name, mask] of NAMED_BITS) if ((status & mask) !== 0) all[name] = true;
  return all;
}

const TAIL_BYTES = 18;
const TAIL = { odometerKm: 4, battery: 8, signal: 14 } as const;

/**
 * Some devices end the location with fixed fields instead of items: distance in km, battery in
 * tenths of a volt, area, signal. They do not form items: ids of zero have no meaning.
 */
function fixedTail(body: Buffer, items: readonly (readonly [number, Buffer])[]): boolean {
  return body.length === FIXED_BYTES + TAIL_BYTES && items.some(([id]) => id === 0);
}

/** Place and status of a location; also within passthrough messages. */
export function readCoordinates(body: Buffer, at: number) {
  const status = body.readUInt32BE(at);
  const latitude = body.readUInt32BE(at + 4) / 1e6;
  const longitude = body.readUInt32BE(at + 8) / 1e6;
  const isPlace = latitude <= 90 && longitude <= 180 && (latitude !== 0 || longitude !== 0);
  return {
    status,
    fixValid: (status & 2) !== 0 && isPlace,
    latitudeDeg: isPlace ? ((status & SOUTH) !== 0 ? -latitude : latitude) : null,
    longitudeDeg: isPlace ? ((status & WEST) !== 0 ? -longitude : longitude) : null,
    ignition: (status & 1) !== 0,
  };
}

/** Device-specific facts that change the meaning of a location. */
export interface LocationOptions {
  /** The registered model. */
  readonly model?: string;
  readonly is2019?: boolean;
}

/**
 * Decodes a location body (0200, and within 0201 and 0704).
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null if the body is too short
 */
export function readLocation(
  body: Buffer,
  offsetMin: number,
  { model = '', is2019 = false }: LocationOptions = {},
): DeviceRecord | null {
  if (body.length < FIXED_BYTES) return null;
  const flags = body.readUInt32BE(0);
  const { status, ...coordinates } = readCoordinates(body, 4);
  const localMs = readBcdTime(body, 22);
  const items = readItems(body);
  const record = {
    ...EMPTY_RECORD,
    ...coordinates,
    timeMs: localMs === null ? null : localMs - offsetMin * 60_000,
    altitudeM: body.readInt16BE(16),
    speedKmh: body.readUInt16BE(18) / 10,
    headingDeg: coordinates.fixValid ? body.readUInt16BE(20) % 360 : null,
    events: alarmEvents(flags, model, is2019),
    attributes: attributesOf(flags, status),
  };
  if (fixedTail(body, items)) return withTail(record, body.subarray(FIXED_BYTES));
  const { values, attributes, events } = gatherItems(items, { model, flags });
  const isNew = ({ code }: DeviceEvent) => record.events.every((event) => event.code !== code);
  Object.assign(record, values);
  Object.assign(record.attributes, attributes);
  if (events.length > 0) record.events = [...record.events, ...events.filter(isNew)];
  return record;
}

function withTail(record: DeviceRecord, tail: Buffer): DeviceRecord {
  return {
    ...record,
    odometerM: tail.readUInt32BE(TAIL.odometerKm) * 1000,
    batteryVoltageV: tail.readUInt16BE(TAIL.battery) / 10,
    attributes: { ...record.attributes, mobileSignal: tail[TAIL.signal] as number },
  };
}

/**
 * The location bodies of a short batch (0210), each preceded by a length byte; null if one exceeds
 * the end.
 */
export function shortBatchBodies(body: Buffer): Buffer[] | null {
  const bodies: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const end = at + 1 + (body[at] as number);
    if (end > body.length) return null;
    bodies.push(body.subarray(at + 1, end));
    at = end;
  }
  return bodies;
}

/** The location bodies of a batch (0704); null if a length exceeds the end. */
export function batchBodies(body: Buffer): Buffer[] | null {
  if (body.length < 3) return null;
  const count = body.readUInt16BE(0);
  const bodies: Buffer[] = [];
  let at = 3;
  for (let n = 0; n < count; n += 1) {
    if (at + 2 > body.length) return null;
    const length = body.readUInt16BE(at);
    at += 2;
    if (at + length > body.length) return null;
    bodies.push(body.subarray(at, at + length));
    at += length;
  }
  return bodies;
}
