import type { StartLook } from '../bytes/frame-buffer.ts';

/** A packet: mark, type, length of what follows, sequence number, body. */
const MARK = 0x6767;
const HEAD_BYTES = 5;
const SEQUENCE_BYTES = 2;
/** In a datagram: mark, length of what follows, checksum, IMEI, packets. */
const DATAGRAM_MARK = 0x454c;
const DATAGRAM_HEAD_BYTES = 4;
const CHECKSUM_BYTES = 2;
const IMEI_BYTES = 8;
const WRAPPER_BYTES = CHECKSUM_BYTES + IMEI_BYTES;
export const MAX_LENGTH = 4 * 1024;

/** One packet; TCP packets have no checksum. */
export interface EelinkPacket {
  readonly type: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** The packets of a datagram, or one packet of a stream. */
export interface EelinkFrame {
  readonly packets: readonly EelinkPacket[];
  /** IMEI of a datagram. */
  readonly imei: string | null;
}

/** The sum over the bytes, rotated left by one bit before each addition. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (((sum << 1) | (sum >>> 15)) + byte) & 0xffff;
  return sum;
}

/** Offset of the next mark; the last byte may be the first half of one. */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const mark = bytes.readUInt16BE(at);
    if (mark === MARK || mark === DATAGRAM_MARK) return at;
  }
  const last = bytes.at(-1);
  return last === MARK >> 8 || last === DATAGRAM_MARK >> 8 ? bytes.length - 1 : bytes.length;
}

/** Eight BCD bytes as 15 digits; null if they are none. */
export function readImei(bytes: Buffer, at: number): string | null {
  const digits = bytes.toString('hex', at, at + IMEI_BYTES);
  return /^0\d{15}$/.test(digits) ? digits.slice(1) : null;
}

/** Reads packets that fill the bytes; null if they do not. */
function readPackets(bytes: Buffer): EelinkPacket[] | null {
  const packets: EelinkPacket[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + HEAD_BYTES + SEQUENCE_BYTES > bytes.length || bytes.readUInt16BE(at) !== MARK)
      return null;
    const end = at + HEAD_BYTES + bytes.readUInt16BE(at + 3);
    const bodyAt = at + HEAD_BYTES + SEQUENCE_BYTES;
    if (end < bodyAt || end > bytes.length) return null;
    packets.push({
      type: bytes[at + 2] as number,
      sequence: bytes.readUInt16BE(at + HEAD_BYTES),
      body: bytes.subarray(bodyAt, end),
    });
    at = end;
  }
  return packets;
}

function lookAtDatagram(bytes: Buffer): StartLook<EelinkFrame> {
  const length = bytes.readUInt16BE(2);
  if (length < WRAPPER_BYTES || length > MAX_LENGTH)
    return { kind: 'bad', reason: 'length', bytes: 1 };
  const end = DATAGRAM_HEAD_BYTES + length;
  if (bytes.length < end) return { kind: 'wait' };
  const imeiAt = DATAGRAM_HEAD_BYTES + CHECKSUM_BYTES;
  if (checksumOf(bytes.subarray(imeiAt, end)) !== bytes.readUInt16BE(DATAGRAM_HEAD_BYTES))
    return { kind: 'bad', reason: 'checksum', bytes: 1 };
  const imei = readImei(bytes, imeiAt);
  const packets = readPackets(bytes.subarray(imeiAt + IMEI_BYTES, end));
  if (imei === null || packets === null) return { kind: 'bad', reason: 'structure', bytes: end };
  return { kind: 'frame', frame: { packets, imei }, bytes: end };
}

/** Examines the packet or datagram at the start of the bytes, which `nextStart` found. */
export function lookAt(bytes: Buffer): StartLook<EelinkFrame> {
  if (bytes.length < HEAD_BYTES) return { kind: 'wait' };
  if (bytes.readUInt16BE(0) === DATAGRAM_MARK) return lookAtDatagram(bytes);
  const length = bytes.readUInt16BE(3);
  if (length < SEQUENCE_BYTES || length > MAX_LENGTH)
    return { kind: 'bad', reason: 'length', bytes: 1 };
  const end = HEAD_BYTES + length;
  if (bytes.length < end) return { kind: 'wait' };
  const packets = readPackets(bytes.subarray(0, end));
  return packets === null
    ? { kind: 'bad', reason: 'structure', bytes: 1 }
    : { kind: 'frame', frame: { packets, imei: null }, bytes: end };
}

/** A packet with its head. */
export function encodeEelink(type: number, sequence: number, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(HEAD_BYTES + SEQUENCE_BYTES + body.length);
  frame.writeUInt16BE(MARK, 0);
  frame[2] = type;
  frame.writeUInt16BE(SEQUENCE_BYTES + body.length, 3);
  frame.writeUInt16BE(sequence, HEAD_BYTES);
  frame.set(body, HEAD_BYTES + SEQUENCE_BYTES);
  return frame;
}

/** Packets in a datagram. */
export function encodeEelinkDatagram(imei: string, packets: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(`0${imei}`, 'hex'), packets]);
  const head = Buffer.alloc(DATAGRAM_HEAD_BYTES + CHECKSUM_BYTES);
  head.writeUInt16BE(DATAGRAM_MARK, 0);
  head.writeUInt16BE(CHECKSUM_BYTES + content.length, 2);
  head.writeUInt16BE(checksumOf(content), DATAGRAM_HEAD_BYTES);
  return Buffer.concat([head, content]);
}
