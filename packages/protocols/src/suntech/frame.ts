import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';

/** A complete message: a line of text, or the content of a binary message. */
export type SuntechFrame =
  | { readonly kind: 'text'; readonly fields: readonly string[] }
  | { readonly kind: 'binary'; readonly type: number; readonly body: Buffer };

export const MAX_FRAME_BYTES = 4096;
const MAX_TEXT_BYTES = 2048;
const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;
/** Binary messages: reports are 0x81, other kinds are near it. */
const BINARY_FROM = 0x80;
const BINARY_TO = 0x8f;
const HEADER_BYTES = 3;
const MAX_LENGTH_DIGITS = 4;

/** Number of fields before the length of the data of a serial port, by form of the message. */
const DATA_LENGTH_FIELD = { st300: 16, st600: 20, universal: 21 } as const;

function dataLengthField(header: string): number | null {
  if (header === 'UEX') return DATA_LENGTH_FIELD.universal;
  if (!/^S[TA]\d{3}UEX$/.test(header)) return null;
  return isSt600(header) ? DATA_LENGTH_FIELD.st600 : DATA_LENGTH_FIELD.st300;
}

/** Families whose reports contain five fields of the cell instead of one. */
export const isSt600 = (header: string): boolean => /^ST[56]00/.test(header);

/** Where the data of a serial port lies. */
interface DataExtent {
  readonly from: number;
  readonly to: number;
}
interface Extent {
  readonly end: number;
  readonly data?: DataExtent;
}

/** Offset after `count` semicolons, before `to`; null if there are fewer. */
function afterFields(bytes: Buffer, count: number, to: number): number | null {
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    at = bytes.indexOf(SEMICOLON, at) + 1;
    if (at === 0 || at > to) return null;
  }
  return at;
}

/**
 * The end of a text message. The data of a serial port may contain any byte, also the end mark; a
 * length precedes it.
 */
function extentOf(bytes: Buffer, cr: number): Extent | 'wait' | 'bad' {
  const limit = cr < 0 ? bytes.length : cr;
  const headerEnd = bytes.indexOf(SEMICOLON);
  const header = bytes.toString('latin1', 0, Math.max(0, Math.min(headerEnd, 10)));
  const field = dataLengthField(header);
  const lengthAt = field === null ? null : afterFields(bytes, field, limit);
  const lengthEnd = lengthAt === null ? -1 : bytes.indexOf(SEMICOLON, lengthAt);
  if (lengthAt !== null && lengthEnd > lengthAt && lengthEnd - lengthAt <= MAX_LENGTH_DIGITS) {
    const digits = bytes.toString('latin1', lengthAt, lengthEnd);
    const from = lengthEnd + 1;
    const to = from + Number(digits);
    if (/^\d+$/.test(digits) && to < MAX_TEXT_BYTES && lengthEnd < limit) {
      if (bytes.length <= to) return 'wait';
      if (bytes[to] === SEMICOLON || bytes[to] === CR) {
        const end = bytes.indexOf(CR, to);
        if (end > MAX_FRAME_BYTES) return 'bad';
        return end < 0 ? 'wait' : { end, data: { from, to } };
      }
    }
  }
  return cr < 0 ? 'wait' : { end: cr };
}

function fieldsWithData(bytes: Buffer, end: number, { from, to }: DataExtent): string[] {
  const split = (start: number, stop: number) => textOf(bytes.subarray(start, stop)).split(';');
  return [...split(0, from - 1), bytes.toString('latin1', from, to), ...split(to + 1, end)];
}

/** Another report that begins inside a line: the line lost its end. */
const INNER_REPORT = /.(?=S[TA]\d{3}(?:STT|ALT|EMG|EVT|UEX|ALV);)/s;

/** Finds a line that ends with CR, or a binary message, at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<SuntechFrame> {
  const first = bytes[0] as number;
  if (first === CR || first === LF) return { kind: 'noise', bytes: 1 };
  if (first >= BINARY_FROM && first <= BINARY_TO) return lookAtBinary(bytes);
  if (first < 0x20 || first > 0x7e) return { kind: 'noise', bytes: 1 };
  const cr = bytes.indexOf(CR);
  if (cr > MAX_TEXT_BYTES || (cr < 0 && bytes.length > MAX_TEXT_BYTES)) {
    return { kind: 'bad', reason: 'length', bytes: MAX_TEXT_BYTES };
  }
  const extent = extentOf(bytes, cr);
  if (extent === 'bad' || (extent === 'wait' && bytes.length > MAX_FRAME_BYTES)) {
    return { kind: 'bad', reason: 'length', bytes: MAX_TEXT_BYTES };
  }
  if (extent === 'wait') return { kind: 'wait' };
  const { end, data } = extent;
  if (data !== undefined) {
    const fields = fieldsWithData(bytes, end, data);
    return { kind: 'frame', frame: { kind: 'text', fields }, bytes: end + 1 };
  }
  const text = textOf(bytes.subarray(0, end));
  const inner = text.search(INNER_REPORT);
  if (inner >= 0) return { kind: 'bad', reason: 'structure', bytes: inner + 1 };
  return { kind: 'frame', frame: { kind: 'text', fields: text.split(';') }, bytes: end + 1 };
}

function lookAtBinary(bytes: Buffer): FrameLook<SuntechFrame> {
  if (bytes.length < HEADER_BYTES) return { kind: 'wait' };
  const end = HEADER_BYTES + bytes.readUInt16BE(1);
  if (end > MAX_FRAME_BYTES) return { kind: 'bad', reason: 'length', bytes: 1 };
  if (bytes.length < end) return { kind: 'wait' };
  const frame = {
    kind: 'binary',
    type: bytes[0] as number,
    body: bytes.subarray(HEADER_BYTES, end),
  } as const;
  return { kind: 'frame', frame, bytes: end };
}
