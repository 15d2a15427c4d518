import { inPhysicalRange } from '../physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { TAG, type TagFormat, tagFormat, valueAt } from './tags.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A record while its tags are read. */
export interface Draft {
  readonly values: Mutable<DeviceRecord>;
  readonly attributes: Record<string, AttributeValue>;
  /** IMEI, and the text of an answer, which are no values of the record. */
  imei: string | null;
  text: string | null;
}

export const newDraft = (): Draft => ({
  values: { ...EMPTY_RECORD },
  attributes: {},
  imei: null,
  text: null,
});

const NO_SENSOR_C = -128;

/** A fix by cells has the mark 2; other marks say that the coordinates are not fresh. */
const SOURCE_BITS = 4;
const BY_CELLS = 2;

function readCoordinates({ values, attributes }: Draft, content: Buffer, at: number): void {
  const mark = content[at] as number;
  const source = mark >> SOURCE_BITS;
  const latitudeDeg = content.readInt32LE(at + 1) / 1e6;
  const longitudeDeg = content.readInt32LE(at + 5) / 1e6;
  const isNone = latitudeDeg === 0 && longitudeDeg === 0;
  Object.assign(values, isNone ? placeOf(null, null) : placeOf(latitudeDeg, longitudeDeg));
  values.fixValid = source === 0 && values.latitudeDeg !== null;
  values.satellites = mark & 0x0f;
  if (source === BY_CELLS) attributes.locatedByCells = true;
}

const COOLANT_OFFSET_C = -40;

/** Level, coolant temperature and engine speed; zeros mean that the bus sent nothing. */
function readEngine({ attributes }: Draft, content: Buffer, at: number): void {
  if (content.readUInt32LE(at) === 0) return;
  attributes.fuelLevelPercent = Math.round((content[at] as number) * 4) / 10;
  attributes.coolantTemperatureC = (content[at + 1] as number) + COOLANT_OFFSET_C;
  attributes.engineSpeedRpm = content.readUInt16LE(at + 2) * 0.125;
}

/** Reads a tag with a field of the record. */
function readField(draft: Draft, tag: number, content: Buffer, from: number, to: number): void {
  const { values } = draft;
  switch (tag) {
    case TAG.imei:
      draft.imei = content.toString('latin1', from, to);
      break;
    case TAG.time:
      values.timeMs = content.readUInt32LE(from) * 1000;
      break;
    case TAG.coordinates:
      readCoordinates(draft, content, from);
      break;
    case TAG.speed:
      values.speedKmh = content.readUInt16LE(from) / 10;
      values.headingDeg = (content.readUInt16LE(from + 2) / 10) % 360;
      break;
    case TAG.altitude:
      values.altitudeM = content.readInt16LE(from);
      break;
    case TAG.supply:
      values.externalVoltageV = content.readUInt16LE(from) / 1000;
      break;
    case TAG.battery:
      values.batteryVoltageV = content.readUInt16LE(from) / 1000;
      break;
    case TAG.key: {
      const key = content.readUInt32LE(from);
      if (key !== 0) values.driverTag = String(key);
      break;
    }
    case TAG.canEngine:
      readEngine(draft, content, from);
      break;
    case TAG.odometer:
      values.odometerM = content.readUInt32LE(from);
      break;
    case TAG.text:
      draft.text = content.toString('latin1', from, to);
  }
}

function readAttribute(
  { values, attributes }: Draft,
  name: string,
  { kind, step }: TagFormat,
  content: Buffer,
  from: number,
  to: number,
): void {
  switch (kind) {
    case 'unsigned': {
      const value = content.readUIntLE(from, to - from);
      attributes[name] = step === 1 ? value : Math.round(value * step * 10) / 10;
      break;
    }
    case 'signed':
      attributes[name] = content.readIntLE(from, to - from);
      break;
    case 'temperature': {
      // The first byte is the number of the sensor.
      const degrees = content.readInt8(from + 1);
      if (degrees === NO_SENSOR_C) break;
      attributes[name] = degrees;
      values.temperatureC ??= degrees;
      break;
    }
    case 'fuel':
      attributes[`${name}Level`] = content.readUInt16LE(from);
      attributes[`${name}TemperatureC`] = content.readInt8(from + 2);
      break;
    default:
      attributes[name] = content.toString('hex', from, to);
  }
}

/**
 * Reads the value of a tag into a record.
 *
 * @returns the offset behind it; null if the tag is unknown or the bytes end before
 */
export function readTag(draft: Draft, tag: number, content: Buffer, at: number): number | null {
  const format = tagFormat(tag);
  const value = format === undefined ? null : valueAt(format, content, at);
  if (format === undefined || value === null) return null;
  const { from, to } = value;
  if (format.name === null) readField(draft, tag, content, from, to);
  else readAttribute(draft, format.name, format, content, from, to);
  return to;
}

/** The record of the tags that were read. */
export function toDeviceRecord({ values, attributes }: Draft): DeviceRecord {
  const { fixValid } = values;
  return inPhysicalRange({
    ...values,
    altitudeM: fixValid ? values.altitudeM : null,
    headingDeg: fixValid ? values.headingDeg : null,
    attributes,
  });
}
