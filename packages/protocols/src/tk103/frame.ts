import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';

/** The text between two brackets. */
export interface Tk103Frame {
  readonly deviceId: string;
  /** Four characters, for example `BR00`. */
  readonly command: string;
  /** What follows the command, without a comma in front. */
  readonly body: string;
}

export const MAX_FRAME_BYTES = 2048;
const OPEN = 0x28;
const CLOSE = ')';

const HEADER = /^\((\d{10,15}),?([A-Z]{2}[\dA-Z]{2}),?/;
/** The text of this message may contain brackets; it ends with a dollar sign and a bracket. */
const TEXT_HEADER = /^\(\d{10,15},?ZC03,/;
const TEXT_END = '$)';
/** Identity, command and commas. */
const HEADER_BYTES = 24;

/** Finds a text in round brackets at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<Tk103Frame> {
  if (bytes[0] !== OPEN) {
    const next = bytes.indexOf(OPEN);
    return { kind: 'noise', bytes: next < 0 ? bytes.length : next };
  }
  const isText = TEXT_HEADER.test(bytes.toString('latin1', 0, HEADER_BYTES));
  const mark = isText ? TEXT_END : CLOSE;
  const at = bytes.indexOf(mark, 0, 'latin1');
  if (at > MAX_FRAME_BYTES || (at < 0 && bytes.length > MAX_FRAME_BYTES)) {
    return { kind: 'bad', reason: 'length', bytes: 1 };
  }
  if (at < 0) return { kind: 'wait' };
  // A text that lost its end contains the bracket of the next one.
  const inner = isText ? 0 : bytes.lastIndexOf(OPEN, at);
  if (inner > 0) return { kind: 'bad', reason: 'structure', bytes: inner };
  const end = at + mark.length;
  const text = textOf(bytes.subarray(0, end - 1));
  const header = HEADER.exec(text);
  if (header === null) return { kind: 'bad', reason: 'structure', bytes: end };
  const [whole, deviceId = '', command = ''] = header;
  return {
    kind: 'frame',
    frame: { deviceId, command, body: text.slice(whole.length) },
    bytes: end,
  };
}

/** A text for the device. */
export const encodeText = (deviceId: string, content: string): Buffer =>
  Buffer.from(`(${deviceId}${content})`, 'latin1');
