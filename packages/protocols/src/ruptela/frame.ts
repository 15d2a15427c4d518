import type { StartLook } from '../bytes/frame-buffer.ts';

/** Length field, before the bytes that it counts. */
const LENGTH_BYTES = 2;
const IMEI_BYTES = 8;
const CRC_BYTES = 2;
/** IMEI and command: the minimum value of the length field. */
const MIN_LENGTH = IMEI_BYTES + 1;
/** Devices send at most 1 KiB in a packet; photos and files come in parts of that size. */
export const MAX_LENGTH = 4 * 1024;
/** An IMEI of 15 digits is below 0x00038d7ea4c68000. */
const MAX_IMEI = 999_999_999_999_999n;
const MAX_IMEI_START = 0x0003;

const KERMIT_POLYNOMIAL = 0x8408;
const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ KERMIT_POLYNOMIAL : value >>> 1;
  return value;
});

/** CRC-16/KERMIT over `bytes[from, to)`. */
function crc16Kermit(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return crc;
}

/** A packet with a correct checksum. */
export interface RuptelaFrame {
  /** 15 digits. */
  readonly imei: string;
  readonly command: number;
  readonly payload: Buffer;
}

/**
 * Offset of the next bytes that can be a length and an IMEI. There is no start mark: the range of
 * the length and the first bytes of an IMEI serve as one.
 */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at += 1) {
    if (at + 4 > bytes.length) return at;
    const length = bytes.readUInt16BE(at);
    if (length < MIN_LENGTH || length > MAX_LENGTH) continue;
    if (bytes.readUInt16BE(at + LENGTH_BYTES) <= MAX_IMEI_START) return at;
  }
  return bytes.length;
}

/**
 * Bytes to drop after a wrong checksum: the packet if another one follows or nothing does, otherwise
 * one, because the length may be wrong as well.
 */
function afterDamage(bytes: Buffer, end: number): number {
  return nextStart(bytes.subarray(end)) === 0 ? end : 1;
}

/** Examines the packet at the start of the bytes, which `nextStart` found. */
export function lookAt(bytes: Buffer): StartLook<RuptelaFrame> {
  if (bytes.length < LENGTH_BYTES + MIN_LENGTH) return { kind: 'wait' };
  const end = LENGTH_BYTES + bytes.readUInt16BE(0);
  const imei = bytes.readBigUInt64BE(LENGTH_BYTES);
  if (imei === 0n || imei > MAX_IMEI) return { kind: 'bad', reason: 'structure', bytes: 1 };
  if (bytes.length < end + CRC_BYTES) return { kind: 'wait' };
  if (crc16Kermit(bytes, LENGTH_BYTES, end) !== bytes.readUInt16BE(end))
    return { kind: 'bad', reason: 'checksum', bytes: afterDamage(bytes, end + CRC_BYTES) };
  const commandAt = LENGTH_BYTES + IMEI_BYTES;
  return {
    kind: 'frame',
    bytes: end + CRC_BYTES,
    frame: {
      imei: String(imei).padStart(15, '0'),
      command: bytes[commandAt] as number,
      payload: bytes.subarray(commandAt + 1, end),
    },
  };
}

/** Adds length and checksum to the bytes between them. */
export function sealed(content: Buffer): Buffer {
  const frame = Buffer.alloc(LENGTH_BYTES + content.length + CRC_BYTES);
  frame.writeUInt16BE(content.length, 0);
  content.copy(frame, LENGTH_BYTES);
  const end = LENGTH_BYTES + content.length;
  frame.writeUInt16BE(crc16Kermit(frame, LENGTH_BYTES, end), end);
  return frame;
}
