import {
  type JsonMapping,
  jsonValueAt,
  type MappedField,
  type MappingProblem,
  MOST_INPUT_RECORDS,
} from '@roadworthy/domain';
import { inPhysicalRange } from '../physical-range.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { readAttribute } from './attributes.ts';
import {
  type Reading,
  readAltitude,
  readCourse,
  readFlag,
  readIdentity,
  readLatitude,
  readLongitude,
  readOdometer,
  readSatellites,
  readSpeed,
  readTime,
} from './values.ts';

/** A field of a record that could not be read; it is not stored. */
export interface FieldProblem {
  /** A field of the mapping, or the name of an attribute. */
  readonly field: string;
  readonly problem: MappingProblem;
  /** The value as it was sent, shortened; null if there was none. */
  readonly value: string | null;
}

/** One record of a message. */
export type MappedRecord = { readonly source: unknown } & (
  | {
      readonly kind: 'record';
      readonly deviceId: string;
      readonly record: DeviceRecord;
      /** Fields that were left out. */
      readonly problems: readonly FieldProblem[];
    }
  /** Without a device, or without the time that the mapping names: nothing can be stored. */
  | {
      readonly kind: 'refused';
      readonly deviceId: string | null;
      readonly problems: readonly FieldProblem[];
    }
  /** The mapping reads only other records. */
  | { readonly kind: 'ignored' }
);

/** Why a whole message could not be read. */
export type MessageProblem = 'no_records' | 'too_many_records';

export type MappedMessage =
  | {
      readonly kind: 'records';
      readonly records: readonly MappedRecord[];
      /** The message is one record, and no list. */
      readonly isSingle: boolean;
    }
  | { readonly kind: 'bad'; readonly problem: MessageProblem };

const SHOWN_VALUE = 60;
/** Length of the attribute that keeps what could not be read. */
const MOST_UNREADABLE = 200;

const shown = (raw: unknown): string | null =>
  raw === undefined ? null : (JSON.stringify(raw) ?? '').slice(0, SHOWN_VALUE);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Attributes that have a column of their own in a record. */
const COLUMNS = [
  'externalVoltageV',
  'batteryVoltageV',
  'batteryPercent',
  'satellites',
  'driverTag',
] as const satisfies (keyof DeviceRecord)[];
const isColumn = (name: string): name is (typeof COLUMNS)[number] =>
  COLUMNS.some((column) => column === name);

/** Reads the values of one record, and collects what could not be read. */
class RecordReader {
  readonly problems: FieldProblem[] = [];

  constructor(
    private readonly source: unknown,
    private readonly mapping: JsonMapping,
  ) {}

  /** The value of a field; null if it is not mapped, absent, null or not readable. */
  field<T>(field: MappedField, reader: (raw: unknown) => Reading<T>): T | null {
    return this.at(field, this.mapping.fields[field], reader);
  }

  at<T>(field: string, path: string, reader: (raw: unknown) => Reading<T>): T | null {
    const raw = path === '' ? undefined : jsonValueAt(this.source, path);
    if (raw === undefined || raw === null) return null;
    const read = reader(raw);
    if ('value' in read) return read.value;
    this.problem(field, read.problem, raw);
    return null;
  }

  problem(field: string, problem: MappingProblem, raw?: unknown): void {
    this.problems.push({ field, problem, value: shown(raw) });
  }

  has(field: string): boolean {
    return this.problems.some((one) => one.field === field);
  }
}

function deviceOf(reader: RecordReader, { topic_level: level }: JsonMapping, topic: string) {
  if (level === null) return reader.field('device', readIdentity);
  const part = topic.split('/')[level - 1] ?? '';
  const read = readIdentity(part);
  if ('value' in read) return read.value;
  reader.problem('device', read.problem, part);
  return null;
}

function attributesOf(reader: RecordReader, mapping: JsonMapping) {
  const columns: Mutable<Partial<DeviceRecord>> = {};
  const attributes: Record<string, AttributeValue> = {};
  for (const one of mapping.attributes) {
    const value = reader.at(one.name, one.path, (raw) => readAttribute(raw, one));
    if (value === null) continue;
    if (isColumn(one.name)) Object.assign(columns, { [one.name]: value });
    else attributes[one.name] = value;
  }
  return { columns, attributes };
}

