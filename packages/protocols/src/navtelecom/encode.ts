import type { EncodedPosition } from '../encoded-position.ts';
import { encodeFlex, encodeNtcb } from './frame.ts';

const SERVER = 1;
const DEVICE = 0;

/** The login of a device. */
export const encodeNavtelecomLogin = (imei: string): Buffer =>
  encodeNtcb(SERVER, DEVICE, Buffer.from(`*>S:${imei}`, 'latin1'));

/**
 * The proposal of fields.
 *
 * @param fields indexes in the mask, from 0
 */
export function encodeNavtelecomFields(fields: readonly number[], count = 69): Buffer {
  const mask = Buffer.alloc(Math.ceil(count / 8));
  for (const field of fields)
    mask[field >> 3] = (mask[field >> 3] as number) | (0x80 >> (field & 7));
  const head = Buffer.from([0xb0, 10, 10, count]);
  return encodeNtcb(SERVER, DEVICE, Buffer.concat([Buffer.from('*>FLEX'), head, mask]));
}

/** A position with its number and the supply. */
export interface NavtelecomInput extends Omit<EncodedPosition, 'ignition'> {
  readonly recordNumber?: number;
  readonly isFix?: boolean;
  readonly altitudeM?: number;
  readonly odometerM?: number;
  readonly supplyMv?: number;
}

/** Fields of `encodeNavtelecomRecord`. */
export const ENCODED_FIELDS = [0, 2, 7, 8, 9, 10, 11, 12, 13, 14, 18] as const;

/** A record with these fields. */
export function encodeNavtelecomRecord(input: NavtelecomInput): Buffer {
  const body = Buffer.alloc(37);
  const seconds = Math.floor(input.timeMs / 1000);
  body.writeUInt32LE(input.recordNumber ?? 1, 0);
  body.writeUInt32LE(seconds + 1, 4);
  body[8] = (9 << 2) | ((input.isFix ?? true) ? 3 : 1);
  body.writeUInt32LE(seconds, 9);
  body.writeInt32LE(Math.round(input.latitudeDeg * 600_000), 13);
  body.writeInt32LE(Math.round(input.longitudeDeg * 600_000), 17);
  body.writeInt32LE(Math.round((input.altitudeM ?? 0) * 10), 21);
  body.writeFloatLE(input.speedKmh, 25);
  body.writeUInt16LE(input.headingDeg, 29);
  body.writeFloatLE((input.odometerM ?? 0) / 1000, 31);
  body.writeUInt16LE(input.supplyMv ?? 12_500, 35);
  return body;
}

/** An array of records (~A). */
export const encodeNavtelecomRecords = (inputs: readonly NavtelecomInput[]): Buffer =>
  encodeFlex(
    'A',
    Buffer.concat([Buffer.from([inputs.length]), ...inputs.map(encodeNavtelecomRecord)]),
  );
