import { EVENT } from '@roadworthy/domain';
import type { DeviceRecord } from '../record.ts';
import { newRecordDraft, type RecordDraft, recordOfDraft } from '../record-draft.ts';
import {
  addEvent,
  PLACE_BYTES,
  type Reading,
  readCourse,
  readPlace,
  readTime,
  scaledBcd,
} from './reading.ts';

const TIME_BYTES = 6;
/** Time, place, speed, course, engine speed. */
const POINT_BYTES = TIME_BYTES + PLACE_BYTES + 6;
const NO_RPM = 0xffff;

/** Speed, course and engine speed. */
function readMotion(draft: RecordDraft, body: Buffer, at: number): void {
  draft.values.speedKmh = scaledBcd(body, at, 2, 10);
  readCourse(draft, body, at + 2, 10);
  const rpm = body.readUInt16BE(at + 4);
  if (rpm !== NO_RPM) draft.attributes.engineSpeedRpm = rpm;
}

/** Driving style with two points in time (05 of OBD devices): the event is at the last one. */
export function readDrivingPoints(body: Buffer): Reading | null {
  if (body.length < 1 + POINT_BYTES || (body.length - 1) % POINT_BYTES !== 0) return null;
  const behaviour = body[0] as number;
  const records: DeviceRecord[] = [];
  for (let at = 1; at < body.length; at += POINT_BYTES) {
    const draft = newRecordDraft();
    readTime(draft, body, at);
    draft.values.fixValid = readPlace(draft, body, at + TIME_BYTES);
    readMotion(draft, body, at + TIME_BYTES + PLACE_BYTES);
    draft.attributes.drivingBehaviour = behaviour;
    const isLast = at + POINT_BYTES === body.length;
    if (isLast && behaviour <= 5)
      addEvent(draft, behaviour % 2 === 0 ? EVENT.harshBraking : EVENT.harshAcceleration);
    records.push(recordOfDraft(draft));
  }
  return { records, complete: true };
}

const ACCELERATION_BYTES = 5;
const STATUS_AT = 1 + TIME_BYTES;
const PLACE_AT = STATUS_AT + 1 + ACCELERATION_BYTES;
const BEHAVIOURS = [EVENT.harshBraking, EVENT.harshAcceleration, EVENT.harshCornering];
const NO_FIX = 0x80;

/** Driving style by the acceleration sensor (06 of OBD devices). */
export function readDrivingEvent(body: Buffer): Reading | null {
  if (body.length < PLACE_AT + PLACE_BYTES + 6) return null;
  const draft = newRecordDraft();
  const behaviour = body[0] as number;
  draft.attributes.drivingBehaviour = behaviour;
  addEvent(draft, BEHAVIOURS[behaviour]);
  readTime(draft, body, 1);
  draft.attributes.acceleration = body.toString('hex', STATUS_AT + 1, PLACE_AT);
  const hasPlace = readPlace(draft, body, PLACE_AT);
  draft.values.fixValid = hasPlace && ((body[STATUS_AT] as number) & NO_FIX) === 0;
  readMotion(draft, body, PLACE_AT + PLACE_BYTES);
  return { records: [recordOfDraft(draft)], complete: true };
}

const NETWORK_TEXTS = ['operator', 'networkType', 'networkBand', 'imsi', 'iccid'] as const;

/** The mobile network: time, then texts after their length. */
export function readNetwork(body: Buffer): Reading | null {
  const draft = newRecordDraft();
  readTime(draft, body, 0);
  let at = TIME_BYTES;
  for (const name of NETWORK_TEXTS) {
    const length = body[at];
    if (length === undefined || at + 1 + length > body.length) return null;
    const encoding = name === 'operator' ? 'utf16le' : 'latin1';
    const text = body.toString(encoding, at + 1, at + 1 + length);
    if (text !== '') draft.attributes[name] = text;
    at += 1 + length;
  }
  return { records: [recordOfDraft(draft)], complete: at === body.length };
}

const MAC_BYTES = 6;
const TAG_HEAD_BYTES = 2;
/** Time and ignition. */
const TAGS_AT = TIME_BYTES + 1;

/** Kinds of Bluetooth sensors: bytes behind their number, and how they are read. */
const TAGS: ReadonlyMap<
  number,
  {
    readonly bytes: number;
    readonly read: (draft: RecordDraft, tag: string, body: Buffer, at: number) => void;
  }
> = new Map([
  [1, { bytes: 10, read: readTyre }],
  [2, { bytes: 25, read: readButton }],
  [3, { bytes: 25, read: readDriver }],
  [4, { bytes: 15, read: readClimate }],
  [5, { bytes: 12, read: readDoor }],
  [6, { bytes: 9, read: readRelay }],
]);

