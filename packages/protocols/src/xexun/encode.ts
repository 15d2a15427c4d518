import { KMH_PER_KNOT } from '../bytes/text-values.ts';
import type { EncodedPosition } from '../encoded-position.ts';
import { encodeMinutes, timeDigits } from '../meitrack/encode.ts';
import { encodeMarked } from './marked-frame.ts';

/** A text around an RMC sentence, in the short form. */
export function encodeXexunText(imei: string, at: EncodedPosition): Buffer {
  const digits = timeDigits(at.timeMs);
  const fields = [
    `GPRMC,${digits.slice(6)}.000,A`,
    encodeMinutes(at.latitudeDeg, 'NS', ','),
    encodeMinutes(at.longitudeDeg, 'EW', ','),
    (at.speedKmh / KMH_PER_KNOT).toFixed(3),
    at.headingDeg.toFixed(2),
    `${digits.slice(4, 6)}${digits.slice(2, 4)}${digits.slice(0, 2)}`,
    `,,A*68,F,,imei:${imei},`,
  ];
  return Buffer.from(fields.join(','));
}

/** Degrees and minutes as one number. */
function minutesNumber(degrees: number): number {
  const size = Math.abs(degrees);
  const whole = Math.floor(size);
  return (whole * 100 + (size - whole) * 60) * Math.sign(degrees);
}

const RECORD_BYTES = 19;

/** A position of the second generation, which has neither speed nor heading. */
export function encodeXexunBinary(imei: string, at: EncodedPosition, index: number): Buffer {
  const payload = Buffer.alloc(3 + RECORD_BYTES);
  payload[0] = 1;
  payload.writeUInt16BE(RECORD_BYTES, 1);
  payload.writeUInt32BE(Math.floor(at.timeMs / 1000), 4);
  payload.writeUInt16BE(80, 9);
  payload.set([2, 1, 9], 11);
  payload.writeFloatBE(minutesNumber(at.longitudeDeg), 14);
  payload.writeFloatBE(minutesNumber(at.latitudeDeg), 18);
  const identity = Buffer.from(`${imei}0`, 'hex');
  return encodeMarked({ type: 0x14, index, identity, payload });
}
