import type { StartLook } from '../bytes/frame-buffer.ts';

/** Mark, type, length of the whole message, serial number, IMEI. */
export const HEAD_BYTES = 15;
const IMEI_AT = 7;
const MARKS = new Set([0x2323, 0x2525, 0x2626, 0x2727]);
export const MAX_LENGTH = 4 * 1024;

/** A message; the protocol has no checksum. */
export interface TopflyFrame {
  /** The generation of the protocol: 2323 to 2727. */
  readonly mark: number;
  readonly type: number;
  readonly serial: number;
  /** 15 digits. */
  readonly imei: string;
  readonly body: Buffer;
}

/** Offset of the next mark; the last byte may be the first half of one. */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at + 1 < bytes.length; at += 1) if (MARKS.has(bytes.readUInt16BE(at))) return at;
  const last = bytes.at(-1);
  const isHalf = last !== undefined && MARKS.has(last * 0x101);
  return isHalf ? bytes.length - 1 : bytes.length;
}

/** Examines the message at the start of the bytes, which `nextStart` found. */
export function lookAt(bytes: Buffer): StartLook<TopflyFrame> {
  if (bytes.length < HEAD_BYTES) return { kind: 'wait' };
  const end = bytes.readUInt16BE(3);
  if (end < HEAD_BYTES || end > MAX_LENGTH) return { kind: 'bad', reason: 'length', bytes: 1 };
  const digits = bytes.toString('hex', IMEI_AT, HEAD_BYTES);
  if (!/^0\d{15}$/.test(digits)) return { kind: 'bad', reason: 'structure', bytes: 1 };
  if (bytes.length < end) return { kind: 'wait' };
  const frame = {
    mark: bytes.readUInt16BE(0),
    type: bytes[2] as number,
    serial: bytes.readUInt16BE(5),
    imei: digits.slice(1),
    body: bytes.subarray(HEAD_BYTES, end),
  };
  return { kind: 'frame', frame, bytes: end };
}

/** A message with its head. */
export function encodeTopfly(
  mark: number,
  type: number,
  serial: number,
  imei: string,
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const frame = Buffer.alloc(HEAD_BYTES + body.length);
  frame.writeUInt16BE(mark, 0);
  frame[2] = type;
  frame.writeUInt16BE(frame.length, 3);
  frame.writeUInt16BE(serial, 5);
  frame.write(`0${imei}`, IMEI_AT, 'hex');
  frame.set(body, HEAD_BYTES);
  return frame;
}
