import type { DeviceRecord } from '../record.ts';
import { setPlace } from '../record-draft.ts';
import {
  type Draft,
  metresOf,
  newDraft,
  readReceiver,
  readTemperature,
  speedOf,
  toDeviceRecord,
  UNITS_PER_DEGREE,
} from './draft.ts';

/** Formats of telemetry that precede FLEX: number, and which parts they have. */
const FORMATS: ReadonlyMap<number, string> = new Map([
  [0x01, 'F1'],
  [0x02, 'F2'],
  [0x03, 'F3'],
  [0x04, 'F4'],
  [0x05, 'F5'],
  [0x15, 'F5.1'],
  [0x25, 'F5.2'],
  [0x06, 'F6'],
]);

/** Reads on, little endian; `isShort` once the bytes have ended. */
class Reader {
  isShort = false;
  constructor(
    private readonly body: Buffer,
    public at: number,
  ) {}

  take(bytes: number): number {
    const from = this.at;
    this.at += bytes;
    if (this.at <= this.body.length) return from;
    this.isShort = true;
    return 0;
  }

  unsigned(bytes: 1 | 2 | 4): number {
    const at = this.take(bytes);
    return this.isShort ? 0 : this.body.readUIntLE(at, bytes);
  }

  signed(bytes: 1 | 2 | 4): number {
    const at = this.take(bytes);
    return this.isShort ? 0 : this.body.readIntLE(at, bytes);
  }

  float(): number {
    const at = this.take(4);
    return this.isShort ? 0 : this.body.readFloatLE(at);
  }
}

/** Hour, minute, second, day, month from 0, year; null if they are no time. */
function readTime(reader: Reader): number | null {
  const [hour, minute, second, day, month, year] = Array.from({ length: 6 }, () =>
    reader.unsigned(1),
  ) as [number, number, number, number, number, number];
  const isTime =
    hour < 24 && minute < 60 && second < 60 && day > 0 && day < 32 && month < 12 && year < 100;
  return isTime ? Date.UTC(2000 + year, month, day, hour, minute, second) : null;
}

const isAnyOf = (format: string, ...formats: readonly string[]) => formats.includes(format);

/** Status, signal, outputs and inputs. */
function readStates(draft: Draft, reader: Reader, format: string): void {
  const { values, attributes } = draft;
  const armed = reader.unsigned(1);
  attributes.armed = format === 'F6' ? (armed & 1) === 1 : (armed & 0x7f) !== 0;
  if ((armed & (format === 'F6' ? 0x02 : 0x80)) !== 0) attributes.alarm = true;
  attributes.status = reader.unsigned(1);
  attributes.mobileSignal = reader.unsigned(1);
  if (isAnyOf(format, 'F1', 'F2', 'F3')) attributes.outputs = reader.unsigned(2);
  else if (isAnyOf(format, 'F4', 'F6')) attributes.outputs = reader.unsigned(1) & 0x0f;
  else {
    const extended = reader.unsigned(1);
    attributes.outputs = extended & 3;
    values.satellites = extended >> 2;
  }
  attributes.inputs = reader.unsigned(isAnyOf(format, 'F1', 'F2', 'F3', 'F4') ? 2 : 1);
}

/** Voltages, analogue inputs and counters. */
function readMeasures(draft: Draft, reader: Reader, format: string): void {
  const { values, attributes } = draft;
  values.externalVoltageV = reader.unsigned(2) / 1000;
  values.batteryVoltageV = reader.unsigned(2) / 1000;
  if (isAnyOf(format, 'F1', 'F2', 'F3')) readTemperature(draft, 1, reader.signed(2));
  const analogues = format === 'F6' ? 3 : isAnyOf(format, 'F3', 'F4') ? 0 : 2;
  for (let n = 1; n <= analogues; n += 1) attributes[`analogInput${n}Mv`] = reader.unsigned(2);
  if (isAnyOf(format, 'F1', 'F3', 'F4')) return;
  attributes.pulseCount1 = reader.unsigned(4);
  attributes.pulseCount2 = reader.unsigned(4);
}

const FUEL_BYTES = 28;

/** Fuel sensors (stored as they are), thermometers, load and engine speed of format 6. */
function readVehicle(draft: Draft, reader: Reader, body: Buffer): void {
  const { attributes } = draft;
  const fuelAt = reader.take(FUEL_BYTES);
  attributes.fuelSensors = body.toString('hex', fuelAt, fuelAt + FUEL_BYTES);
  for (let n = 1; n <= 4; n += 1) readTemperature(draft, n, reader.signed(1));
  const load = reader.signed(4);
  if (load >= 0) attributes.axleLoadKg = load;
  const rpm = reader.unsigned(2);
  if (rpm !== 0xffff) attributes.engineSpeedRpm = rpm;
}

const degrees = (radians: number) => (Number.isFinite(radians) ? (radians / Math.PI) * 180 : 0);

/** State of the receiver, time, place, speed, distance. */
function readNavigation(draft: Draft, reader: Reader, format: string): void {
  const { values, attributes } = draft;
  const { satellites } = values;
  readReceiver(draft, reader.unsigned(1));
  if (format !== 'F6') values.satellites = satellites;
  draft.fixMs = readTime(reader);
  if (format === 'F6') {
    const latitude = reader.signed(4) / UNITS_PER_DEGREE;
    setPlace(draft, latitude, reader.signed(4) / UNITS_PER_DEGREE);
    values.altitudeM = reader.signed(4) / 10;
  } else {
    const latitude = degrees(reader.float());
    setPlace(draft, latitude, degrees(reader.float()));
  }
  values.speedKmh = speedOf(reader.float());
  values.headingDeg = reader.unsigned(2);
  values.odometerM = metresOf(reader.float());
  const segment = metresOf(reader.float());
  if (segment !== null) attributes.segmentM = segment;
  attributes.segmentS = reader.unsigned(2);
  attributes.segmentTotalS = reader.unsigned(2);
}

const FUEL_SENSORS_BYTES = 15;

/**
 * Reads a record of telemetry in one of the formats that precede FLEX.
 *
 * @returns the record, its number and the offset behind it; null if the format is unknown or the
 *   body too short
 */
export function readTelemetry(
  body: Buffer,
  from: number,
): { readonly record: DeviceRecord; readonly index: number; readonly end: number } | null {
  const reader = new Reader(body, from);
  const format = FORMATS.get(reader.unsigned(1));
  if (format === undefined) return null;
  const draft = newDraft();
  const index = reader.unsigned(4);
  Object.assign(draft.attributes, { format, recordNumber: index, eventCode: reader.unsigned(2) });
  draft.eventMs = readTime(reader);
  readStates(draft, reader, format);
  readMeasures(draft, reader, format);
  if (format === 'F6') readVehicle(draft, reader, body);
  if (!isAnyOf(format, 'F1', 'F3', 'F4')) readNavigation(draft, reader, format);
  if (isAnyOf(format, 'F5.1', 'F5.2')) {
    const at = reader.take(FUEL_SENSORS_BYTES);
    draft.attributes.fuelSensors = body.toString('hex', at, at + FUEL_SENSORS_BYTES);
  }
  if (isAnyOf(format, 'F4', 'F5.2'))
    for (let n = 1; n <= 4; n += 1) readTemperature(draft, n, reader.signed(1));
  if (reader.isShort) return null;
  return { record: toDeviceRecord(draft), index, end: reader.at };
}
