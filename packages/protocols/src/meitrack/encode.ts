import type { EncodedPosition } from '../encoded-position.ts';
import { encodeFrame } from './frame.ts';

/** Year, month, day, hour, minute and second of a time, two digits each, in UTC. */
export const timeDigits = (timeMs: number): string =>
  new Date(timeMs).toISOString().replace(/\D/g, '').slice(2, 14);

/**
 * Degrees and minutes (`ddmm.mmmm`), then the letter of the hemisphere.
 *
 * @param separator text between the two
 */
export function encodeMinutes(
  degrees: number,
  letters: 'NS' | 'EW',
  separator: '' | ',' | ';',
): string {
  const size = Math.abs(degrees);
  const whole = Math.floor(size);
  const minutes = Math.min((size - whole) * 60, 59.9999)
    .toFixed(4)
    .padStart(7, '0');
  const letter = letters[degrees < 0 ? 1 : 0] as string;
  return `${String(whole).padStart(letters === 'NS' ? 2 : 3, '0')}${minutes}${separator}${letter}`;
}

/** The text report (AAA) of a tracker with hundredths of a volt. */
export function encodeMeitrackReport(
  imei: string,
  at: EncodedPosition & { readonly odometerM: number },
): Buffer {
  const fields = [
    35,
    at.latitudeDeg.toFixed(6),
    at.longitudeDeg.toFixed(6),
    timeDigits(at.timeMs),
    'A,9,20',
    at.speedKmh,
    at.headingDeg,
    '0.9,12',
    at.odometerM,
    '100,268|6|1A2B|D4E5,0200,0001|0000|0000|0199|0536',
  ];
  return encodeFrame('$$', 'A', imei, 'AAA', Buffer.from(fields.join(',')));
}
