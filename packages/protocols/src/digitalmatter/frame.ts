import type { StartLook } from '../bytes/frame-buffer.ts';

/** A message: mark, type, length of the body (little endian), body. */
const MARK = 0x0255;
const HEAD_BYTES = 5;
export const MAX_LENGTH = 16 * 1024;

/** A message; the protocol has no checksum over TCP. */
export interface DigitalMatterFrame {
  readonly type: number;
  readonly body: Buffer;
}

/** Offset of the next mark; the last byte may be the first half of one. */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at + 1 < bytes.length; at += 1) if (bytes.readUInt16BE(at) === MARK) return at;
  return bytes.at(-1) === MARK >> 8 ? bytes.length - 1 : bytes.length;
}

/** Examines the message at the start of the bytes, which `nextStart` found. */
export function lookAt(bytes: Buffer): StartLook<DigitalMatterFrame> {
  if (bytes.length < HEAD_BYTES) return { kind: 'wait' };
  const length = bytes.readUInt16LE(3);
  if (length > MAX_LENGTH) return { kind: 'bad', reason: 'length', bytes: 1 };
  const end = HEAD_BYTES + length;
  if (bytes.length < end) return { kind: 'wait' };
  const frame = { type: bytes[2] as number, body: bytes.subarray(HEAD_BYTES, end) };
  return { kind: 'frame', frame, bytes: end };
}

/** A message with its head. */
export function encodeDigitalMatter(type: number, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(HEAD_BYTES + body.length);
  frame.writeUInt16BE(MARK, 0);
  frame[2] = type;
  frame.writeUInt16LE(body.length, 3);
  frame.set(body, HEAD_BYTES);
  return frame;
}
