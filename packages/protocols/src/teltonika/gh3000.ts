import { EVENT } from '@roadworthy/domain';
import { inPhysicalRange } from '../physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { StructureError } from './avl.ts';

/** Times count from 2007-01-01 UTC; the two upper bits are the priority. */
const EPOCH_S = Date.UTC(2007, 0, 1) / 1000;
const TIME_MASK = 0x3fffffff;
const TIME_BITS = 30;

/** Meaning of the element bits, in the order of the elements. */
const HAS_GPS = 1;
const VALUE_GROUPS = [
  { bit: 2, bytes: 1 },
  { bit: 4, bytes: 2 },
  { bit: 8, bytes: 4 },
] as const;

/** A parameter of the GH family: name, bytes, value of one step, highest value in steps. */
type Gh3000Parameter = readonly [name: string, bytes: 1 | 2 | 4, step: number, high: number];

/** Parameters of the GH family; any other is stored as `io<id>`. */
const PARAMETERS: ReadonlyMap<number, Gh3000Parameter> = new Map<number, Gh3000Parameter>([
  [1, ['batteryPercent', 1, 1, 100]],
  [2, ['usbConnected', 1, 1, 1]],
  [5, ['uptimeS', 4, 1, 0xffff_ffff]],
  [20, ['hdop', 2, 0.1, 500]],
  [21, ['vdop', 2, 0.1, 500]],
  [22, ['pdop', 2, 0.1, 500]],
  [67, ['batteryVoltageV', 2, 0.001, 0xffff]],
  [221, ['button', 1, 1, 0xff]],
  [222, ['alarmButton', 1, 1, 1]],
  [240, ['motion', 1, 1, 1]],
  [244, ['roaming', 1, 1, 1]],
]);
const FLAGS: ReadonlySet<string> = new Set(['usbConnected', 'alarmButton', 'motion', 'roaming']);
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

/** The values of a record, and whether each has a known meaning. */
interface Gathered {
  readonly values: { batteryPercent?: number; batteryVoltageV?: number };
  readonly attributes: Record<string, AttributeValue>;
  isKnown: boolean;
}

/** Stores a value under its name; without a known meaning or out of range it stays raw. */
function store(id: number, bytes: number, steps: number, gathered: Gathered): void {
  const { attributes, values } = gathered;
  const known = PARAMETERS.get(id);
  if (known === undefined || known[1] !== bytes) gathered.isKnown = false;
  if (known === undefined || known[1] !== bytes || steps > known[3]) {
    attributes[`io${id}`] = steps;
    return;
  }
  const [name, , step] = known;
  const value = step < 1 ? steps / Math.round(1 / step) : steps;
  if (name === 'batteryPercent' || name === 'batteryVoltageV') values[name] = value;
  else attributes[name] = FLAGS.has(name) ? value === 1 : value;
}

function readRecord(reader: Reader): { readonly record: DeviceRecord; readonly isKnown: boolean } {
  const time = reader.unsigned(4);
  const elements = reader.unsigned(1);
  const gathered: Gathered = { values: {}, attributes: {}, isKnown: true };
  const { attributes } = gathered;
  if (time > TIME_MASK) attributes.priority = time >>> TIME_BITS;
  const place = (elements & HAS_GPS) !== 0 ? readGps(reader, attributes) : {};
  for (const { bit, bytes } of VALUE_GROUPS) {
    const count = (elements & bit) !== 0 ? reader.unsigned(1) : 0;
    for (let n = 0; n < count; n += 1) {
      store(reader.unsigned(1), bytes, reader.unsigned(bytes), gathered);
    }
  }
  const record: DeviceRecord = {
    ...EMPTY_RECORD,
    ...place,
    ...gathered.values,
    timeMs: (EPOCH_S + (time & TIME_MASK)) * 1000,
    events: attributes.alarmButton === true ? [{ code: EVENT.panicButton, kind: 'pulse' }] : [],
    attributes,
  };
  return { record: inPhysicalRange(record), isKnown: gathered.isKnown };
}

/**
 * Reads codec id, count, records and count of a packet of the GH3000 family (codec 7).
 *
 * @returns the records, and whether each of their values has a known meaning
 * @throws StructureError if the body has another structure
 */
export function readGh3000Body(
  bytes: Buffer,
  from: number,
  end: number,
): { readonly records: DeviceRecord[]; readonly isKnown: boolean } {
  const reader = new Reader(bytes, from + 1, end);
  const count = reader.unsigned(1);
  const read = Array.from({ length: count }, () => readRecord(reader));
  if (reader.unsigned(1) !== count) throw new StructureError('counts_differ');
  if (reader.at !== end) throw new StructureError('bytes_left');
  return { records: read.map(({ record }) => record), isKnown: read.every((one) => one.isKnown) };
}
