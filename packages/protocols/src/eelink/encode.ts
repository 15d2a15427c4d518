import type { EncodedPosition } from '../encoded-position.ts';
import { encodeEelink } from './frame.ts';
import { TYPE } from './positions.ts';

const UNITS_PER_DEGREE = 1_800_000;

/** The login of a device. */
export const encodeEelinkLogin = (imei: string, sequence: number): Buffer =>
  encodeEelink(TYPE.login, sequence, Buffer.from(`0${imei}0020`, 'hex'));

/** A position with the values of a normal packet. */
export interface EelinkInput extends EncodedPosition {
  readonly isFix?: boolean;
  readonly altitudeM?: number;
  readonly odometerM?: number;
}

/** A normal packet (12) of the second version, up to the odometer. */
export function encodeEelinkPosition(input: EelinkInput, sequence: number): Buffer {
  const body = Buffer.alloc(32);
  body.writeUInt32BE(Math.floor(input.timeMs / 1000), 0);
  body[4] = 1;
  body.writeInt32BE(Math.round(input.latitudeDeg * UNITS_PER_DEGREE), 5);
  body.writeInt32BE(Math.round(input.longitudeDeg * UNITS_PER_DEGREE), 9);
  body.writeInt16BE(input.altitudeM ?? 0, 13);
  body.writeUInt16BE(Math.round(input.speedKmh), 15);
  body.writeUInt16BE(Math.round(input.headingDeg), 17);
  body[19] = 9;
  body.writeUInt16BE(((input.isFix ?? true) ? 1 : 0) | 2 | (input.ignition ? 4 : 0), 20);
  body.writeUInt16BE(4100, 22);
  body.writeUInt32BE(input.odometerM ?? 0, 28);
  return encodeEelink(TYPE.normal, sequence, body);
}
