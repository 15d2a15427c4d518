import { cellText } from '../bytes/network.ts';
import { decimal, heading, hexadecimal, knownPlace, present, utcMs } from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { eventsOf } from './events.ts';
import { cardOf, positionOf, serialText, timeOf } from './values.ts';

/** Bits of the report mask: a field exists if its bit is set. */
const BIT = {
  model: 1,
  firmware: 2,
  live: 3,
  date: 4,
  time: 5,
  cell: 6,
  country: 7,
  network: 8,
  area: 9,
  signal: 10,
  latitude: 11,
  longitude: 12,
  speed: 13,
  heading: 14,
  satellites: 15,
  fix: 16,
  inputs: 17,
  outputs: 18,
} as const;

type Field = keyof typeof BIT;
const FIELDS = Object.keys(BIT) as Field[];
const REPORTS = new Set(['STT', 'ALT', 'EMG', 'EVT', 'UEX']);
const BITS = /^[01]{8}$/;

/** Eight inputs or outputs as digits 0 and 1; the last one is the first input. */
const bitsOf = (text: string | undefined): number | null =>
  text !== undefined && BITS.test(text) ? Number.parseInt(text, 2) : null;

function cells(values: { readonly [K in Field]?: string | undefined }): string | null {
  const [country, network] = [decimal(values.country), decimal(values.network)];
  const [area, cell] = [hexadecimal(values.area), hexadecimal(values.cell)];
  if (country === null || network === null || area === null || cell === null) return null;
  return country === 0 ? null : cellText(country, network, area, cell);
}

/** The part behind the common fields, which depends on the kind of the report. */
function readKind(type: string, fields: readonly string[]) {
  if (type === 'STT') {
    const [mode, reason, index, ...rest] = fields;
    const attributes = { mode: decimal(mode), reason: decimal(reason), index: decimal(index) };
    return { attributes, events: [], tag: null, rest };
  }
  if (type === 'UEX') {
    const [, data, , , ...rest] = fields;
    const serialData = serialText(data);
    return { attributes: { serialData }, events: [], tag: cardOf(serialData), rest };
  }
  const [id, modifier, data, ...rest] = fields;
  const number = decimal(id);
  const name = type === 'ALT' ? 'alarm' : type === 'EMG' ? 'emergency' : 'event';
  const attributes = { [name]: number, alarmModifier: modifier, alarmData: data };
  return { attributes, events: eventsOf(type, number), tag: null, rest };
}

/**
 * Reads a report of the universal protocol (ST4000 and newer): the mask states which fields follow.
 *
 * @returns null if it is no report with a time
 */
export function readUniversalReport(fields: readonly string[]): DeviceRecord | null {
  const type = fields[0] as string;
  const mask = hexadecimal(fields[2]);
  if (!REPORTS.has(type) || mask === null) return null;
  const values: { [K in Field]?: string | undefined } = {};
  let at = 3;
  for (const field of FIELDS) {
    if (((mask >>> BIT[field]) & 1) === 0) continue;
    values[field] = fields[at];
    at += 1;
  }
  const timeMs = timeOf(values.date, values.time);
  if (timeMs === null) return null;
  const inputs = bitsOf(values.inputs);
  const kind = readKind(type, fields.slice(at));
  const place = [values.latitude, values.longitude, values.speed, values.heading];
  const assigned: Record<string, AttributeValue> = {};
  kind.rest.forEach((text, index) => {
    if (text !== '') assigned[`assigned${index + 1}`] = text;
  });
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...positionOf(place as string[], 0, values.fix === '1'),
    satellites: decimal(values.satellites),
    ignition: inputs === null ? null : (inputs & 1) === 1,
    driverTag: kind.tag,
    events: kind.events,
    attributes: present({
      report: type,
      firmware: values.firmware,
      mobileSignal: decimal(values.signal),
      cells: cells(values),
      inputs,
      outputs: bitsOf(values.outputs),
      resent: values.live === '0' ? true : null,
      ...kind.attributes,
      ...assigned,
    }),
  };
}

/** Signals of a Bluetooth tag: the last, the lowest, the highest. */
const TAG_FIELDS = 7;

/** Reads a report of Bluetooth tags (BLE). The position is that of the device. */
export function readTagReport(fields: readonly string[]): DeviceRecord | null {
  const timeMs = timeOf(fields[4], fields[5]);
  const count = decimal(fields[8]);
  if (timeMs === null || count === null) return null;
  const attributes: Record<string, AttributeValue> = {};
  for (let n = 0; n < count; n += 1) {
    const tag = fields.slice(9 + n * TAG_FIELDS, 9 + (n + 1) * TAG_FIELDS);
    if (tag.length < TAG_FIELDS) break;
    Object.assign(
      attributes,
      present({
        [`tag${n + 1}Signal`]: decimal(tag[0]),
        [`tag${n + 1}Address`]: tag[3],
        [`tag${n + 1}Samples`]: decimal(tag[4]),
        [`tag${n + 1}Major`]: decimal(tag[5]),
        [`tag${n + 1}Minor`]: decimal(tag[6]),
      }),
    );
  }
  const place = knownPlace(decimal(fields[6]), decimal(fields[7]));
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...place,
    fixValid: place.latitudeDeg !== null,
    attributes: { report: 'BLE', ...present({ firmware: fields[3] }), ...attributes },
  };
}

/** Device number (BCD), mask, and the fields up to the fix and the inputs. */
const BINARY_BYTES = 48;
const FULL_MASK = 0x07ffff;

/** A coordinate: the highest bit is the sign, the others are millionths of a degree. */
function coordinate(body: Buffer, at: number): number {
  const value = body.readUInt32BE(at);
  return ((value & 0x7fffffff) / 1e6) * (value >>> 31 === 1 ? -1 : 1) + 0;
}

/** The device number of a binary report; null if it is too short. */
export function binaryDeviceId(body: Buffer): string | null {
  const digits = body.toString('hex', 0, 5);
  return /^\d{10}$/.test(digits) ? digits : null;
}

/**
 * Reads a binary report of the universal protocol whose mask contains all common fields; null for
 * others. Bytes behind the inputs stay as they are.
 */
export function readBinaryReport(body: Buffer): DeviceRecord | null {
  if (body.length < BINARY_BYTES || (body.readUIntBE(5, 3) & 0x07fffe) !== (FULL_MASK & ~1)) {
    return null;
  }
  const [year, month, day, hour, minute, second] = body.subarray(13, 19) as unknown as number[];
  const timeMs = utcMs(
    2000 + (year as number),
    month as number,
    day as number,
    hour as number,
    minute as number,
    second as number,
  );
  if (timeMs === null) return null;
  const place = knownPlace(coordinate(body, 30), coordinate(body, 34));
  const inputs = body[44] as number;
  const country = body.readUInt16BE(23);
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...place,
    fixValid: body[43] === 1 && place.latitudeDeg !== null,
    speedKmh: body.readUInt16BE(38) / 100,
    headingDeg: heading(body.readUInt16BE(40) / 100),
    satellites: body[42] as number,
    ignition: (inputs & 1) === 1,
    attributes: present({
      firmware: [...body.subarray(9, 12)].join('.'),
      resent: body[12] === 0 ? true : null,
      cells:
        country === 0
          ? null
          : cellText(country, body.readUInt16BE(25), body.readUInt16BE(27), body.readUInt32BE(19)),
      mobileSignal: body[29] as number,
      inputs,
      extra: body.toString('hex', 45),
    }),
  };
}
