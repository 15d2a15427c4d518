import { dateTime, decimal, degreesMinutes, heading, knownPlace } from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';

/** Fields of short data, and of full data (device-independent, in this order). */
export const SHORT_FIELDS = 10;
export const FULL_FIELDS = 16;
const FIELD = { hdop: 10, inputs: 11, outputs: 12, analog: 13, tag: 14, parameters: 15 } as const;

/** The place of a value that the device does not have. */
const NOT_AVAILABLE = 'NA';
/** Fewer satellites give no position. */
const MIN_SATELLITES = 3;

/** A date or time of which a part is missing has the time of arrival; a wrong one is an error. */
function timeOf(date: string, time: string): number | null | 'wrong' {
  if (date === NOT_AVAILABLE || time === NOT_AVAILABLE) return null;
  return dateTime('DDMMYY', date, time) ?? 'wrong';
}

/** `name:type:value` separated by commas; type 1 and 2 are numbers, 3 is text. */
function parameters(text: string, attributes: Record<string, AttributeValue>): void {
  if (text === '' || text === NOT_AVAILABLE) return;
  for (const parameter of text.split(',')) {
    const nameEnd = parameter.indexOf(':');
    const typeEnd = parameter.indexOf(':', nameEnd + 1);
    if (nameEnd <= 0 || typeEnd < 0) continue;
    const value = parameter.slice(typeEnd + 1);
    const isText = parameter.slice(nameEnd + 1, typeEnd) === '3';
    attributes[parameter.slice(0, nameEnd)] = isText ? value : (decimal(value) ?? value);
  }
}

function fullAttributes(fields: readonly string[]): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  parameters(fields[FIELD.parameters] ?? '', attributes);
  for (const name of ['hdop', 'inputs', 'outputs'] as const) {
    const value = decimal(fields[FIELD[name]]);
    if (value !== null) attributes[name] = value;
  }
  const analog = fields[FIELD.analog] ?? '';
  analog.split(',').forEach((text, index) => {
    const value = decimal(text);
    if (value !== null) attributes[`analogInput${index + 1}`] = value;
  });
  return attributes;
}

function tagOf(text: string | undefined): string | null {
  return text === undefined || text === '' || text === NOT_AVAILABLE ? null : text;
}

/**
 * Reads short data (10 fields) or full data (16 fields). Times are UTC, speeds km/h.
 *
 * @returns the record, or the field that is wrong
 */
export function readRecord(fields: readonly string[]): DeviceRecord | 'structure' | 'time' {
  const isFull = fields.length >= FULL_FIELDS;
  if (!isFull && fields.length !== SHORT_FIELDS) return 'structure';
  const timeMs = timeOf(fields[0] as string, fields[1] as string);
  if (timeMs === 'wrong') return 'time';
  const place = knownPlace(
    degreesMinutes(fields[2], fields[3]),
    degreesMinutes(fields[4], fields[5]),
  );
  const satellites = decimal(fields[9]);
  return {
    ...EMPTY_RECORD,
    timeMs,
    ...place,
    fixValid: place.latitudeDeg !== null && satellites !== null && satellites >= MIN_SATELLITES,
    speedKmh: decimal(fields[6]),
    headingDeg: heading(decimal(fields[7])),
    altitudeM: decimal(fields[8]),
    satellites,
    driverTag: isFull ? tagOf(fields[FIELD.tag]) : null,
    attributes: isFull ? fullAttributes(fields) : {},
  };
}
