/** A valid JT/T 808 message, unescaped (device-protocols, section 6). */
export interface Jt808Message {
  readonly id: number;
  readonly is2019: boolean;
  /** As received: replies use the same bytes. */
  readonly phone: Buffer;
  readonly serial: number;
  /** Present if a message is split into packets; numbers count from 1. */
  readonly packet: { readonly total: number; readonly number: number } | null;
  readonly body: Buffer;
  /** The device asks for an answer; only in the manufacturers' messages 55xx. */
  readonly wantsAnswer: boolean;
}

/** Protocol version byte of 2019 terminals. */
const VERSION_2019 = 1;
const MARK = 0x7e;
const ESCAPE = 0x7d;
const MAX_BODY = 0x3ff;
/** First bytes of manufacturers' messages (55xx and their answers) whose serial has one byte. */
const SHORT_SERIAL_FAMILIES = new Set([0x44, 0x55]);
const WANTS_ANSWER = 0x8000;

/** Removes the escaping inside a frame; null for an invalid escape. */
export function unescapeFrame(inside: Buffer): Buffer | null {
  if (!inside.includes(ESCAPE)) return inside;
  const plain = Buffer.alloc(inside.length);
  let to = 0;
  for (let from = 0; from < inside.length; from += 1) {
    let byte = inside[from] as number;
    if (byte === ESCAPE) {
      from += 1;
      const next = inside[from];
      if (next === 1) byte = ESCAPE;
      else if (next === 2) byte = MARK;
      else return null;
    }
    plain[to] = byte;
    to += 1;
  }
  return plain.subarray(0, to);
}

function xor(bytes: Buffer, end: number): number {
  let sum = 0;
  for (let at = 0; at < end; at += 1) sum ^= bytes[at] as number;
  return sum;
}

/** Reads header and body; returns which check failed. */
export function readMessage(plain: Buffer): Jt808Message | 'checksum' | 'length' {
  if (plain.length < 13) return 'length';
  const end = plain.length - 1;
  if (xor(plain, end) !== plain[end]) return 'checksum';
  const attributes = plain.readUInt16BE(2);
  const is2019 = (attributes & 0x4000) !== 0;
  const isCut = (attributes & 0x2000) !== 0;
  const phoneAt = is2019 ? 5 : 4;
  const serialAt = phoneAt + (is2019 ? 10 : 6);
  const isShort = SHORT_SERIAL_FAMILIES.has(plain[0] as number);
  const bodyAt = serialAt + (isShort ? 1 : 2) + (isCut ? 4 : 0);
  if (end < bodyAt || end - bodyAt !== (attributes & MAX_BODY)) return 'length';
  return {
    id: plain.readUInt16BE(0),
    is2019,
    phone: Buffer.from(plain.subarray(phoneAt, serialAt)),
    serial: isShort ? (plain[serialAt] as number) : plain.readUInt16BE(serialAt),
    packet:
      isCut && !isShort
        ? { total: plain.readUInt16BE(serialAt + 2), number: plain.readUInt16BE(serialAt + 4) }
        : null,
    body: plain.subarray(bodyAt, end),
    wantsAnswer: isShort && (attributes & WANTS_ANSWER) !== 0,
  };
}

/** The device of a message, and the header format. */
export interface Jt808Address {
  readonly is2019: boolean;
  readonly phone: Uint8Array;
}

function escaped(plain: Buffer): Buffer {
  const out: number[] = [MARK];
  for (const byte of plain) {
    if (byte === MARK) out.push(ESCAPE, 2);
    else if (byte === ESCAPE) out.push(ESCAPE, 1);
    else out.push(byte);
  }
  out.push(MARK);
  return Buffer.from(out);
}

/** Builds a message with a serial of one byte (44xx, 55xx). */
export function encodeShortSerial(
  id: number,
  phone: Uint8Array,
  serial: number,
  body: Uint8Array,
): Buffer {
  const bodyAt = 4 + phone.length + 1;
  const plain = Buffer.alloc(bodyAt + body.length + 1);
  plain.writeUInt16BE(id, 0);
  plain.writeUInt16BE(body.length, 2);
  plain.set(phone, 4);
  plain[bodyAt - 1] = serial & 0xff;
  plain.set(body, bodyAt);
  plain[plain.length - 1] = xor(plain, plain.length - 1);
  return escaped(plain);
}

