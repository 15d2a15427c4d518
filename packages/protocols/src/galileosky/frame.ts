import type { StartLook } from '../bytes/frame-buffer.ts';
import { hasTag } from './tags.ts';

/** Header byte and length. */
const HEAD_BYTES = 3;
const CRC_BYTES = 2;
/** Devices send at most about 1 KiB in a packet. */
export const MAX_LENGTH = 4 * 1024;
/** The top bit of the length: the device has more unsent records. */
const LENGTH_MASK = 0x7fff;

const TAGS = 0x01;
const PHOTO = 0x07;
const COMPRESSED = 0x08;
const ANSWER = 0x02;

/** Header element of a message from the Iridium gateway: identifier and length. */
const SATELLITE_HEADER = 0x01_001c;
const SATELLITE_HEADER_BYTES = 0x1c;

const MODBUS_POLYNOMIAL = 0xa001;
const TABLE = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ MODBUS_POLYNOMIAL : value >>> 1;
  return value;
});

/** CRC-16/MODBUS over `bytes[0, to)`. */
function crc16Modbus(bytes: Uint8Array, to: number): number {
  let crc = 0xffff;
  for (let at = 0; at < to; at += 1)
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return crc;
}

/** A packet with a correct checksum, or a message from the Iridium gateway, which has none. */
export interface GalileoskyFrame {
  readonly kind: 'tags' | 'photo' | 'compressed' | 'satellite';
  readonly content: Buffer;
  /** The acknowledgement; null for a satellite message. */
  readonly answer: Buffer | null;
}

const isSatellite = (bytes: Buffer, at: number) =>
  bytes[at] === TAGS && bytes.readUIntBE(at + HEAD_BYTES, 3) === SATELLITE_HEADER;

function isStart(bytes: Buffer, at: number): boolean {
  const header = bytes[at];
  if (header !== TAGS && header !== PHOTO && header !== COMPRESSED) return false;
  if (isSatellite(bytes, at)) {
    const length = bytes.readUInt16BE(at + 1);
    return length > SATELLITE_HEADER_BYTES && length <= MAX_LENGTH;
  }
  const length = bytes.readUInt16LE(at + 1) & LENGTH_MASK;
  if (length === 0 || length > MAX_LENGTH) return false;
  return header !== TAGS || hasTag(bytes[at + HEAD_BYTES] as number);
}

/** The shortest packet: header, length, a byte, checksum. */
const MIN_BYTES = HEAD_BYTES + 1 + CRC_BYTES;

/** Offset of the next bytes that can be a packet. */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at += 1) {
    if (at + MIN_BYTES > bytes.length || isStart(bytes, at)) return at;
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
export function lookAt(bytes: Buffer): StartLook<GalileoskyFrame> {
  if (bytes.length < MIN_BYTES) return { kind: 'wait' };
  if (isSatellite(bytes, 0)) {
    const end = HEAD_BYTES + bytes.readUInt16BE(1);
    if (bytes.length < end) return { kind: 'wait' };
    const content = bytes.subarray(HEAD_BYTES, end);
    return { kind: 'frame', bytes: end, frame: { kind: 'satellite', content, answer: null } };
  }
  const end = HEAD_BYTES + (bytes.readUInt16LE(1) & LENGTH_MASK);
  if (bytes.length < end + CRC_BYTES) return { kind: 'wait' };
  const crc = bytes.readUInt16LE(end);
  if (crc16Modbus(bytes, end) !== crc)
    return { kind: 'bad', reason: 'checksum', bytes: afterDamage(bytes, end + CRC_BYTES) };
  const kind = bytes[0] === TAGS ? 'tags' : bytes[0] === PHOTO ? 'photo' : 'compressed';
  const answer = Buffer.from([kind === 'photo' ? PHOTO : ANSWER, crc & 0xff, crc >> 8]);
  const content = bytes.subarray(HEAD_BYTES, end);
  return { kind: 'frame', bytes: end + CRC_BYTES, frame: { kind, content, answer } };
}

/** Adds header, length and checksum to a content. */
export function encodeGalileosky(content: Uint8Array, header = TAGS): Buffer {
  const frame = Buffer.alloc(HEAD_BYTES + content.length + CRC_BYTES);
  frame[0] = header;
  frame.writeUInt16LE(content.length, 1);
  frame.set(content, HEAD_BYTES);
  const end = HEAD_BYTES + content.length;
  frame.writeUInt16LE(crc16Modbus(frame, end), end);
  return frame;
}
