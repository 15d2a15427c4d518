import type { EncodedPosition } from '../encoded-position.ts';
import { encodeMinutes, timeDigits } from '../meitrack/encode.ts';
import { encodeText } from './frame.ts';

/** A position without separators (BR00). */
export function encodeTk103Position(
  deviceId: string,
  at: EncodedPosition & { readonly odometerM: number },
): Buffer {
  const digits = timeDigits(at.timeMs);
  const lat = encodeMinutes(at.latitudeDeg, 'NS', '');
  const lon = encodeMinutes(at.longitudeDeg, 'EW', '');
  const motion = [
    at.speedKmh.toFixed(1).padStart(5, '0'),
    digits.slice(6),
    at.headingDeg.toFixed(2).padStart(6, '0'),
  ].join('');
  const distance = at.odometerM.toString(16).toUpperCase().padStart(8, '0');
  const state = at.ignition ? '01000000' : '00000000';
  return encodeText(
    deviceId,
    `BR00${digits.slice(0, 6)}A${lat}${lon}${motion}${state}L${distance}`,
  );
}