/**
 * Builds a whole message of at most 1,023 body bytes, in the version and phone bytes of its device.
 */
export function encodeJt808(
  id: number,
  { is2019, phone }: Jt808Address,
  serial: number,
  body: Uint8Array,
  packet: Jt808Message['packet'] = null,
): Buffer {
  const serialAt = is2019 ? 15 : 10;
  const bodyAt = serialAt + 2 + (packet === null ? 0 : 4);
  const plain = Buffer.alloc(bodyAt + body.length + 1);
  plain.writeUInt16BE(id, 0);
  plain.writeUInt16BE(body.length | (is2019 ? 0x4000 : 0) | (packet === null ? 0 : 0x2000), 2);
  if (is2019) plain[4] = VERSION_2019;
  plain.set(phone, is2019 ? 5 : 4);
  plain.writeUInt16BE(serial & 0xffff, serialAt);
  if (packet !== null) {
    plain.writeUInt16BE(packet.total, serialAt + 2);
    plain.writeUInt16BE(packet.number, serialAt + 4);
  }
  plain.set(body, bodyAt);
  plain[plain.length - 1] = xor(plain, plain.length - 1);
  return escaped(plain);
}

/**
 * The packets of a message that is too long for one, in order; their serials count on from the
 * first.
 *
 * @param maxBody body bytes of a packet, at most 1,023
 */
export function encodeJt808Packets(
  id: number,
  address: Jt808Address,
  firstSerial: number,
  body: Uint8Array,
  maxBody = 900,
): Buffer[] {
  if (body.length <= maxBody) return [encodeJt808(id, address, firstSerial, body)];
  const total = Math.ceil(body.length / maxBody);
  return Array.from({ length: total }, (_, index) => {
    const part = body.subarray(index * maxBody, (index + 1) * maxBody);
    return encodeJt808(id, address, firstSerial + index, part, { total, number: index + 1 });
  });
}

/** Bytes of the smallest message: header of 2013 and check byte. */
const MIN_PLAIN = 13;

/** The content at the start of a stream. */
export type Jt808Look =
  | { readonly kind: 'message'; readonly message: Jt808Message; readonly bytes: number }
  | {
      readonly kind: 'bad';
      readonly reason: 'checksum' | 'length' | 'structure';
      readonly bytes: number;
    }
  /** Bytes between frames: noise, or an end mark that also starts the next frame. */
  | { readonly kind: 'skip'; readonly bytes: number }
  | { readonly kind: 'wait' };

/** A frame whose device does not escape marks inside it: the first longer valid interpretation. */
function unescapedMarks(bytes: Buffer, from: number): Jt808Look | null {
  for (let end = bytes.indexOf(MARK, from); end >= 0; end = bytes.indexOf(MARK, end + 1)) {
    if (end > MAX_BODY + 32) return null;
    const message = readMessage(bytes.subarray(1, end));
    if (typeof message !== 'string') return { kind: 'message', message, bytes: end };
  }
  return null;
}

/**
 * Examines the start of a stream. The end mark of a frame is left in place, because it may start
 * the next one; two consecutive marks are idle.
 */
export function lookAhead(bytes: Buffer): Jt808Look {
  const start = bytes.indexOf(MARK);
  if (start !== 0) {
    return bytes.length === 0
      ? { kind: 'wait' }
      : { kind: 'skip', bytes: start < 0 ? bytes.length : start };
  }
  const end = bytes.indexOf(MARK, 1);
  if (end < 0) return { kind: 'wait' };
  if (end - 1 < MIN_PLAIN) return { kind: 'skip', bytes: end };
  const plain = unescapeFrame(bytes.subarray(1, end));
  const message = plain === null ? 'structure' : readMessage(plain);
  if (typeof message !== 'string') return { kind: 'message', message, bytes: end };
  return unescapedMarks(bytes, end + 1) ?? { kind: 'bad', reason: message, bytes: end };
}
