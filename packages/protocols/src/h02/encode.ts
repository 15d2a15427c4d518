import { KMH_PER_KNOT, nmeaPlace } from '../bytes/nmea.ts';
import type { EncodedPosition } from '../encoded-position.ts';

const two = (value: number) => String(value).padStart(2, '0');

/**
 * A report of a device.
 *
 * @param alarmBit bit of the vehicle status that applies, or null
 */
export function encodeH02Position(
  id: string,
  input: EncodedPosition & { readonly odometerM: number },
  alarmBit: number | null = null,
): Buffer {
  const time = new Date(input.timeMs);
  const ignition = input.ignition ? 0 : 1 << 10;
  const applies = ignition | (alarmBit === null ? 0 : 1 << alarmBit);
  const status = (~applies >>> 0).toString(16).toUpperCase().padStart(8, '0');
  const fields = [
    '*HQ',
    id,
    'V1',
    `${two(time.getUTCHours())}${two(time.getUTCMinutes())}${two(time.getUTCSeconds())}`,
    'A',
    ...nmeaPlace(input.latitudeDeg, input.longitudeDeg),
    (input.speedKmh / KMH_PER_KNOT).toFixed(2),
    String(Math.round(input.headingDeg) % 360).padStart(3, '0'),
    `${two(time.getUTCDate())}${two(time.getUTCMonth() + 1)}${two(time.getUTCFullYear() % 100)}`,
    status,
    // Odometer, temperature, fuel, altitude, area and cell.
    String(Math.round(input.odometerM)),
    '20',
    '50.0',
    '60',
    '1A2B',
    '3C4D',
  ];
  return Buffer.from(`${fields.join(',')}#`, 'latin1');
}
