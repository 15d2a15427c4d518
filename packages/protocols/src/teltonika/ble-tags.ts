import type { AttributeValue } from '../record.ts';

type Attributes = Record<string, AttributeValue>;

/** A value of a Bluetooth sensor; null if its length or range is another. */
type TagReader = (value: Buffer) => AttributeValue | null;

const MIN_VOLTAGE_MV = 1500;
const MAX_VOLTAGE_MV = 4500;

const unsigned =
  (bytes: 1 | 2, high: number, divisor = 1): TagReader =>
  (value) => {
    if (value.length !== bytes) return null;
    const number = value.readUIntBE(0, bytes);
    return number <= high ? number / divisor : null;
  };
const signed =
  (bytes: 1 | 2, low: number, high: number, divisor = 1): TagReader =>
  (value) => {
    if (value.length !== bytes) return null;
    const number = value.readIntBE(0, bytes);
    return number >= low && number <= high ? number / divisor : null;
  };
const flag: TagReader = (value) =>
  value.length === 1 && (value[0] as number) <= 1 ? value[0] === 1 : null;
const hex: TagReader = (value) => (value.length > 0 ? value.toString('hex') : null);

const battery: TagReader = (value) => {
  if (value.length !== 2) return null;
  const millivolts = value.readUInt16BE(0);
  const isPossible = millivolts >= MIN_VOLTAGE_MV && millivolts <= MAX_VOLTAGE_MV;
  return isPossible ? millivolts / 1000 : null;
};

/** Parameters of a sensor or beacon, by the manufacturer's numbers. */
const TAG_PARAMETERS: ReadonlyMap<number, readonly [name: string, read: TagReader]> = new Map<
  number,
  readonly [string, TagReader]
>([
  [0, ['RssiDbm', signed(1, -128, 20)]],
  [1, ['Id', hex]],
  [2, ['Data', hex]],
  [5, ['Name', (value) => printable(value)]],
  [6, ['TemperatureC', signed(2, -4000, 12_500, 100)]],
  [7, ['HumidityPercent', unsigned(1, 100)]],
  [8, ['Magnet', flag]],
  [9, ['Motion', flag]],
  [10, ['MotionCount', unsigned(2, 0xffff)]],
  [11, ['PitchDeg', signed(1, -90, 90)]],
  [12, ['RollDeg', signed(2, -180, 180)]],
  [13, ['LowBattery', flag]],
  [14, ['BatteryV', battery]],
  [15, ['Mac', hex]],
]);

/** Printable text without fill bytes; null if there is none. */
export function printable(value: Buffer): string | null {
  let end = value.length;
  while (end > 0 && (value[end - 1] === 0 || value[end - 1] === 0x20)) end -= 1;
  for (let at = 0; at < end; at += 1) {
    const byte = value[at] as number;
    if (byte < 0x20 || byte > 0x7e) return null;
  }
  return end === 0 ? null : value.toString('latin1', 0, end);
}

function readTag(bytes: Buffer, number: number, attributes: Attributes): boolean {
  let isWhole = true;
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + (bytes[at + 1] as number);
    if (end > bytes.length) return false;
    const known = TAG_PARAMETERS.get(bytes[at] as number);
    const value = known?.[1](bytes.subarray(at + 2, end)) ?? null;
    if (known === undefined || value === null) isWhole = false;
    else attributes[`tag${number}${known[0]}`] = value;
    at = end;
  }
  return isWhole && at === bytes.length;
}

/**
 * Reads a list of Bluetooth sensors: one byte, then length and parameters of each sensor.
 *
 * @returns the number of sensors; null if some bytes have no known meaning: the list stays raw too
 */
export function readBleTags(bytes: Buffer, attributes: Attributes): number | null {
  let isWhole = bytes.length > 0;
  let count = 0;
  let at = 1;
  while (at < bytes.length) {
    const end = at + 1 + (bytes[at] as number);
    if (end > bytes.length) return null;
    count += 1;
    if (!readTag(bytes.subarray(at + 1, end), count, attributes)) isWhole = false;
    at = end;
  }
  return isWhole ? count : null;
}

const IBEACON = 0x20;
const HAS_RSSI = 0x01;
const HAS_BATTERY = 0x02;
const HAS_TEMPERATURE = 0x04;
const IBEACON_BYTES = 20;
const EDDYSTONE_BYTES = 16;

/**
 * Reads a list of beacons: one byte, then flags and identity of each beacon, with its signal,
 * battery and temperature if the flags say so.
 *
 * @returns `identity,dBm` of each beacon, separated by semicolons; null if the list is no such one
 */
export function readBeacons(bytes: Buffer): string | null {
  const beacons: string[] = [];
  let at = 1;
  while (at < bytes.length) {
    const marks = bytes[at] as number;
    const idEnd = at + 1 + ((marks & IBEACON) !== 0 ? IBEACON_BYTES : EDDYSTONE_BYTES);
    const signalEnd = idEnd + ((marks & HAS_RSSI) !== 0 ? 1 : 0);
    const batteryEnd = signalEnd + ((marks & HAS_BATTERY) !== 0 ? 2 : 0);
    const end = batteryEnd + ((marks & HAS_TEMPERATURE) !== 0 ? 2 : 0);
    if (end > bytes.length || (marks & 0xd8) !== 0) return null;
    const signal = (marks & HAS_RSSI) !== 0 ? `,${bytes.readInt8(idEnd)}` : '';
    beacons.push(`${bytes.toString('hex', at + 1, idEnd)}${signal}`);
    at = end;
  }
  return beacons.length === 0 ? null : beacons.join(';');
}
