import type { FrameLook } from '../bytes/frame-session.ts';

/** A message of the third generation. */
export interface CheckedFrame {
  readonly kind: 'checked';
  /** Two bytes of the protocol, then the type. */
  readonly head: Buffer;
  readonly type: number;
  readonly identity: Buffer;
  readonly payload: Buffer;
}

export const START = 0xfc;
const END = 0xcf;
const MAX_BYTES = 2048;
/** Protocol, type and identity. */
const MIN_LENGTH = 11;
const CRC_FROM = 3;
const CRC_BYTES = 2;

/** CRC-16/CCITT-FALSE. */
function crc16(bytes: Buffer): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}

/** Finds `FC`, length, content, CRC, `CF`; the bytes begin with `FC`. */
export function lookAtChecked(bytes: Buffer): FrameLook<CheckedFrame> {
  if (bytes.length < 3) return { kind: 'wait' };
  const length = bytes.readUInt16BE(1);
  if (length < MIN_LENGTH || length > MAX_BYTES) return { kind: 'bad', reason: 'length', bytes: 1 };
  const crcAt = CRC_FROM + length;
  const end = crcAt + CRC_BYTES;
  if (bytes.length <= end) return { kind: 'wait' };
  if (bytes[end] !== END) return { kind: 'bad', reason: 'length', bytes: 1 };
  if (crc16(bytes.subarray(CRC_FROM, crcAt)) !== bytes.readUInt16BE(crcAt)) {
    return { kind: 'bad', reason: 'checksum', bytes: 1 };
  }
  const frame: CheckedFrame = {
    kind: 'checked',
    head: bytes.subarray(3, 5),
    type: bytes[5] as number,
    identity: bytes.subarray(6, 14),
    payload: bytes.subarray(14, crcAt),
  };
  return { kind: 'frame', frame, bytes: end + 1 };
}

/** Builds a message of the third generation. */
export function encodeChecked(frame: Omit<CheckedFrame, 'kind'>): Buffer {
  const content = Buffer.concat([
    frame.head,
    Buffer.from([frame.type]),
    frame.identity,
    frame.payload,
  ]);
  const whole = Buffer.alloc(content.length + 6);
  whole[0] = START;
  whole.writeUInt16BE(content.length, 1);
  content.copy(whole, 3);
  whole.writeUInt16BE(crc16(whole.subarray(CRC_FROM, whole.length - 3)), whole.length - 3);
  whole[whole.length - 1] = END;
  return whole;
}
