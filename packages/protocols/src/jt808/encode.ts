import { bcdTime } from '../bytes/layout.ts';
import type { EncodedPosition } from '../encoded-position.ts';
import { encodeJt808, type Jt808Address } from './frame.ts';

/** The address of a 2013 terminal with this phone number of up to twelve digits. */
export function jt808Address(phone: string): Jt808Address {
  return { is2019: false, phone: Buffer.from(phone.padStart(12, '0'), 'hex') };
}

/** The fields of a location. */
export interface Jt808Input extends EncodedPosition {
  readonly odometerM: number;
  /** Litres in the tank (item 02). */
  readonly fuelL?: number;
  readonly alarmFlags?: number;
  /** Type of a driver assistance warning (item 64, section 7) at this position. */
  readonly adasType?: number | undefined;
  /**
   * Type of harsh driving in the manufacturers' item 70: 1 acceleration, 2 braking, 3 cornering.
   */
  readonly harshType?: number | undefined;
  /** Files of the warning, which the platform may request. */
  readonly adasFiles?: number | undefined;
}

/** Bytes of a location before its items. */
const PLACE_BYTES = 28;
/** Bytes of an alarm's label by T/JSATL 12: terminal 7, time 6, number, files, reserved. */
const LABEL_AT = 31;

const GMT8_MS = 8 * 3_600_000;

/** The part of a location before its items (28 bytes), as in the header of an image. */
function place(input: Jt808Input): Buffer {
  const body = Buffer.alloc(PLACE_BYTES);
  const south = input.latitudeDeg < 0 ? 4 : 0;
  const west = input.longitudeDeg < 0 ? 8 : 0;
  body.writeUInt32BE(input.alarmFlags ?? 0, 0);
  body.writeUInt32BE((input.ignition ? 1 : 0) | 2 | south | west, 4);
  body.writeUInt32BE(Math.round(Math.abs(input.latitudeDeg) * 1e6), 8);
  body.writeUInt32BE(Math.round(Math.abs(input.longitudeDeg) * 1e6), 12);
  body.writeUInt16BE(Math.round(input.speedKmh * 10), 18);
  body.writeUInt16BE(Math.round(input.headingDeg) % 360, 20);
  body.set(bcdTime(input.timeMs + GMT8_MS), 22);
  return body;
}

/** Location header of an image (28 bytes); without a position, only its time. */
export function encodeJt808Place(input: Jt808Input | null, timeMs: number): Buffer {
  if (input !== null) return place({ ...input, timeMs });
  const body = Buffer.alloc(PLACE_BYTES);
  body.set(bcdTime(timeMs + GMT8_MS), 22);
  return body;
}

function locationBody(input: Jt808Input): Buffer {
  const fuelL = input.fuelL;
  const items = Buffer.alloc(6 + 3 + (fuelL === undefined ? 0 : 4));
  items.set([0x01, 4], 0);
  items.writeUInt32BE(Math.round(input.odometerM / 100), 2);
  items.set([0x31, 1, 12], 6);
  if (fuelL !== undefined) {
    items.set([0x02, 2], 9);
    items.writeUInt16BE(Math.round(fuelL * 10), 11);
  }
  const { adasType, harshType, adasFiles } = input;
  const adas = adasType === undefined ? [] : [warning(0x64, input, adasType, adasFiles)];
  const harsh = harshType === undefined ? [] : [warning(0x70, input, harshType)];
  return Buffer.concat([place(input), items, ...adas, ...harsh]);
}

/** The item of a warning with a label of 16 bytes; position and time repeat the location. */
function warning(id: number, input: Jt808Input, type: number, files = 0): Buffer {
  const item = Buffer.alloc(2 + 47);
  item.set([id, 47], 0);
  item.set([0, type, 1], 2 + 4);
  item[2 + 12] = Math.min(255, Math.round(input.speedKmh));
  if (files > 0) {
    item.set(bcdTime(input.timeMs + GMT8_MS), 2 + LABEL_AT + 7);
    item[2 + LABEL_AT + 14] = files;
  }
  return item;
}

/** Registration (0100) of a terminal that has no code yet. */
export function encodeJt808Register(address: Jt808Address, serial: number): Buffer {
  const body = Buffer.alloc(2 + 2 + 5 + 20 + 7 + 1 + 8);
  body.write('RWSIM', 4, 'latin1');
  return encodeJt808(0x0100, address, serial, body);
}

/** Authentication (0102) with the code of the registration. */
export function encodeJt808Authenticate(
  address: Jt808Address,
  code: string,
  serial: number,
): Buffer {
  return encodeJt808(0x0102, address, serial, Buffer.from(code, 'latin1'));
}

/** A terminal's reply (0001) to a message of the platform; result 0 is success. */
export function encodeJt808Answer(
  address: Jt808Address,
  to: { readonly id: number; readonly serial: number },
  result: number,
  serial: number,
): Buffer {
  const body = Buffer.alloc(5);
  body.writeUInt16BE(to.serial, 0);
  body.writeUInt16BE(to.id, 2);
  body[4] = result;
  return encodeJt808(0x0001, address, serial, body);
}

/** Heartbeat (0002). */
export function encodeJt808Heartbeat(address: Jt808Address, serial: number): Buffer {
  return encodeJt808(0x0002, address, serial, Buffer.alloc(0));
}

/** One location (0200). */
export function encodeJt808Location(
  address: Jt808Address,
  input: Jt808Input,
  serial: number,
): Buffer {
  return encodeJt808(0x0200, address, serial, locationBody(input));
}

/** Buffered locations (0704), at most 24 in one message. */
export function encodeJt808Batch(
  address: Jt808Address,
  inputs: readonly Jt808Input[],
  serial: number,
): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt16BE(inputs.length, 0);
  head[2] = 1;
  const parts = inputs.flatMap((input) => {
    const body = locationBody(input);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(body.length, 0);
    return [length, body];
  });
  return encodeJt808(0x0704, address, serial, Buffer.concat([head, ...parts]));
}
