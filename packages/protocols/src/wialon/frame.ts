import { crc16Arc } from '../bytes/crc16.ts';
import type { FrameLook } from '../bytes/frame-session.ts';
import { textOf } from '../bytes/text-values.ts';

/** One line: `#type#body`. */
export interface WialonFrame {
  readonly type: string;
  readonly body: string;
  /** The body as received, for its checksum. */
  readonly bytes: Buffer;
  /** Set if the line states its device itself, as datagrams do: `version;IMEI#type#body`. */
  readonly sender: { readonly version: string; readonly deviceId: string } | null;
}

export const MAX_FRAME_BYTES = 32 * 1024;
const CR = 0x0d;
const LF = 0x0a;

// An identity has printable characters except the separators `#` and `;`.
const HEADER = /(?:(\d\.\d);([!"$-:<-~]{1,32}))?#([A-Z]{1,3})#/g;
const HEADER_ONLY = /^(?:(\d\.\d);([!"$-:<-~]{1,32}))?#([A-Z]{1,3})#/;

/** The last header: a line that lost its end contains that of the next one. */
function headerOf(line: string): RegExpExecArray | null {
  const first = HEADER_ONLY.exec(line);
  const isOnly = first !== null && line.indexOf('#', first[0].length) < 0;
  return isOnly ? first : ([...line.matchAll(HEADER)].at(-1) ?? null);
}

/** Finds a line that ends with LF and contains a header, at the start of the bytes. */
export function lookAtFrame(bytes: Buffer): FrameLook<WialonFrame> {
  const lf = bytes.indexOf(LF);
  if (lf < 0 || lf > MAX_FRAME_BYTES) {
    return bytes.length > MAX_FRAME_BYTES
      ? { kind: 'bad', reason: 'length', bytes: MAX_FRAME_BYTES }
      : { kind: 'wait' };
  }
  const end = bytes[lf - 1] === CR ? lf - 1 : lf;
  if (end === 0) return { kind: 'noise', bytes: lf + 1 };
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const line = bytes.toString('latin1', 0, end);
  const header = headerOf(line);
  if (header === null) return { kind: 'bad', reason: 'structure', bytes: lf + 1 };
  if (header.index > 0) return { kind: 'bad', reason: 'structure', bytes: header.index };
  const [whole, version, deviceId, type = ''] = header;
  const body = bytes.subarray(whole.length, end);
  const sender = version === undefined || deviceId === undefined ? null : { version, deviceId };
  return {
    kind: 'frame',
    frame: { type, body: textOf(body, 'utf8'), bytes: body, sender },
    bytes: lf + 1,
  };
}

const CHECKSUM = /^(?:0x)?([\dA-F]{1,4})$/i;

/**
 * Whether the last field is the checksum of all bytes before it, its separator included.
 *
 * @param separator `;`, or `|` behind the records of a black box
 */
export function hasChecksum(bytes: Buffer, separator: ';' | '|'): boolean {
  const end = bytes.lastIndexOf(separator) + 1;
  const stated = CHECKSUM.exec(bytes.toString('latin1', end))?.[1];
  return stated !== undefined && crc16Arc(bytes, 0, end) === Number.parseInt(stated, 16);
}

/** A line for the device. */
export const encodeLine = (type: string, body: string): Buffer =>
  Buffer.from(`#${type}#${body}\r\n`, 'utf8');

/** A line with the checksum of version 2.0. */
export function encodeChecked(type: string, body: string): Buffer {
  const checked = Buffer.from(`${body};`, 'utf8');
  const sum = crc16Arc(checked).toString(16).toUpperCase().padStart(4, '0');
  return Buffer.concat([Buffer.from(`#${type}#`), checked, Buffer.from(`${sum}\r\n`)]);
}
