import type { EncodedPosition } from '../encoded-position.ts';
import { encodeMinutes, timeDigits } from '../meitrack/encode.ts';
import { encodeLine } from './frame.ts';

/** Full data (D) of version 1.1. */
export function encodeWialonData(at: EncodedPosition): Buffer {
  const digits = timeDigits(at.timeMs);
  const fields = [
    `${digits.slice(4, 6)}${digits.slice(2, 4)}${digits.slice(0, 2)}`,
    digits.slice(6),
    encodeMinutes(at.latitudeDeg, 'NS', ';'),
    encodeMinutes(at.longitudeDeg, 'EW', ';'),
    at.speedKmh,
    at.headingDeg,
    '12;9;0.9;1;0;14.77,0.02;NA;power:2:13.34',
  ];
  return encodeLine('D', fields.join(';'));
}
