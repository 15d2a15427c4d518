import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';

/** A complete message: the fields of a text, or a binary message. */
export type QueclinkFrame =
  | { readonly kind: 'text'; readonly fields: readonly string[] }
  | { readonly kind: 'binary'; readonly name: string; readonly bytes: Buffer };

export const MAX_FRAME_BYTES = 4096;
const PLUS = 0x2b;
/** The end of a text; old devices send a zero byte. */
const DOLLAR = 0x24;
const ZERO = 0x00;

const TEXT_STARTS = ['+RESP:', '+BUFF:', '+ACK:'];

/** Binary messages with the place and size of their length, which counts all bytes. */
const BINARY: Readonly<Record<string, { readonly at: number; readonly bytes: 1 | 2 }>> = {
  '+RSP': { at: 9, bytes: 2 },
  '+BSP': { at: 9, bytes: 2 },
  '+EVT': { at: 9, bytes: 2 },
  '+BVT': { at: 9, bytes: 2 },
  '+LGN': { at: 6, bytes: 2 },
  '+ACK': { at: 6, bytes: 1 },
};
/** What a stream begins with. */
export const STARTS = [...TEXT_STARTS, ...Object.keys(BINARY)];
const LONGEST_START = 6;
const MIN_BINARY_BYTES = 16;

/** Bytes up to the next `+` behind the first byte. */
function toNextPlus(bytes: Buffer): FrameLook<QueclinkFrame> {
  const next = bytes.indexOf(PLUS, 1);
  return { kind: 'noise', bytes: next < 0 ? bytes.length : next };
}

/** Finds a text that ends with `$`, or a binary message, at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<QueclinkFrame> {
  if (bytes[0] !== PLUS) return toNextPlus(bytes);
  const head = bytes.toString('latin1', 0, LONGEST_START);
  if (TEXT_STARTS.some((start) => head.startsWith(start))) return lookAtText(bytes);
  const isPart = STARTS.some((start) => start.startsWith(head));
  // `+ACK` needs one more byte: with a colon it is text.
  if (isPart || (head === '+ACK' && bytes.length < 5)) return { kind: 'wait' };
  const length = BINARY[head.slice(0, 4)];
  return length === undefined ? toNextPlus(bytes) : lookAtBinary(bytes, head.slice(0, 4), length);
}

/** The offset of another text's start inside a text, which then lost its end; -1 without one. */
function innerStart(text: string): number {
  for (let at = text.indexOf('+', 1); at > 0; at = text.indexOf('+', at + 1)) {
    if (TEXT_STARTS.some((start) => text.startsWith(start, at))) return at;
  }
  return -1;
}

function endOfText(bytes: Buffer): number {
  const dollar = bytes.indexOf(DOLLAR);
  const zero = (dollar < 0 ? bytes : bytes.subarray(0, dollar)).indexOf(ZERO);
  return zero >= 0 ? zero : dollar;
}

function lookAtText(bytes: Buffer): FrameLook<QueclinkFrame> {
  const end = endOfText(bytes);
  if (end > MAX_FRAME_BYTES || (end < 0 && bytes.length > MAX_FRAME_BYTES)) {
    return { kind: 'bad', reason: 'length', bytes: 1 };
  }
  if (end < 0) return { kind: 'wait' };
  const text = textOf(bytes.subarray(0, end));
  const inner = innerStart(text);
  if (inner > 0) return { kind: 'bad', reason: 'structure', bytes: inner };
  return { kind: 'frame', frame: { kind: 'text', fields: text.split(',') }, bytes: end + 1 };
}

function lookAtBinary(
  bytes: Buffer,
  name: string,
  { at, bytes: size }: { readonly at: number; readonly bytes: 1 | 2 },
): FrameLook<QueclinkFrame> {
  if (bytes.length < at + size) return { kind: 'wait' };
  const length = bytes.readUIntBE(at, size);
  if (length < MIN_BINARY_BYTES || length > MAX_FRAME_BYTES) {
    return { kind: 'bad', reason: 'length', bytes: 1 };
  }
  if (bytes.length < length) return { kind: 'wait' };
  if (bytes[length - 2] !== 0x0d || bytes[length - 1] !== 0x0a) {
    return { kind: 'bad', reason: 'length', bytes: 1 };
  }
  const frame = { kind: 'binary', name, bytes: bytes.subarray(0, length) } as const;
  return { kind: 'frame', frame, bytes: length };
}