const tenths = (body: Buffer, at: number) => scaledBcd(body, at, 1, 10);
/** Signal in dBm. */
const signal = (body: Buffer, at: number) => (body[at] as number) - 128;

const round2 = (value: number) => Math.round(value * 100) / 100;

function readTyre({ attributes }: RecordDraft, tag: string, body: Buffer, at: number): void {
  attributes[`${tag}BatteryV`] = round2((body[at + 6] as number) / 100 + 1.22);
  attributes[`${tag}PressureKpa`] = round2((body[at + 7] as number) * 1.527 * 2);
  attributes[`${tag}TemperatureC`] = (body[at + 8] as number) - 55;
  attributes[`${tag}Status`] = body[at + 9] as number;
}

/** Alarms of buttons and driver tags. */
const PRESSED = 0;
const LOW_BATTERY = 1;

function readTagBattery({ attributes }: RecordDraft, tag: string, body: Buffer, at: number): void {
  const volts = tenths(body, at + 6);
  if (volts !== null) attributes[`${tag}BatteryV`] = volts;
  attributes[`${tag}Location`] = body.toString('hex', at + 8, at + 25);
}

function readButton(draft: RecordDraft, tag: string, body: Buffer, at: number): void {
  readTagBattery(draft, tag, body, at);
  const alarm = body[at + 7];
  if (alarm === PRESSED) addEvent(draft, EVENT.panicButton);
  if (alarm === LOW_BATTERY) addEvent(draft, EVENT.lowBattery);
}

function readDriver(draft: RecordDraft, tag: string, body: Buffer, at: number): void {
  draft.values.driverTag = body.toString('hex', at, at + MAC_BYTES);
  readTagBattery(draft, tag, body, at);
  if (body[at + 7] === LOW_BATTERY) addEvent(draft, EVENT.lowBattery);
}

/** Battery, its percentage, temperature with a bit for the sign. */
function readSensor(
  { values, attributes }: RecordDraft,
  tag: string,
  body: Buffer,
  at: number,
): void {
  attributes[`${tag}BatteryV`] = round2((body[at + 6] as number) / 100 + 2);
  attributes[`${tag}BatteryPercent`] = body[at + 7] as number;
  const word = body.readUInt16BE(at + 8);
  if (word === 0xffff) return;
  const degrees = ((word & 0x8000) !== 0 ? -(word & 0x7fff) : word) / 100;
  attributes[`${tag}TemperatureC`] = degrees;
  values.temperatureC ??= degrees;
}

function readClimate(draft: RecordDraft, tag: string, body: Buffer, at: number): void {
  readSensor(draft, tag, body, at);
  draft.attributes[`${tag}HumidityPercent`] = body.readUInt16BE(at + 10) / 100;
  draft.attributes[`${tag}Light`] = body.readUInt16BE(at + 12);
  draft.attributes[`${tag}Signal`] = signal(body, at + 14);
}

function readDoor(draft: RecordDraft, tag: string, body: Buffer, at: number): void {
  readSensor(draft, tag, body, at);
  draft.attributes[`${tag}Door`] = (body[at + 10] as number) > 0;
  draft.attributes[`${tag}Signal`] = signal(body, at + 11);
}

function readRelay({ attributes }: RecordDraft, tag: string, body: Buffer, at: number): void {
  attributes[`${tag}BatteryV`] = round2((body[at + 6] as number) / 100 + 2);
  attributes[`${tag}Output`] = (body[at + 7] as number) > 0;
  attributes[`${tag}Signal`] = signal(body, at + 8);
}

/** Bluetooth sensors (10): time, ignition, then kind, address and values of each. */
export function readBluetooth(body: Buffer): Reading | null {
  if (body.length < TAGS_AT) return null;
  const draft = newRecordDraft();
  readTime(draft, body, 0);
  draft.values.ignition = (body[TIME_BYTES] as number) > 0;
  let at = TAGS_AT;
  let complete = true;
  for (let n = 1; at + TAG_HEAD_BYTES <= body.length; n += 1) {
    const kind = TAGS.get(body.readUInt16BE(at));
    const from = at + TAG_HEAD_BYTES;
    if (kind === undefined || from + kind.bytes > body.length) {
      complete = false;
      break;
    }
    draft.attributes[`tag${n}Id`] = body.toString('hex', from, from + MAC_BYTES);
    kind.read(draft, `tag${n}`, body, from);
    at = from + kind.bytes;
  }
  return { records: [recordOfDraft(draft)], complete };
}
