import { KMH_PER_KNOT, nmeaPlace } from '../bytes/nmea.ts';
import type { EncodedPosition } from '../encoded-position.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The login of a device. */
export const encodeGps103Login = (imei: string): Buffer =>
  Buffer.from(`##,imei:${imei},A;`, 'latin1');

/** The heartbeat of a device: its IMEI. */
export const encodeGps103Heartbeat = (imei: string): Buffer => Buffer.from(imei, 'latin1');

/**
 * A report of a device whose clock runs on UTC.
 *
 * @param keyword `tracker`, or the name of an alarm
 */
export function encodeGps103Position(
  imei: string,
  input: EncodedPosition,
  keyword = 'tracker',
): Buffer {
  const time = new Date(input.timeMs);
  const clock = `${two(time.getUTCHours())}${two(time.getUTCMinutes())}${two(time.getUTCSeconds())}`;
  const date = `${two(time.getUTCFullYear() % 100)}${two(time.getUTCMonth() + 1)}${two(time.getUTCDate())}`;
  const fields = [
    `imei:${imei}`,
    keyword,
    `${date}${clock}`,
    '',
    'F',
    `${clock}.000`,
    'A',
    ...nmeaPlace(input.latitudeDeg, input.longitudeDeg),
    (input.speedKmh / KMH_PER_KNOT).toFixed(2),
    (input.headingDeg % 360).toFixed(2),
    '',
    input.ignition ? '1' : '0',
    '0',
    '',
    '',
  ];
  return Buffer.from(`${fields.join(',')};`, 'latin1');
}
