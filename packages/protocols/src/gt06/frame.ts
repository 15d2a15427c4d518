import { crc16X25 } from '../bytes/crc16.ts';
import { wifiContentBytes } from './wifi-frame.ts';

/** A complete GT06 frame with verified marks and checksum. */
export interface Gt06Frame {
  /** Whether it has the long form (7979). */
  readonly isLong: boolean;
  readonly protocolNumber: number;
  /** The bytes between protocol number and serial number. */
  readonly content: Buffer;
  readonly serial: number;
}

/**
 * The result at an offset: a frame with its length, a frame with access points, a bad frame, or too
 * few bytes to decide.
 */
export type Gt06Look =
  | { readonly kind: 'frame'; readonly frame: Gt06Frame; readonly bytes: number }
  | {
      readonly kind: 'wifi';
      readonly protocolNumber: number;
      readonly accessPoints: number;
      readonly content: Buffer;
      readonly bytes: number;
    }
  | { readonly kind: 'bad'; readonly reason: 'checksum' | 'length' }
  | { readonly kind: 'wait' };

const SHORT_MARK = 0x7878;
const LONG_MARK = 0x7979;
const END_MARK = 0x0d0a;
/** Protocol number, serial and checksum: the minimum value of the length field. */
const MIN_LENGTH = 5;
/**
 * Limit of the long form. Its length field allows 64 KiB, far more than any message of the
 * protocol.
 */
export const MAX_LENGTH = 8 * 1024;

/** Whether there is a start mark at an offset. */
export function isMark(bytes: Buffer, at: number): boolean {
  const mark = bytes.readUInt16BE(at);
  return mark === SHORT_MARK || mark === LONG_MARK;
}

/** A frame with access points, whose length byte counts them; null if there is none. */
function lookAtWifi(bytes: Buffer, at: number): Gt06Look | null {
  const bodyAt = at + 3;
  if (bytes.length <= bodyAt) return { kind: 'wait' };
  const accessPoints = bytes[at + 2] as number;
  const length = wifiContentBytes(bytes, bodyAt, accessPoints);
  if (length === null) return null;
  const end = length === 'wait' ? bytes.length : bodyAt + 1 + length;
  if (bytes.length < end + 2) return { kind: 'wait' };
  if (bytes.readUInt16BE(end) !== END_MARK) return null;
  const content = bytes.subarray(bodyAt + 1, end);
  const protocolNumber = bytes[bodyAt] as number;
  return { kind: 'wifi', protocolNumber, accessPoints, content, bytes: end + 2 - at };
}

/** Examines the frame whose start mark is at `at`. Never throws. */
export function lookAt(bytes: Buffer, at: number): Gt06Look {
  const isLong = bytes.readUInt16BE(at) === LONG_MARK;
  const lengthAt = at + 2;
  const bodyAt = lengthAt + (isLong ? 2 : 1);
  if (bytes.length < bodyAt) return { kind: 'wait' };
  const length = isLong ? bytes.readUInt16BE(lengthAt) : (bytes[lengthAt] as number);
  const other = isLong ? () => null : () => lookAtWifi(bytes, at);
  const isLength = length >= MIN_LENGTH && length <= MAX_LENGTH;
  if (!isLength) return other() ?? { kind: 'bad', reason: 'length' };
  const end = bodyAt + length;
  if (bytes.length < end + 2) return { kind: 'wait' };
  if (bytes.readUInt16BE(end) !== END_MARK) return other() ?? { kind: 'bad', reason: 'length' };
  if (crc16X25(bytes, lengthAt, end - 2) !== bytes.readUInt16BE(end - 2)) {
    return { kind: 'bad', reason: 'checksum' };
  }
  return {
    kind: 'frame',
    bytes: end + 2 - at,
    frame: {
      isLong,
      protocolNumber: bytes[bodyAt] as number,
      content: bytes.subarray(bodyAt + 1, end - 4),
      serial: bytes.readUInt16BE(end - 4),
    },
  };
}

/**
 * Builds a frame.
 *
 * @param isLong whether it has the long form, which a long content requires
 */
export function encodeGt06Frame(
  protocolNumber: number,
  content: Uint8Array,
  serial: number,
  isLong = content.length + MIN_LENGTH > 0xff,
): Buffer {
  const length = MIN_LENGTH + content.length;
  const head = isLong ? 4 : 3;
  const frame = Buffer.alloc(head + length + 2);
  frame.writeUInt16BE(isLong ? LONG_MARK : SHORT_MARK, 0);
  if (isLong) frame.writeUInt16BE(length, 2);
  else frame[2] = length;
  frame[head] = protocolNumber;
  frame.set(content, head + 1);
  frame.writeUInt16BE(serial & 0xffff, head + 1 + content.length);
  const crcAt = head + length - 2;
  frame.writeUInt16BE(crc16X25(frame, 2, crcAt), crcAt);
  frame.writeUInt16BE(END_MARK, crcAt + 2);
  return frame;
}