/** The place of a record; both degrees zero mean that there is none, as in the codecs. */
function placeIn(reader: RecordReader) {
  const latitudeDeg = reader.field('latitude', readLatitude);
  const longitudeDeg = reader.field('longitude', readLongitude);
  const isNone = latitudeDeg === 0 && longitudeDeg === 0;
  const place = isNone ? placeOf(null, null) : placeOf(latitudeDeg, longitudeDeg);
  const isValid = reader.field('valid', readFlag) !== false;
  return { ...place, fixValid: place.latitudeDeg !== null && isValid };
}

function mapRecord(source: unknown, mapping: JsonMapping, topic: string): MappedRecord {
  const { only_path: onlyPath, only_value: onlyValue, fields } = mapping;
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    const problem = { field: 'record', problem: 'wrong_type', value: shown(source) } as const;
    return { kind: 'refused', source, deviceId: null, problems: [problem] };
  }
  if (onlyPath !== '') {
    const found = jsonValueAt(source, onlyPath);
    if (found === undefined || String(found) !== onlyValue) return { kind: 'ignored', source };
  }
  const reader = new RecordReader(source, mapping);
  const deviceId = deviceOf(reader, mapping, topic);
  if (deviceId === null && !reader.has('device')) reader.problem('device', 'missing');
  const timeMs = reader.field('time', (raw) => readTime(raw, mapping.time_format));
  const needsTime = fields.time !== '' && timeMs === null;
  if (needsTime && !reader.has('time')) reader.problem('time', 'missing');
  if (deviceId === null || needsTime) {
    return { kind: 'refused', source, deviceId, problems: reader.problems };
  }
  const place = placeIn(reader);
  const values = {
    ...place,
    timeMs,
    speedKmh: reader.field('speed', (raw) => readSpeed(raw, mapping.speed_unit)),
    headingDeg: reader.field('course', readCourse),
    altitudeM: reader.field('altitude', readAltitude),
    ignition: reader.field('ignition', readFlag),
    odometerM: reader.field('odometer', (raw) => readOdometer(raw, mapping.odometer_unit)),
  };
  const counted = reader.field('satellites', readSatellites);
  const { columns, attributes } = attributesOf(reader, mapping);
  const satellites = counted ?? columns.satellites ?? null;
  const { problems } = reader;
  if (problems.length > 0) {
    const texts = problems.map(({ field, value }) => `${field}=${value}`).join(',');
    attributes.unreadable = texts.slice(0, MOST_UNREADABLE);
  }
  const record = inPhysicalRange({
    ...EMPTY_RECORD,
    ...columns,
    ...values,
    satellites,
    temperatureC: firstTemperature(attributes),
    attributes,
  });
  return { kind: 'record', source, deviceId, record, problems };
}

/** The record's temperature is that of its first wired sensor, as in the codecs. */
function firstTemperature(attributes: Readonly<Record<string, AttributeValue>>): number | null {
  const name = Object.keys(attributes)
    .filter((one) => /^temperature\d+C$/.test(one))
    .sort()[0];
  return name === undefined ? null : (attributes[name] as number);
}

/**
 * Reads the records of a JSON message by a mapping. Never throws; what cannot be read is named, and
 * never guessed.
 *
 * @param body the parsed JSON
 * @param topic of an MQTT message; empty for others
 */
export function mapJsonMessage(body: unknown, mapping: JsonMapping, topic = ''): MappedMessage {
  const found = jsonValueAt(body, mapping.records);
  if (typeof found !== 'object' || found === null) return { kind: 'bad', problem: 'no_records' };
  const sources = Array.isArray(found) ? found : [found];
  if (sources.length > MOST_INPUT_RECORDS) return { kind: 'bad', problem: 'too_many_records' };
  return {
    kind: 'records',
    records: sources.map((one) => mapRecord(one, mapping, topic)),
    isSingle: !Array.isArray(found),
  };
}
