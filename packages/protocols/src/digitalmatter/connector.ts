import type { DeviceRecord } from '../record.ts';
import { setPlace } from '../record-draft.ts';
import {
  type Draft,
  newDraft,
  readAnalogue,
  readPorts,
  readReason,
  readStates,
  speedOf,
  toDeviceRecord,
} from './draft.ts';

/** The content of a request of the JSON connector. */
export type DigitalMatterRequest =
  | {
      readonly kind: 'records';
      readonly deviceId: string;
      readonly records: readonly DeviceRecord[];
    }
  | { readonly kind: 'bad'; readonly reason: string };

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(object) : []);
const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A time in UTC, with or without its zone. */
function timeOf(value: unknown): number | null {
  const written = text(value)?.trim().replace(' ', 'T') ?? '';
  const timeMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(written) ? written : `${written}Z`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** Copies the numbers that are present. */
function copy({ attributes }: Draft, json: Json, names: Readonly<Record<string, string>>): void {
  for (const [from, name] of Object.entries(names)) {
    const value = number(json[from]);
    if (value !== null) attributes[name] = value;
  }
}

/** A field of a record: 0 place, 2 inputs and status, 3 driver, 6 analogues. */
function readField(draft: Draft, field: Json): void {
  const { values, attributes } = draft;
  const type = number(field.FType);
  if (type === 0) {
    draft.fixMs = timeOf(field.GpsUTC);
    setPlace(draft, number(field.Lat) ?? 0, number(field.Long) ?? 0);
    values.altitudeM = number(field.Alt);
    const speed = number(field.Spd);
    values.speedKmh = speed === null ? null : speedOf(speed);
    values.headingDeg = number(field.Head);
    values.fixValid = (number(field.GpsStat) ?? 0) > 0;
    copy(draft, field, { PosAcc: 'accuracyM', PDOP: 'pdop' });
  } else if (type === 2) {
    readStates(draft, number(field.DIn) ?? 0, number(field.DOut) ?? 0, number(field.DevStat) ?? 0);
  } else if (type === 3) {
    values.driverTag = text(field.Id) ?? text(field.IdData);
  } else if (type === 6) {
    for (const [id, value] of Object.entries(object(field.AnalogueData))) {
      const measured = number(value);
      if (measured !== null && /^\d{1,3}$/.test(id)) readAnalogue(draft, Number(id), measured);
    }
  } else if (type !== null) attributes[`field${type}`] = JSON.stringify(field);
}

/** The form of telematics devices: an IMEI and records with numbered fields. */
function readRecords(json: Json): DeviceRecord[] {
  return list(json.Records).map((one) => {
    const draft = newDraft();
    copy(draft, one, { SeqNo: 'recordNumber' });
    draft.recordMs = timeOf(one.DateUTC);
    const reason = number(one.Reason);
    if (reason !== null) readReason(draft, reason);
    for (const field of list(one.Fields)) readField(draft, field);
    return toDeviceRecord(draft);
  });
}

const BATTERY_COUNTER_MV = 0;
const BATTERY_COUNTER_PERCENT = 1;

/** The form of low-power devices: one record with names. */
function readOne(json: Json): DeviceRecord {
  const draft = newDraft();
  const { values, attributes } = draft;
  draft.recordMs = timeOf(json.date);
  copy(draft, json, { sqn: 'recordNumber', posAcc: 'accuracyM', status: 'status' });
  copy(draft, object(json.posInfo), { HDOP: 'hdop', PDOP: 'pdop' });
  const reason = number(json.reason);
  if (reason !== null) readReason(draft, reason);
  const [latitude, longitude] = [number(json.lat), number(json.lng)];
  if (latitude !== null && longitude !== null) {
    setPlace(draft, latitude, longitude);
    values.fixValid = true;
  }
  for (const { id, val } of list(json.analogues)) {
    const [key, value] = [number(id), number(val)];
    if (key !== null && value !== null) readAnalogue(draft, key, value);
  }
  const inputs = number(json.inputs);
  if (inputs !== null) readPorts(draft, inputs, number(json.outputs) ?? 0);
  for (const { id, val } of list(json.counters)) {
    const [key, value] = [number(id), number(val)];
    if (key === null || value === null) continue;
    if (key === BATTERY_COUNTER_MV) values.batteryVoltageV = value / 1000;
    else if (key === BATTERY_COUNTER_PERCENT) values.batteryPercent = value / 100;
    else attributes[`counter${key}`] = value;
  }
  return toDeviceRecord(draft);
}

/**
 * Decodes the body that the JSON connector posts. Never throws. It is answered with status 200 once
 * the records are stored.
 *
 * @param body the parsed JSON
 */
export function decodeDigitalMatter(body: unknown): DigitalMatterRequest {
  const json = object(body);
  const device = object(json.device);
  const deviceId = text(device.imei) ?? text(json.IMEI);
  if (deviceId === null) return { kind: 'bad', reason: 'no device.imei or IMEI' };
  const records = json.device === undefined ? readRecords(json) : [readOne(json)];
  if (records.length === 0 || records.some(({ timeMs }) => timeMs === null))
    return { kind: 'bad', reason: 'no records with a time' };
  return { kind: 'records', deviceId, records };
}
