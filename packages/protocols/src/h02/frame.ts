import type { BadFrameReason } from '../codec.ts';

/** Maximum length of a text; the longest in use have 700 characters (a list of cells). */
export const MAX_TEXT_BYTES = 1024;
const TEXT_MARK = 0x2a; // *
const TEXT_END = 0x23; // #
const BINARY_MARK = 0x24; // $
const OTHER_BINARY_MARK = 0x58; // X

/** Bytes of the identity in a binary report. */
type IdBytes = 5 | 8;

/** Time, place, speed, status and the three bytes behind it, after the identity. */
const BINARY_REST = 26;
/** Bytes that follow a report of some models: cell and others. */
const EXTENSION_BYTES: Readonly<Record<IdBytes, number>> = { 5: 13, 8: 7 };

/** What a position in a stream holds. */
export type H02Look =
  | { readonly kind: 'wait' }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason }
  | { readonly kind: 'text'; readonly bytes: number; readonly text: string }
  /** @property extension bytes that may follow, if none of them begins a frame */
  | {
      readonly kind: 'binary';
      readonly bytes: number;
      readonly idBytes: IdBytes;
      readonly extension: number;
    };

const isMark = (byte: number | undefined) =>
  byte === TEXT_MARK || byte === BINARY_MARK || byte === OTHER_BINARY_MARK;

/** The place of the next byte that begins a frame; the length if there is none. */
export function nextMark(bytes: Buffer): number {
  const at = bytes.findIndex(isMark);
  return at < 0 ? bytes.length : at;
}

/** Whether the first byte begins another frame. */
export const beginsFrame = (bytes: Buffer): boolean => isMark(bytes[0]);

const isDecimal = (byte: number) => byte >> 4 <= 9 && (byte & 0x0f) <= 9;
const decimal = (byte: number) => (byte >> 4) * 10 + (byte & 0x0f);

/** Whether six bytes are a time of day and a date of two decimal digits each. */
function isTimeAt(bytes: Buffer, at: number): boolean {
  const fields = [...bytes.subarray(at, at + 6)];
  if (!fields.every(isDecimal)) return false;
  const [hour, minute, second, day, month] = fields.map(decimal) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return (
    hour < 24 && minute < 60 && second < 60 && day >= 1 && day <= 31 && month >= 1 && month <= 12
  );
}

/**
 * A binary report has no length. Its identity has five bytes, or eight in some models: the time
 * behind it tells which.
 */
function lookAtBinary(bytes: Buffer): H02Look {
  const isShort = bytes.length >= 12 && isTimeAt(bytes, 6);
  if (!isShort && bytes.length < 15) return { kind: 'wait' };
  const idBytes = isShort ? 5 : 8;
  if (!isShort && !isTimeAt(bytes, 9)) return { kind: 'bad', reason: 'structure' };
  const length = 1 + idBytes + BINARY_REST;
  if (bytes.length < length) return { kind: 'wait' };
  return { kind: 'binary', bytes: length, idBytes, extension: EXTENSION_BYTES[idBytes] };
}

/** Looks at the frame that begins with the first byte. */
export function lookAt(bytes: Buffer): H02Look {
  if (bytes[0] !== TEXT_MARK) return lookAtBinary(bytes);
  const end = bytes.subarray(0, MAX_TEXT_BYTES).indexOf(TEXT_END);
  if (end < 0) {
    return bytes.length < MAX_TEXT_BYTES ? { kind: 'wait' } : { kind: 'bad', reason: 'length' };
  }
  const text = bytes.toString('latin1', 1, end);
  return /^[\x20-\x7e]+$/.test(text)
    ? { kind: 'text', bytes: end + 1, text }
    : { kind: 'bad', reason: 'structure' };
}
