import { encodeGt06Frame } from '../src/gt06/frame.ts';
import {
  type CodecOptions,
  type DeviceMessage,
  encodeGt06Login,
  encodeGt06Position,
  gt06Codec,
} from '../src/index.ts';
import { REPORT } from './reports.ts';

export const IMEI = '353419036066061';
export const AT = {
  ...REPORT,
  odometerM: 12_345,
};
/** Time and GPS block, with additional bits in the course word. */
export function gps(courseBits = 0): Buffer {
  const block = Buffer.from(encodeGt06Position(AT, 1).subarray(4, 22));
  block.writeUInt16BE(block.readUInt16BE(16) | courseBits, 16);
  return block;
}
export const CELL = Buffer.from('00ea0a1234005678', 'hex');

/** A session after the login. */
export function loggedIn(options: CodecOptions = {}) {
  const session = gt06Codec.createSession(options);
  session.push(encodeGt06Login(IMEI, 1));
  return session;
}

type Part = Buffer | readonly number[];

const contentOf = (parts: readonly Part[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** The only message of a frame, after a login. */
export function read(number: number, ...parts: readonly Part[]) {
  return messageOf(encodeGt06Frame(number, contentOf(parts), 2));
}

/** The only message of a frame of the long form. */
export const readLong = (number: number, ...parts: readonly Part[]) =>
  messageOf(encodeGt06Frame(number, contentOf(parts), 2, true));

function messageOf(frame: Uint8Array, options: CodecOptions = {}): DeviceMessage {
  const [message] = loggedIn(options).push(frame);
  if (message === undefined) throw new Error('no message');
  return message;
}

/** The only record of a message, whether all of it is understood, and the answer. */
export function recordOf(message: DeviceMessage) {
  if (message.kind !== 'records' || message.records[0] === undefined) throw new Error(message.kind);
  return { ...message.records[0], understood: message.raw?.understood, answer: message.stored };
}

export const record = (...frame: Parameters<typeof read>) => recordOf(read(...frame));

/** The record of a frame of a device with a registered model. */
export const recordOfModel = (model: string, number: number, ...parts: readonly Part[]) =>
  recordOf(messageOf(encodeGt06Frame(number, contentOf(parts), 2), { model: () => model }));

export const codes = ({ events }: ReturnType<typeof record>) => events.map(({ code }) => code);
