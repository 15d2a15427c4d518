import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';
import { START as CHECKED_START, type CheckedFrame, lookAtChecked } from './checked-frame.ts';
import { lookAtMarked, MARK, type MarkedFrame } from './marked-frame.ts';

/** A text around an RMC sentence. */
export interface TextFrame {
  readonly kind: 'text';
  /** The number of the message and the phone number, if they precede the sentence. */
  readonly head: readonly [serial: string, number: string] | null;
  /** The text from the sentence on; a line without a sentence as a whole. */
  readonly text: string;
}

export type XexunFrame = TextFrame | MarkedFrame | CheckedFrame;

export const MAX_FRAME_BYTES = 4096;
const MAX_TEXT_BYTES = 1024;

const SENTENCE = /G[PN]RMC,/;
const HEAD = /(?:^|[^\d,])(\d{0,14}),([^,\r\n]{0,24}),$/;
const IDENTITY = /imei:\s*\d{15}(?=\D)/;

/** Finds a frame of one of the three generations at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<XexunFrame> {
  if (bytes[0] === MARK[0]) {
    if (bytes.length < 2) return { kind: 'wait' };
    return bytes[1] === MARK[1] ? lookAtMarked(bytes) : { kind: 'noise', bytes: 1 };
  }
  if (bytes[0] === CHECKED_START) return lookAtChecked(bytes);
  return lookAtText(bytes);
}

/** Nothing in the text yet that decides about it. */
const unfinished = (length: number): FrameLook<XexunFrame> =>
  length > MAX_TEXT_BYTES
    ? { kind: 'bad', reason: 'length', bytes: MAX_TEXT_BYTES }
    : { kind: 'wait' };

function lookAtText(bytes: Buffer): FrameLook<XexunFrame> {
  // No text contains the mark of the second generation.
  const mark = bytes.subarray(0, MAX_TEXT_BYTES + MARK.length).indexOf(MARK);
  const limit = mark < 0 ? bytes.length : mark;
  const text = bytes.toString('latin1', 0, Math.min(limit, MAX_TEXT_BYTES + 1));
  const sentence = text.search(SENTENCE);
  const lf = text.indexOf('\n');
  if (lf >= 0 && (sentence < 0 || lf < sentence)) return lookAtLine(bytes, text, lf);
  const isEnded = mark >= 0 && mark <= MAX_TEXT_BYTES;
  if (sentence < 0) return isEnded ? { kind: 'noise', bytes: mark } : unfinished(text.length);
  const head = HEAD.exec(text.slice(0, sentence));
  if (head === null && sentence > 0) return { kind: 'noise', bytes: sentence };
  const tail = text.slice(sentence);
  const identity = IDENTITY.exec(tail);
  const inner = tail.slice(1).search(SENTENCE) + 1;
  if (inner > 0 && (identity === null || inner < identity.index)) {
    return { kind: 'bad', reason: 'structure', bytes: sentence + inner };
  }
  const end = identity === null ? -1 : endOfTail(tail, identity, head !== null);
  if (end < 0) {
    return isEnded ? { kind: 'bad', reason: 'structure', bytes: mark } : unfinished(text.length);
  }
  const frame: TextFrame = {
    kind: 'text',
    head: head === null ? null : [head[1] ?? '', (head[2] ?? '').replaceAll('\0', '')],
    text: textOf(bytes.subarray(sentence, sentence + end)),
  };
  return { kind: 'frame', frame, bytes: sentence + end + 1 };
}

/** The long form ends with its line, the short one with the identity. */
const endOfTail = (tail: string, identity: RegExpExecArray, isLong: boolean): number =>
  isLong ? tail.indexOf('\n', identity.index) : identity.index + identity[0].length;

/** A line without a sentence: a device without a fix names itself in it. */
function lookAtLine(bytes: Buffer, text: string, lf: number): FrameLook<XexunFrame> {
  const line = text.slice(0, lf);
  if (!IDENTITY.test(line)) return { kind: 'noise', bytes: lf + 1 };
  const frame: TextFrame = { kind: 'text', head: null, text: textOf(bytes.subarray(0, lf)) };
  return { kind: 'frame', frame, bytes: lf + 1 };
}
