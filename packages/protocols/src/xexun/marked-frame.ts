import type { FrameLook } from '../bytes/frame-session.ts';

/** A message of the second generation, without escapes. */
export interface MarkedFrame {
  readonly kind: 'marked';
  readonly type: number;
  readonly index: number;
  /** The identity as received: fifteen digits and a zero. */
  readonly identity: Buffer;
  readonly payload: Buffer;
}

export const MARK = Buffer.from('faaf', 'hex');
const ESCAPE = Buffer.from('fbbf', 'hex');
/** The byte behind an escape, with what it stands for. */
const ESCAPED: readonly (readonly [byte: number, stands: Buffer])[] = [
  [0x01, MARK],
  [0x02, ESCAPE],
];
const MAX_BYTES = 4096;
/** Type, index, identity, length and checksum. */
const HEADER_BYTES = 16;
const IDENTITY_BYTES = 8;

function unescaped(bytes: Buffer): Buffer {
  if (bytes.indexOf(ESCAPE) < 0) return bytes;
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(ESCAPE); at >= 0; at = bytes.indexOf(ESCAPE, from)) {
    const known = ESCAPED.find(([byte]) => byte === bytes[at + 2]);
    parts.push(bytes.subarray(from, at), known?.[1] ?? ESCAPE);
    from = at + (known === undefined ? 2 : 3);
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

function escaped(bytes: Buffer): Buffer {
  const [mark, doubled] = [MARK.toString('latin1'), ESCAPE.toString('latin1')];
  const safe = bytes
    .toString('latin1')
    .replaceAll(doubled, `${doubled}\u0002`)
    .replaceAll(mark, `${doubled}\u0001`);
  return Buffer.from(safe, 'latin1');
}

/** One's complement of the sum of all bytes, 16 bits. */
function checksum(payload: Buffer): number {
  let sum = 0;
  for (const byte of payload) sum += byte;
  return ~sum & 0xffff;
}

/** Finds a message between two marks; the bytes begin with a mark. */
export function lookAtMarked(bytes: Buffer): FrameLook<MarkedFrame> {
  const end = bytes.indexOf(MARK, MARK.length);
  if (end > MAX_BYTES || (end < 0 && bytes.length > MAX_BYTES)) {
    return { kind: 'bad', reason: 'length', bytes: MARK.length };
  }
  if (end < 0) return { kind: 'wait' };
  // Two marks in a row: the first one ended a message that was dropped.
  if (end === MARK.length) return { kind: 'noise', bytes: MARK.length };
  const content = unescaped(bytes.subarray(MARK.length, end));
  const isWhole =
    content.length >= HEADER_BYTES && content.readUInt16BE(12) === content.length - HEADER_BYTES;
  // The mark at the end of a damaged message may be the start of the next one.
  if (!isWhole) return { kind: 'bad', reason: 'length', bytes: end };
  const payload = content.subarray(HEADER_BYTES);
  if (checksum(payload) !== content.readUInt16BE(14)) {
    return { kind: 'bad', reason: 'checksum', bytes: end };
  }
  const frame: MarkedFrame = {
    kind: 'marked',
    type: content.readUInt16BE(0),
    index: content.readUInt16BE(2),
    identity: content.subarray(4, 4 + IDENTITY_BYTES),
    payload,
  };
  return { kind: 'frame', frame, bytes: end + MARK.length };
}

/** Builds a message of the second generation. */
export function encodeMarked({
  type,
  index,
  identity,
  payload,
}: Omit<MarkedFrame, 'kind'>): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(index, 2);
  identity.copy(head, 4);
  head.writeUInt16BE(payload.length, 12);
  head.writeUInt16BE(checksum(payload), 14);
  return Buffer.concat([MARK, escaped(Buffer.concat([head, payload])), MARK]);
}
