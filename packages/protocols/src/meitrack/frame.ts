import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';

/** A frame with the right length and checksum. */
export interface MeitrackFrame {
  /** The device counts its messages with this character; an answer repeats it. */
  readonly flag: string;
  readonly imei: string;
  /** For example `AAA`. */
  readonly command: string;
  /** The bytes behind the command and its comma, without checksum. */
  readonly body: Buffer;
}

export const MAX_FRAME_BYTES = 8 * 1024;
const MARK = '$$';
const MARK_BYTE = 0x24;
const COMMA = 0x2c;
const STAR = 0x2a;
const LENGTH_AT = 3;
const MAX_LENGTH_DIGITS = 5;
/** `*`, two digits, CR LF. */
const TAIL_BYTES = 5;
/** A comma, an identity, a comma, a command of three characters, and the tail. */
const MIN_LENGTH = 14;

const bad = (reason: 'checksum' | 'length' | 'structure'): FrameLook<MeitrackFrame> => ({
  kind: 'bad',
  reason,
  // The content may contain a start mark.
  bytes: MARK.length,
});

/** Offset of the comma after the length; `wait` or `bad` without one. */
function commaAfterLength(bytes: Buffer): number | 'wait' | 'bad' {
  for (let at = LENGTH_AT; at <= LENGTH_AT + MAX_LENGTH_DIGITS; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return 'wait';
    if (byte === COMMA) return at > LENGTH_AT ? at : 'bad';
    if (byte < 0x30 || byte > 0x39) return 'bad';
  }
  return 'bad';
}

/** The sum of the bytes, as two upper-case hexadecimal digits. */
export function checksum(bytes: Buffer, to = bytes.length): string {
  let sum = 0;
  for (let at = 0; at < to; at += 1) sum += bytes[at] as number;
  return (sum & 0xff).toString(16).toUpperCase().padStart(2, '0');
}

function noise(bytes: Buffer, start: number): FrameLook<MeitrackFrame> {
  if (start > 0) return { kind: 'noise', bytes: start };
  const half = bytes.at(-1) === MARK_BYTE ? 1 : 0;
  return bytes.length === half ? { kind: 'wait' } : { kind: 'noise', bytes: bytes.length - half };
}

/** Finds `$$`, flag, length, `,IMEI,command,body*sum CR LF` at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<MeitrackFrame> {
  const start = bytes.indexOf(MARK, 0, 'latin1');
  if (start !== 0) return noise(bytes, start);
  const comma = commaAfterLength(bytes);
  if (comma === 'wait') return { kind: 'wait' };
  if (comma === 'bad') return bad('structure');
  const length = Number(bytes.toString('latin1', LENGTH_AT, comma));
  if (length < MIN_LENGTH || length > MAX_FRAME_BYTES) return bad('length');
  const end = comma + length;
  if (bytes.length < end) return { kind: 'wait' };
  const sumAt = end - TAIL_BYTES;
  if (bytes[sumAt] !== STAR || bytes[end - 2] !== 0x0d || bytes[end - 1] !== 0x0a) {
    return bad('length');
  }
  const stated = bytes.toString('latin1', sumAt + 1, sumAt + 3).toUpperCase();
  if (checksum(bytes, sumAt + 1) !== stated) return bad('checksum');
  const commandAt = bytes.indexOf(COMMA, comma + 1) + 1;
  if (commandAt === 0 || commandAt > sumAt) return bad('structure');
  const afterCommand = bytes.indexOf(COMMA, commandAt);
  const commandEnd = afterCommand < 0 || afterCommand > sumAt ? sumAt : afterCommand;
  return {
    kind: 'frame',
    frame: {
      flag: bytes.toString('latin1', 2, LENGTH_AT),
      imei: textOf(bytes.subarray(comma + 1, commandAt - 1)),
      command: textOf(bytes.subarray(commandAt, commandEnd)),
      body: bytes.subarray(Math.min(commandEnd + 1, sumAt), sumAt),
    },
    bytes: end,
  };
}

/**
 * Builds a frame.
 *
 * @param mark `$$` from a device, `@@` from the server
 */
export function encodeFrame(
  mark: '$$' | '@@',
  flag: string,
  imei: string,
  command: string,
  body?: Uint8Array,
): Buffer {
  const content = Buffer.concat([
    Buffer.from(`,${imei},${command}${body === undefined ? '' : ','}`, 'latin1'),
    body ?? Buffer.alloc(0),
    Buffer.from('*', 'latin1'),
  ]);
  const head = Buffer.from(`${mark}${flag}${content.length + TAIL_BYTES - 1}`, 'latin1');
  const summed = Buffer.concat([head, content]);
  return Buffer.concat([summed, Buffer.from(`${checksum(summed)}\r\n`, 'latin1')]);
}
