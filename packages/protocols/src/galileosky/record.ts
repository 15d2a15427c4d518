import { newRecordDraft, type RecordDraft, setPlace } from '../record-draft.ts';
import { TAG, type TagFormat, tagFormat, valueAt } from './tags.ts';

/** A record while its tags are read. */
export interface Draft extends RecordDraft {
  /** IMEI, and the text of an answer, which are no values of the record. */
  imei: string | null;
  text: string | null;
}

export const newDraft = (): Draft => ({
  ...newRecordDraft(),
  imei: null,
  text: null,
});

const NO_SENSOR_C = -128;

/** A fix by cells has the mark 2; other marks say that the coordinates are not fresh. */
const SOURCE_BITS = 4;
const BY_CELLS = 2;

function readCoordinates(draft: Draft, content: Buffer, at: number): void {
  const { values, attributes } = draft;
  const mark = content[at] as number;
  const source = mark >> SOURCE_BITS;
  setPlace(draft, content.readInt32LE(at + 1) / 1e6, content.readInt32LE(at + 5) / 1e6);
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
