import { cellText } from '../bytes/network.ts';
import { degreesOf, digitPairs, headingOf, KMH_PER_KNOT, numberOf, utcOf } from '../bytes/nmea.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { readStatus } from './status.ts';

/** A day and time as `hhmmss` and `ddmmyy`; null if they are none. */
export function timeOf(time: string | undefined, date: string | undefined): number | null {
  const [hour, minute, second] = digitPairs(time, 3) ?? [];
  const [day, month, year] = digitPairs(date, 3) ?? [];
  if (hour === undefined || year === undefined) return null;
  return utcOf([year, month as number, day as number], [hour, minute as number, second as number]);
}

/** The place of the hemisphere of the latitude; the longitude and its hemisphere follow. */
const hemisphereAt = (fields: readonly string[]): number =>
  fields.findIndex(
    (field, at) => at > 4 && /^[NS]$/.test(field) && /^[EW]$/.test(fields[at + 2] ?? ''),
  );

/** Six further fields: odometer in metres, °C, fuel in percent, altitude in metres, area, cell. */
function vehicleValues(more: readonly string[]): Partial<DeviceRecord> | null {
  const [odometer, temperature, fuel, altitude, area = '', cell = ''] = more;
  const isVehicle =
    more.length === 6 &&
    /^\d{1,10}$/.test(odometer ?? '') &&
    /^-?\d{1,3}$/.test(temperature ?? '') &&
    /^\d{1,3}\.\d{1,3}$/.test(fuel ?? '') &&
    /^-?\d{1,5}$/.test(altitude ?? '') &&
    /^[0-9a-f]{1,8}$/i.test(area) &&
    /^[0-9a-f]{1,8}$/i.test(cell);
  if (!isVehicle) return null;
  return {
    odometerM: Number(odometer),
    temperatureC: Number(temperature),
    altitudeM: Number(altitude),
    attributes: {
      fuelLevelPercent: Number(fuel),
      cells: cellText(0, 0, Number.parseInt(area, 16), Number.parseInt(cell, 16)),
    },
  };
}

/** Further fields whose meaning differs by maker, as `io1`, `io2` and so on. */
const numbered = (more: readonly string[]): Record<string, AttributeValue> =>
  Object.fromEntries(
    more.flatMap((value, at) => (value.trim() === '' ? [] : [[`io${at + 1}`, value.trim()]])),
  );

/**
 * The time of a report that has only a date: unknown on the current day, otherwise the beginning of
 * the day.
 */
function dayOnly(date: string | undefined, nowMs: number): number | null {
  const timeMs = timeOf('000000', date);
  const isToday = timeMs !== null && Math.floor(nowMs / 86_400_000) === timeMs / 86_400_000;
  return isToday ? null : timeMs;
}

/**
 * A report with a position: maker, identity, type, answer of a command (V4 only), time, validity,
 * latitude, longitude, speed in knots, heading, date, status, and fields that differ by maker.
 *
 * @returns null if there is no position in it
 */
export function readPosition(
  fields: readonly string[],
  { offsetMin, nowMs }: { readonly offsetMin: number; readonly nowMs: number },
): DeviceRecord | null {
  const at = hemisphereAt(fields);
  if (at < 0) return null;
  const latitude = degreesOf(fields[at - 1], fields[at]);
  const longitude = degreesOf(fields[at + 1], fields[at + 2]);
  if (latitude === null || longitude === null) return null;
  const place = placeOf(latitude, longitude);
  const speed = numberOf(fields[at + 3]);
  const time = timeOf(fields[at - 3], fields[at + 5]);
  const hasDayOnly = digitPairs(fields[at - 3], 3) === null && fields[at - 3] !== '';
  const timeMs = hasDayOnly
    ? dayOnly(fields[at + 5], nowMs)
    : time === null
      ? null
      : time - offsetMin * 60_000;
  const after = fields.slice(at + 6);
  // Behind the date, some makers put the numbers of the SIM card before the status.
  const statusAt = after.findIndex((field) => readStatus(field) !== null);
  const status = readStatus(after[statusAt] ?? '');
  const more = after.slice(statusAt + 1);
  const values = status === null ? null : vehicleValues(more);
  const answer = fields.slice(3, Math.max(3, at - 3)).join(',');
  // A digit in place of the validity is a coding scheme of positions that are valid.
  const fixValid = /^(A|\d+)$/.test(fields[at - 2] ?? '') && place.latitudeDeg !== null;
  return {
    ...EMPTY_RECORD,
    ...status,
    ...values,
    ...place,
    timeMs,
    fixValid,
    speedKmh: speed === null ? null : speed * KMH_PER_KNOT,
    headingDeg: headingOf(numberOf(fields[at + 4])),
    attributes: {
      ...status?.attributes,
      ...(values?.attributes ?? numbered(statusAt < 0 ? after : more)),
      ...(statusAt > 0 ? { sim: after.slice(0, statusAt).filter(Boolean).join(',') } : {}),
      ...(fields[2] === 'V4' && answer !== '' ? { commandAnswer: answer } : {}),
    },
  };
}
