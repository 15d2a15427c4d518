import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { StructureError } from './avl.ts';

/** Times count from 2007-01-01 UTC; the two upper bits are the priority. */
const EPOCH_S = Date.UTC(2007, 0, 1) / 1000;
const TIME_MASK = 0x3fffffff;

/** Meaning of the element bits, in the order of the elements. */
const HAS_GPS = 1;
const VALUE_GROUPS = [
  { bit: 2, bytes: 1 },
  { bit: 4, bytes: 2 },
  { bit: 8, bytes: 4 },
] as const;

/** Parameters of the GH family; any other is stored as `io<id>`. */
const NAMES: Readonly<Record<number, string>> = {
  2: 'usbConnected',
  5: 'uptimeS',
  20: 'hdop10',
  21: 'vdop10',
  22: 'pdop10',
  221: 'button',
  222: 'alarmButton',
  240: 'movement',
  244: 'roaming',
};
const BATTERY_PERCENT = 1;
const BATTERY_MV = 67;
const ALARM_BUTTON = 222;
const PANIC = 50;

class Reader {
  constructor(
    readonly bytes: Buffer,
    public at: number,
    readonly end: number,
  ) {}

  unsigned(width: 1 | 2 | 4): number {
    return this.bytes.readUIntBE(this.#take(width), width);
  }

  float(): number {
    return this.bytes.readFloatBE(this.#take(4));
  }

  #take(width: number): number {
    const from = this.at;
    if (from + width > this.end) throw new StructureError('cut_short');
    this.at = from + width;
    return from;
  }
}

/** The GPS element: each bit of its mask is a field, in this order. */
function readGps(
  reader: Reader,
  attributes: Record<string, AttributeValue>,
): Partial<DeviceRecord> {
  const mask = reader.unsigned(1);
  const has = (bit: number) => (mask & (1 << bit)) !== 0;
  const latitude = has(0) ? reader.float() : null;
  const longitude = has(0) ? reader.float() : null;
  const altitudeM = has(1) ? reader.unsigned(2) : null;
  const heading = has(2) ? Math.round((reader.unsigned(1) * 360) / 256) % 360 : null;
  const speedKmh = has(3) ? reader.unsigned(1) : null;
  const satellites = has(4) ? reader.unsigned(1) : null;
  if (has(5)) {
    attributes.areaCode = reader.unsigned(2);
    attributes.cellId = reader.unsigned(2);
  }
  if (has(6)) attributes.mobileSignal = reader.unsigned(1);
  if (has(7)) attributes.operatorCode = reader.unsigned(4);
  const isPlace =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (latitude !== 0 || longitude !== 0);
  const fixValid = isPlace && satellites !== 0;
  return {
    fixValid,
    latitudeDeg: isPlace ? latitude : null,
    longitudeDeg: isPlace ? longitude : null,
    altitudeM: fixValid ? altitudeM : null,
    headingDeg: fixValid ? heading : null,
    speedKmh,
    satellites,
  };
}

function readRecord(reader: Reader): DeviceRecord {
  const seconds = reader.unsigned(4) & TIME_MASK;
  const elements = reader.unsigned(1);
  const attributes: Record<string, AttributeValue> = {};
  const place = (elements & HAS_GPS) !== 0 ? readGps(reader, attributes) : {};
  let batteryPercent: number | null = null;
  let batteryVoltageV: number | null = null;
  let isAlarm = false;
  for (const { bit, bytes } of VALUE_GROUPS) {
    const count = (elements & bit) !== 0 ? reader.unsigned(1) : 0;
    for (let n = 0; n < count; n += 1) {
      const id = reader.unsigned(1);
      const value = reader.unsigned(bytes);
      if (id === BATTERY_PERCENT && value <= 100) batteryPercent = value;
      else if (id === BATTERY_MV) batteryVoltageV = value / 1000;
      else attributes[NAMES[id] ?? `io${id}`] = value;
      if (id === ALARM_BUTTON && value === 1) isAlarm = true;
    }
  }
  return {
    ...EMPTY_RECORD,
    ...place,
    timeMs: (EPOCH_S + seconds) * 1000,
    batteryPercent,
    batteryVoltageV,
    events: isAlarm ? [{ code: PANIC, kind: 'pulse' }] : [],
    attributes,
  };
}

/**
 * Reads codec id, count, records and count of a packet of the GH3000 family (codec 7).
 *
 * @throws StructureError if the body has another structure
 */
export function readGh3000Body(bytes: Buffer, from: number, end: number): DeviceRecord[] {
  const reader = new Reader(bytes, from + 1, end);
  const count = reader.unsigned(1);
  const records = Array.from({ length: count }, () => readRecord(reader));
  if (reader.unsigned(1) !== count) throw new StructureError('counts_differ');
  if (reader.at !== end) throw new StructureError('bytes_left');
  return records;
}
