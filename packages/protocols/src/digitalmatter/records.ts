import type { DeviceRecord } from '../record.ts';
import { setPlace } from '../record-draft.ts';
import {
  type Draft,
  newDraft,
  readAnalogue,
  readReason,
  readStates,
  speedOf,
  toDeviceRecord,
} from './draft.ts';

/** Times are seconds since 2013. */
export const EPOCH_MS = Date.UTC(2013, 0, 1);

/** Length, number, time, reason. */
const HEAD_BYTES = 11;
const PLACE_BYTES = 21;
const LONG_FIELD = 255;

function readPlace(draft: Draft, body: Buffer, at: number): void {
  const { values, attributes } = draft;
  draft.fixMs = EPOCH_MS + body.readUInt32LE(at) * 1000;
  setPlace(draft, body.readInt32LE(at + 4) / 1e7, body.readInt32LE(at + 8) / 1e7);
  values.altitudeM = body.readInt16LE(at + 12);
  values.speedKmh = speedOf(body.readUInt16LE(at + 14));
  values.headingDeg = (body[at + 17] as number) * 2;
  attributes.pdop = (body[at + 18] as number) / 10;
  attributes.accuracyM = body[at + 19] as number;
  values.fixValid = body[at + 20] !== 0;
}

/** Kinds of driver numbers: as bytes, or as text. */
const DRIVER_BYTES = new Set([1, 2, 7]);
const DRIVER_TEXTS = new Set([3, 4, 5, 6]);

function readDriver({ values }: Draft, field: Buffer): void {
  const kind = field[0] ?? 0;
  const number = field.subarray(1);
  if (number.every((byte) => byte === 0)) return;
  if (DRIVER_BYTES.has(kind)) values.driverTag = number.toString('hex');
  else if (DRIVER_TEXTS.has(kind)) values.driverTag = number.toString('latin1').replace(/\0+$/, '');
}

const ANALOGUE_BYTES = 3;

function readAnalogues(draft: Draft, field: Buffer): void {
  for (let at = 0; at + ANALOGUE_BYTES <= field.length; at += ANALOGUE_BYTES) {
    const number = field[at] as number;
    // Only the temperature is signed.
    const value = number === 3 ? field.readInt16LE(at + 1) : field.readUInt16LE(at + 1);
    readAnalogue(draft, number, value);
  }
}

/** Bytes of distance and running time. */
const COUNTERS_BYTES = 8;

/** Reads a field with a known number; others are stored as they are. */
function readField(draft: Draft, id: number, field: Buffer): void {
  const { attributes } = draft;
  if (id === 0 && field.length >= PLACE_BYTES) readPlace(draft, field, 0);
  else if (id === 2 && field.length >= 8)
    readStates(draft, field.readUInt32LE(0), field.readUInt16LE(4), field.readUInt16LE(6));
  else if (id === 3) readDriver(draft, field);
  else if (id === 6) readAnalogues(draft, field);
  else if ((id === 26 || id === 27) && field.length >= COUNTERS_BYTES) {
    // The unit of the distances is not public: they are stored as sent.
    attributes[id === 26 ? 'tripDistance' : 'deviceDistance'] = field.readUInt32LE(0);
    attributes[id === 26 ? 'tripS' : 'runningS'] = field.readUInt32LE(4);
  } else attributes[`field${id}`] = field.toString('hex');
}

/** One record; null if its fields do not end with it. */
function readRecord(body: Buffer): DeviceRecord | null {
  const draft = newDraft();
  draft.attributes.recordNumber = body.readUInt32LE(2);
  draft.recordMs = EPOCH_MS + body.readUInt32LE(6) * 1000;
  readReason(draft, body[10] as number);
  let at = HEAD_BYTES;
  while (at < body.length) {
    if (at + 2 > body.length) return null;
    const id = body[at] as number;
    let length = body[at + 1] as number;
    at += 2;
    if (length === LONG_FIELD) {
      if (at + 2 > body.length) return null;
      length = body.readUInt16LE(at);
      at += 2;
    }
    if (at + length > body.length) return null;
    readField(draft, id, body.subarray(at, at + length));
    at += length;
  }
  return toDeviceRecord(draft);
}

/** Records with fields (04); null if their lengths do not fill the body. */
export function readRecords(body: Buffer): DeviceRecord[] | null {
  const records: DeviceRecord[] = [];
  for (let at = 0; at < body.length; ) {
    const length = at + 2 <= body.length ? body.readUInt16LE(at) : 0;
    if (length < HEAD_BYTES || at + length > body.length) return null;
    const record = readRecord(body.subarray(at, at + length));
    if (record === null) return null;
    records.push(record);
    at += length;
  }
  return records.length === 0 ? null : records;
}

const FIXED_BYTES = 64;
const NO_TEMPERATURE = 127;

/** Second, minute, hour, day, month and year since 2000 in the bits of a number. */
function fixedTime(packed: number): number | null {
  const [year, month, day] = [packed & 0x3f, (packed >> 6) & 0x0f, (packed >> 10) & 0x1f];
  const [hour, minute, second] = [(packed >> 15) & 0x1f, (packed >> 20) & 0x3f, packed >>> 26];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second);
}

function readFixedRecord(body: Buffer, at: number): DeviceRecord {
  const draft = newDraft();
  const { values, attributes } = draft;
  attributes.recordNumber = body.readUInt32LE(at + 1);
  draft.recordMs = fixedTime(body.readUInt32LE(at + 5));
  setPlace(draft, body.readInt32LE(at + 13) / 1e7, body.readInt32LE(at + 9) / 1e7);
  values.speedKmh = speedOf(body.readUInt16LE(at + 17));
  values.headingDeg = (body[at + 19] as number) * 2;
  values.altitudeM = body.readInt16LE(at + 20);
  attributes.accuracyM = body.readUInt16LE(at + 22);
  readReason(draft, body[at + 25] as number);
  values.fixValid = ((body[at + 26] as number) & 1) === 1;
  attributes.inputs = body.readUInt32LE(at + 27);
  attributes.outputs = body.readUInt16LE(at + 31);
  for (let n = 1; n <= 5; n += 1) attributes[`analogInput${n}`] = body.readInt16LE(at + 31 + 2 * n);
  const degrees = body.readInt8(at + 43);
  if (degrees !== NO_TEMPERATURE) attributes.deviceTemperatureC = degrees;
  attributes.acceleration = [44, 46, 48].map((from) => body.readInt16LE(at + from)).join(',');
  attributes.pdop = body.readUInt16LE(at + 58) / 100;
  return toDeviceRecord(draft);
}

/** Records of 64 bytes (10); null if they do not fill the body. */
export function readFixedRecords(body: Buffer): DeviceRecord[] | null {
  if (body.length === 0 || body.length % FIXED_BYTES !== 0) return null;
  const records: DeviceRecord[] = [];
  for (let at = 0; at < body.length; at += FIXED_BYTES) records.push(readFixedRecord(body, at));
  return records;
}
