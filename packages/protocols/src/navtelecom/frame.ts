import type { StartLook } from '../bytes/frame-buffer.ts';

/** Telemetry packets of NTCB: mark, receiver, sender, length, two sums by exclusive or. */
const NTCB_MARK = Buffer.from('@NTC', 'latin1');
const NTCB_HEAD_BYTES = 16;
const LENGTH_AT = 12;
const BODY_SUM_AT = 14;
const HEAD_SUM_AT = 15;
/** A device may send this byte alone at any time, to keep the connection open. */
const KEEP_ALIVE = 0x7f;
const FLEX_MARK = 0x7e;
const FLEX_HEAD_BYTES = 2;
export const MAX_BYTES = 64 * 1024;

const CRC8_POLYNOMIAL = 0x31;
const TABLE = Uint8Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 0x80 ? ((value << 1) ^ CRC8_POLYNOMIAL) & 0xff : (value << 1) & 0xff;
  return value;
});

/** CRC-8 of FLEX messages (polynomial 0x31, start 0xff) over `bytes[0, to)`. */
function crc8(bytes: Uint8Array, to: number): number {
  let crc = 0xff;
  for (let at = 0; at < to; at += 1) crc = TABLE[crc ^ (bytes[at] as number)] as number;
  return crc;
}

function xorOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum ^= bytes[at] as number;
  return sum;
}

/** Kinds of FLEX messages: array, event, current state; and the first two with own lengths. */
export type FlexKind = 'A' | 'T' | 'C' | 'E' | 'X';

export type NavtelecomFrame =
  | {
      readonly kind: 'ntcb';
      readonly receiver: number;
      readonly sender: number;
      readonly body: Buffer;
    }
  | { readonly kind: 'flex'; readonly type: FlexKind; readonly body: Buffer }
  | { readonly kind: 'keep-alive' };

const FLEX_KINDS = new Map<number, FlexKind>(
  (['A', 'T', 'C', 'E', 'X'] as const).map((kind) => [kind.charCodeAt(0), kind]),
);

function isStart(bytes: Buffer, at: number): boolean {
  const first = bytes[at];
  if (first === KEEP_ALIVE) return true;
  if (at + 1 >= bytes.length) return first === NTCB_MARK[0] || first === FLEX_MARK;
  if (first === FLEX_MARK) return FLEX_KINDS.has(bytes[at + 1] as number);
  const known = Math.min(NTCB_MARK.length, bytes.length - at);
  return bytes.compare(NTCB_MARK, 0, known, at, at + known) === 0;
}

/** Offset of the next bytes that can be a message. */
export function nextStart(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at += 1) if (isStart(bytes, at)) return at;
  return bytes.length;
}

/**
 * Bytes to drop after a wrong checksum: the message if another one follows or nothing does,
 * otherwise one, because the length may be wrong as well.
 */
function afterDamage(bytes: Buffer, end: number): number {
  return nextStart(bytes.subarray(end)) === 0 ? end : 1;
}

function lookAtNtcb(bytes: Buffer): StartLook<NavtelecomFrame> {
  if (bytes.length < NTCB_HEAD_BYTES) return { kind: 'wait' };
  if (xorOf(bytes, 0, HEAD_SUM_AT) !== bytes[HEAD_SUM_AT])
    return { kind: 'bad', reason: 'checksum', bytes: 1 };
  const end = NTCB_HEAD_BYTES + bytes.readUInt16LE(LENGTH_AT);
  if (bytes.length < end) return { kind: 'wait' };
  if (xorOf(bytes, NTCB_HEAD_BYTES, end) !== bytes[BODY_SUM_AT])
    return { kind: 'bad', reason: 'checksum', bytes: afterDamage(bytes, end) };
  const frame = {
    kind: 'ntcb',
    receiver: bytes.readUInt32LE(4),
    sender: bytes.readUInt32LE(8),
    body: bytes.subarray(NTCB_HEAD_BYTES, end),
  } as const;
  return { kind: 'frame', frame, bytes: end };
}

const COUNT_BYTES = 1;
const INDEX_BYTES = 4;
const SIZE_BYTES = 2;

/** Bytes of a FLEX message without its checksum; null if more bytes are needed. */
function flexBytes(bytes: Buffer, type: FlexKind, recordBytes: number): number | null {
  const at = FLEX_HEAD_BYTES;
  if (type === 'C') return at + recordBytes;
  if (type === 'T') return at + INDEX_BYTES + recordBytes;
  if (bytes.length < at + SIZE_BYTES) return null;
  if (type === 'A') return at + COUNT_BYTES + (bytes[at] as number) * recordBytes;
  if (type === 'X') return at + SIZE_BYTES + INDEX_BYTES + bytes.readUInt16LE(at);
  let end = at + COUNT_BYTES;
  for (let n = bytes[at] as number; n > 0; n -= 1) {
    if (bytes.length < end + SIZE_BYTES) return null;
    end += SIZE_BYTES + bytes.readUInt16LE(end);
    if (end > MAX_BYTES) return end;
  }
  return end;
}

function lookAtFlex(bytes: Buffer, recordBytes: number): StartLook<NavtelecomFrame> {
  const type = FLEX_KINDS.get(bytes[1] as number);
  if (bytes.length < FLEX_HEAD_BYTES || type === undefined) return { kind: 'wait' };
  // Without the agreed fields, the length of these messages is unknown.
  if (recordBytes === 0 && type !== 'E' && type !== 'X')
    return { kind: 'bad', reason: 'structure', bytes: bytes.length };
  const end = flexBytes(bytes, type, recordBytes);
  if (end === null) return { kind: 'wait' };
  if (end >= MAX_BYTES) return { kind: 'bad', reason: 'length', bytes: 1 };
  if (bytes.length < end + 1) return { kind: 'wait' };
  if (crc8(bytes, end) !== bytes[end])
    return { kind: 'bad', reason: 'checksum', bytes: afterDamage(bytes, end + 1) };
  const body = bytes.subarray(FLEX_HEAD_BYTES, end);
  return { kind: 'frame', frame: { kind: 'flex', type, body }, bytes: end + 1 };
}

/**
 * Examines the message at the start of the bytes, which `nextStart` found.
 *
 * @param recordBytes size of a record with the agreed fields; 0 before the agreement
 */
export function lookAt(bytes: Buffer, recordBytes: number): StartLook<NavtelecomFrame> {
  if (bytes.length === 0) return { kind: 'wait' };
  if (bytes[0] === KEEP_ALIVE) return { kind: 'frame', frame: { kind: 'keep-alive' }, bytes: 1 };
  return bytes[0] === FLEX_MARK ? lookAtFlex(bytes, recordBytes) : lookAtNtcb(bytes);
}

/** An NTCB packet. */
export function encodeNtcb(receiver: number, sender: number, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(NTCB_HEAD_BYTES + body.length);
  NTCB_MARK.copy(frame);
  frame.writeUInt32LE(receiver, 4);
  frame.writeUInt32LE(sender, 8);
  frame.writeUInt16LE(body.length, LENGTH_AT);
  frame[BODY_SUM_AT] = xorOf(body, 0, body.length);
  frame[HEAD_SUM_AT] = xorOf(frame, 0, HEAD_SUM_AT);
  frame.set(body, NTCB_HEAD_BYTES);
  return frame;
}

/** A FLEX message. */
export function encodeFlex(type: FlexKind, body: Iterable<number>): Buffer {
  const frame = Buffer.from([...Buffer.from(`~${type}`, 'latin1'), ...body, 0]);
  frame[frame.length - 1] = crc8(frame, frame.length - 1);
  return frame;
}
