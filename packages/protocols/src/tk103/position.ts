import {
  dateTime,
  decimal,
  degreesMinutes,
  heading,
  hexadecimal,
  knownPlace,
} from '../bytes/text-values.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';

const MINUTE_MS = 60_000;

/**
 * Date (year first), validity, latitude, longitude, speed (5 characters), time, heading (6
 * characters), and optionally the state (8 characters) and the distance, without separators.
 */
const COMPACT =
  /^(\d{6})([AV])(\d{1,4}\.\d{1,6})([NS])(\d{1,5}\.\d{1,6})([EW])([\d.]{5})(\d{6})([\d.]{6}),?([\dA-F]{8})?(?:L([\dA-F]{8}))?(.*)$/i;

/** External power, ignition and an input are the first digits of the state. */
function readState(state: string | undefined): {
  readonly ignition: boolean | null;
  readonly attributes: Record<string, AttributeValue>;
} {
  if (state === undefined) return { ignition: null, attributes: {} };
  return {
    ignition: state[1] === '1',
    attributes: {
      externalPower: state[0] === '0',
      digitalInput2: state[2] === '1' ? 1 : 0,
      state,
    },
  };
}

/**
 * Reads the form without separators. Speeds are km/h, distances metres.
 *
 * @param offsetMin minutes that the device's clock is ahead of UTC
 * @returns null if the text has another form, or no such time
 */
export function readCompact(text: string, offsetMin: number): DeviceRecord | null {
  const parts = COMPACT.exec(text);
  if (parts === null) return null;
  const [, date, validity, lat, ns, lon, ew, speed, time, course, state, distance, extra] = parts;
  const localMs = dateTime('YYMMDD', date, time);
  if (localMs === null) return null;
  const place = knownPlace(
    degreesMinutes(lat, ns?.toUpperCase()),
    degreesMinutes(lon, ew?.toUpperCase()),
  );
  const { ignition, attributes } = readState(state);
  if (extra !== undefined && extra !== '') attributes.extra = extra;
  return {
    ...EMPTY_RECORD,
    timeMs: localMs - offsetMin * MINUTE_MS,
    ...place,
    fixValid: validity?.toUpperCase() === 'A' && place.latitudeDeg !== null,
    speedKmh: decimal(speed),
    headingDeg: heading(decimal(course)),
    ignition,
    odometerM: hexadecimal(distance),
    attributes,
  };
}

const HEMISPHERE = /^([\d.]+)([NSEW])$/;
const coordinate = (text: string | undefined): number | null => {
  const parts = HEMISPHERE.exec(text ?? '');
  return parts === null ? null : degreesMinutes(parts[1], parts[2]);
};

/**
 * Reads the form with commas: date (day first), validity, latitude, longitude, speed, time, heading.
 * Fields behind them stay as they are.
 */
export function readFields(fields: readonly string[], offsetMin: number): DeviceRecord | null {
  const [date, validity, lat, lon, speed, time, course, ...rest] = fields;
  const localMs = dateTime('DDMMYY', date, time);
  if (localMs === null || (validity !== 'A' && validity !== 'V')) return null;
  const place = knownPlace(coordinate(lat), coordinate(lon));
  const extra = rest.join(',');
  return {
    ...EMPTY_RECORD,
    timeMs: localMs - offsetMin * MINUTE_MS,
    ...place,
    fixValid: validity === 'A' && place.latitudeDeg !== null,
    speedKmh: decimal(speed),
    headingDeg: heading(decimal(course)),
    attributes: extra === '' ? {} : { extra },
  };
}
