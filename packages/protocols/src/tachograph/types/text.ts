import { decodeText, EMPTY_CODE_PAGE, encodeText } from './code-pages.ts';
import type { Layout } from './layout.ts';

const SPACE = 0x20;

/** A text with its character set, as in names, addresses and registrations. */
export interface CodedText {
  readonly codePage: number;
  /** Without padding. */
  readonly text: string;
}

/** Cards pad with spaces, some with zeros or FF. */
function withoutPadding(text: string): string {
  let from = 0;
  let to = text.length;
  const isPadding = (at: number) => {
    const code = text.charCodeAt(at);
    return code <= SPACE || code === 0x85 || code === 0xa0 || code === 0xff;
  };
  while (from < to && isPadding(from)) from += 1;
  while (to > from && isPadding(to - 1)) to -= 1;
  return text.slice(from, to);
}

function padded(into: Uint8Array, at: number, bytes: number, text: Uint8Array): void {
  into.fill(SPACE, at, at + bytes);
  into.set(text.subarray(0, bytes), at);
}

/** A text of ASCII characters, padded with spaces. */
export function ascii(bytes: number): Layout<string> {
  return {
    bytes,
    read: (from, at) => withoutPadding(decodeText(1, from.subarray(at, at + bytes))),
    write: (value, into, at) => padded(into, at, bytes, encodeText(1, value)),
  };
}

/** One byte of code page, then the text (`Name`, `Address`: 35; `VehicleRegistrationNumber`: 13). */
export function codedText(textBytes: number): Layout<CodedText> {
  return {
    bytes: 1 + textBytes,
    read: (from, at) => {
      const codePage = from[at] as number;
      const raw = from.subarray(at + 1, at + 1 + textBytes);
      const isEmpty = codePage === EMPTY_CODE_PAGE || raw.every((b) => b === 0 || b === 0xff);
      return { codePage, text: isEmpty ? '' : withoutPadding(decodeText(codePage, raw)) };
    },
    write: ({ codePage, text }, into, at) => {
      into[at] = codePage;
      padded(into, at + 1, textBytes, encodeText(codePage, text));
    },
  };
}

export const name = codedText(35);
export const address = codedText(35);
