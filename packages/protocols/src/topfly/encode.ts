import { bcdTime } from '../bytes/layout.ts';
import type { EncodedPosition } from '../encoded-position.ts';
import { encodeTopfly } from './frame.ts';
import { MARK, TYPE } from './positions.ts';

/** The login of a device. */
export const encodeTopflyLogin = (imei: string, serial: number): Buffer =>
  encodeTopfly(MARK.vehicle, 0x01, serial, imei, Buffer.from('111111250350', 'hex'));

/** A position with the values of a vehicle device. */
export interface TopflyInput extends EncodedPosition {
  readonly isFix?: boolean;
  readonly altitudeM?: number;
  readonly odometerM?: number;
  readonly alarm?: number;
}

const digits = (value: number): Buffer =>
  Buffer.from(String(Math.min(9999, Math.round(value))).padStart(4, '0'), 'hex');

/** A position (02), or an alarm (04), of a vehicle device. */
export function encodeTopflyPosition(imei: string, input: TopflyInput, serial: number): Buffer {
  const { alarm = 0 } = input;
  const head = Buffer.alloc(29);
  head[8] = 20;
  head[9] = 9 | ((input.isFix ?? true) ? 0x40 : 0);
  head.writeUInt16BE(input.ignition ? 0x4000 : 0, 16);
  head.writeUInt16BE(0xffff, 18);
  head.writeUInt16BE(0xffff, 20);
  head[22] = alarm;
  head.writeUInt32BE(input.odometerM ?? 0, 24);
  const place = Buffer.alloc(12);
  place.writeFloatLE(input.altitudeM ?? 0, 0);
  place.writeFloatLE(input.longitudeDeg, 4);
  place.writeFloatLE(input.latitudeDeg, 8);
  const course = Buffer.alloc(2);
  course.writeUInt16BE(Math.round(input.headingDeg), 0);
  const body = [head, bcdTime(input.timeMs), place, digits(input.speedKmh * 10), course];
  const type = alarm === 0 ? TYPE.position : TYPE.alarm;
  return encodeTopfly(MARK.vehicle, type, serial, imei, Buffer.concat([...body, digits(1250)]));
}
