import { FileError } from './file-error.ts';

/** Enough bytes to detect UTF-16 without a byte order mark. */
const PROBE_BYTES = 1000;
/** Latin text has a zero in every second byte of UTF-16; a third of these is sufficient. */
const ZERO_SHARE = 1 / 3;
/** Control characters that no text contains in any encoding; excludes tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const BINARY = /[\x00-\x08\x0e-\x1f]/;

/**
 * Windows-1252 characters from 0x80 on, which are controls in ISO 8859-1; Node's `latin1` keeps
 * these.
 */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST_WINDOWS = 0x80;

const windows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - FIRST_WINDOWS] ?? sign);

function startsWith(bytes: Buffer, ...signs: number[]): boolean {
  return signs.every((sign, n) => bytes[n] === sign);
}

/** Detects UTF-16 without a byte order mark by its zero bytes. */
function utf16WithoutMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = [0, 0];
  probe.forEach((byte, n) => {
    if (byte === 0) zeros[n % 2] = (zeros[n % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > (probe.length / 2) * ZERO_SHARE && even === 0) return 'utf-16le';
  if (even > (probe.length / 2) * ZERO_SHARE && odd === 0) return 'utf-16be';
  return null;
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return utf16WithoutMark(bytes);
}

/**
 * Decodes a file as spreadsheets write it: UTF-8, UTF-16 (with or without a byte order mark), or
 * otherwise Windows-1252.
 *
 * @throws FileError for binary data, and for text that is invalid in its encoding
 */
export function textOfBytes(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== null) throw new FileError('upload.file.encoding', { encoding });
    text = windows1252(bytes);
  }
  if (BINARY.test(text)) throw new FileError('upload.file.noText');
  return text;
}
