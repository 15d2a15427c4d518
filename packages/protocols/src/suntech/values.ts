import { dateTime, decimal, heading, knownPlace } from '../bytes/text-values.ts';
import type { DeviceRecord } from '../record.ts';

/** `YYYYMMDD` and `hh:mm:ss` in UTC as ms since 1970; null if they are no time. */
export const timeOf = (date: string | undefined, time: string | undefined): number | null =>
  dateTime('YYYYMMDD', date, time?.replaceAll(':', ''));

/**
 * Latitude, longitude, speed (km/h) and heading: four consecutive fields.
 *
 * @param isFix whether the device states a fix
 */
export function positionOf(fields: readonly string[], at: number, isFix: boolean) {
  const place = knownPlace(decimal(fields[at]), decimal(fields[at + 1]));
  return {
    ...place,
    fixValid: isFix && place.latitudeDeg !== null,
    speedKmh: decimal(fields[at + 2]),
    headingDeg: heading(decimal(fields[at + 3])),
  };
}

/** A tag of fourteen hexadecimal digits; null if all are zero. */
const TAG = /^[\dA-F]{14}$/;
/** A sensor's number of sixteen digits, and its temperature. */
const SENSOR = /^[\dA-F]{16}:[+-]?\d+\.\d+$/;

/**
 * The optional fields at the end of a report. Which of them exist depends on the configuration of the
 * device; only tags and temperature sensors have a form that no other field has. The others stay as
 * they are in `extra`.
 */
export function trailing(fields: readonly string[]): {
  readonly values: Pick<DeviceRecord, 'driverTag' | 'temperatureC'>;
  readonly attributes: Readonly<Record<string, string | number>>;
} {
  const tag = fields.find((field) => TAG.test(field));
  const attributes: Record<string, string | number> = {};
  const degrees: number[] = [];
  for (const field of fields) {
    if (!SENSOR.test(field)) continue;
    const value = Number(field.slice(field.indexOf(':') + 1));
    degrees.push(value);
    attributes[`temperature${degrees.length}C`] = value;
  }
  const extra = fields.join(';').replace(/^;+$/, '');
  if (extra !== '') attributes.extra = extra;
  return {
    values: { driverTag: driverTag(tag), temperatureC: degrees[0] ?? null },
    attributes,
  };
}

/** A driver's tag; zeros mean none. */
export const driverTag = (tag: string | undefined): string | null =>
  tag === undefined || /^0*$/.test(tag) ? null : tag;

/** The data of a serial port: text without its line end, or hexadecimal digits. */
export function serialText(data: string | undefined): string | null {
  if (data === undefined) return null;
  const text = data.replace(/[\r\n]+$/, '');
  return /^[\x20-\x7e]*$/.test(text) ? text : Buffer.from(data, 'latin1').toString('hex');
}

/** A card reader on the serial port sends the driver's card in its fifth part. */
export const cardOf = (serialData: string | null): string | null =>
  serialData?.startsWith('GTSL|') === true ? driverTag(serialData.split('|')[4]) : null;
