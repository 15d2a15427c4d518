import { FileFault } from './file-fault.ts';

/** So many bytes tell UTF-16 without its mark from other texts. */
const PROBE_BYTES = 1000;
/** A text in Latin letters has a zero in every second byte of UTF-16; a third is plenty. */
const ZERO_SHARE = 1 / 3;
/** Signs that no text has, whatever its encoding; tabs and line ends are some. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const BINARY = /[\x00-\x08\x0e-\x1f]/;

/** What Windows-1252 has where ISO 8859-1 has controls, from 0x80 on; Node's own decoder leaves those. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST_WINDOWS = 0x80;

const windows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - FIRST_WINDOWS] ?? sign);

function startsWith(bytes: Buffer, ...signs: number[]): boolean {
  return signs.every((sign, n) => bytes[n] === sign);
}

/** UTF-16 by its zeros, where no mark tells of it. */
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
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 (with its mark or without), or Windows-1252
 * where it is no UTF-8.
 *
 * @throws FileFault for what is no text, and for a text that breaks its own encoding
 */
export function textOfBytes(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== null) throw new FileFault('upload.file.encoding', { encoding });
    text = windows1252(bytes);
  }
  if (BINARY.test(text)) throw new FileFault('upload.file.noText');
  return text;
}
