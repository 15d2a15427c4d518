import { cellText } from '../bytes/network.ts';
import { degreesOf, digitPairs, headingOf, KMH_PER_KNOT, numberOf, utcOf } from '../bytes/nmea.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { eventsOf, localTimeOf, reportTimeOf } from './values.ts';

const FLAGS: ReadonlyMap<string | undefined, boolean> = new Map([
  ['0', false],
  ['1', true],
]);

const present = (
  values: Readonly<Record<string, AttributeValue | null | undefined>>,
): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, AttributeValue] =>
        entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
    ),
  );

/** A percentage with its sign, or a number without one. */
const percentOf = (text: string | undefined) => numberOf(text?.replace(/%$/, ''));

/** A report without a fix: the cell, if the device names one. */
function withoutFix(fields: readonly string[], offsetMin: number | null): DeviceRecord {
  const [area, cell] = [fields[7], fields[9]].map((text) =>
    /^[0-9a-f]{1,8}$/i.test(text ?? '') ? Number.parseInt(text ?? '', 16) : null,
  );
  const hasCell = area !== null && area !== undefined && cell !== null && cell !== undefined;
  const localMs = localTimeOf(fields[2]);
  return {
    ...EMPTY_RECORD,
    // Only the local time is sent, in a zone that is not known unless it is configured.
    timeMs: localMs === null || offsetMin === null ? null : localMs - offsetMin * 60_000,
    attributes: hasCell ? { cells: cellText(0, 0, area, cell) } : {},
  };
}

/**
 * A report: IMEI, keyword, local time, phone number or card, `F`, time of day in UTC, validity,
 * latitude, longitude, speed in knots, heading, altitude, ignition, door, fuel 1 and 2 in percent,
 * temperature in °C. Shorter ones end earlier.
 */
function withFix(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const latitude = degreesOf(fields[7], fields[8]);
  const longitude = degreesOf(fields[9], fields[10]);
  if (latitude === null || longitude === null || !/^[AV]$/.test(fields[6] ?? '')) return null;
  const place = placeOf(latitude, longitude);
  const speed = numberOf(fields[11]);
  return {
    ...EMPTY_RECORD,
    ...place,
    timeMs: reportTimeOf(fields[2], fields[5], offsetMin),
    fixValid: fields[6] === 'A' && place.latitudeDeg !== null,
    speedKmh: speed === null ? null : speed * KMH_PER_KNOT,
    headingDeg: headingOf(numberOf(fields[12])),
    altitudeM: numberOf(fields[13]),
    ignition: FLAGS.get(fields[14]) ?? null,
    temperatureC: numberOf(fields[18]),
    attributes: present({
      door: FLAGS.get(fields[15]),
      fuel1Percent: percentOf(fields[16]),
      fuel2Percent: percentOf(fields[17]),
    }),
  };
}

/** Ignition as the keyword says, if the report has no field for it. */
const KEYWORD_IGNITION: ReadonlyMap<string, boolean> = new Map([
  ['acc on', true],
  ['acc off', false],
]);

/** What the keyword says, with the rest of the report. */
function withKeyword(record: DeviceRecord, keyword: string, card: string): DeviceRecord {
  const temperature = keyword.startsWith('T:') ? numberOf(keyword.slice(2)) : null;
  return {
    ...record,
    ignition: record.ignition ?? KEYWORD_IGNITION.get(keyword) ?? null,
    temperatureC: temperature ?? record.temperatureC,
    driverTag: keyword === 'rfid' && card !== '' ? card : null,
    events: eventsOf(keyword),
    attributes: {
      ...record.attributes,
      ...present({
        event: keyword === 'tracker' ? null : keyword,
        fuelLevelPercent: keyword.startsWith('oil ') ? percentOf(keyword.slice(4)) : null,
      }),
    },
  };
}

/**
 * Values of the vehicle's diagnostic port: local time, odometer in km, fuel in l/h and l/100 km,
 * hours, km/h, load, °C, throttle, rpm, volts, trouble codes.
 */
function readObd(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const localMs = localTimeOf(fields[2]);
  if (localMs === null || fields.length < 13) return null;
  const odometer = numberOf(fields[3]);
  const volts = numberOf(fields[12]);
  const codes = fields.slice(13).filter((code) => /^[PCBU][0-9A-F]{4}$/.test(code));
  return {
    ...EMPTY_RECORD,
    timeMs: localMs - offsetMin * 60_000,
    odometerM: odometer === null || odometer === 0 ? null : odometer * 1000,
    externalVoltageV: volts === 0 ? null : volts,
    attributes: present({
      fuelRateLph: numberOf(fields[4]),
      fuelConsumptionLp100Km: numberOf(fields[5]),
      engineHours: numberOf(fields[6]),
      obdSpeedKmh: numberOf(fields[7]),
      engineLoadPercent: percentOf(fields[8]),
      coolantTemperatureC: numberOf(fields[9]),
      throttlePercent: percentOf(fields[10]),
      engineRpm: numberOf(fields[11]),
      troubleCodes: codes.join(','),
    }),
  };
}

/** A report with decimal degrees and km/h, of models with a text of the customer as keyword. */
function readDecimal(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const [hour, minute, second] = digitPairs(fields[5], 3) ?? [];
  const [day, month, year] = digitPairs(fields[6], 3) ?? [];
  const [latitude = null, longitude = null] = [fields[9], fields[10]].map(numberOf);
  if (hour === undefined || year === undefined || latitude === null || longitude === null) {
    return null;
  }
  const timeMs = utcOf(
    [year, month as number, day as number],
    [hour, minute as number, second as number],
  );
  const place = placeOf(latitude, longitude);
  const given = (text: string | undefined) => (/^-*$/.test(text ?? '') ? null : text);
  return {
    ...EMPTY_RECORD,
    ...place,
    timeMs: timeMs === null ? null : timeMs - offsetMin * 60_000,
    fixValid: (numberOf(fields[8]) ?? 0) > 0 && place.latitudeDeg !== null,
    speedKmh: numberOf(fields[11]),
    headingDeg: headingOf(numberOf(fields[12])),
    altitudeM: numberOf(fields[13]),
    satellites: numberOf(fields[15]),
    ignition: FLAGS.get(fields[16]) ?? null,
    attributes: present({
      name: fields[1],
      event: given(fields[2]),
      sensorId: given(fields[3]),
      sensorVoltage: given(fields[4]),
      signal: numberOf(fields[7]),
      hdop: numberOf(fields[14]),
      charge: FLAGS.get(fields[17]),
      error: given(fields[18]),
    }),
  };
}

/**
 * The record of a message, whose first field is the IMEI; null if it holds none that we know.
 *
 * @param offsetMin minutes that the device's clock is ahead of UTC, or null if it is not configured
 */
export function readReport(
  fields: readonly string[],
  offsetMin: number | null,
): DeviceRecord | null {
  const keyword = fields[1] ?? '';
  const offset = offsetMin ?? 0;
  if (keyword === 'OBD') return readObd(fields, offset);
  if (fields[4] === 'L')
    return withKeyword(withoutFix(fields, offsetMin), keyword, fields[3] ?? '');
  if (fields[4] !== 'F') return readDecimal(fields, offset);
  const record = withFix(fields, offset);
  return record === null ? null : withKeyword(record, keyword, fields[3] ?? '');
}
