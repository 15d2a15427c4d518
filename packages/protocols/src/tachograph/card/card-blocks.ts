/**
 * The blocks of a downloaded card (appendix 7, 3.4.2): file identifier, kind, length, value. Kind 0
 * and 1 are data and signature of the first generation, 2 and 3 of the second.
 */

import type { ProblemList } from '../problems.ts';
import { encode, u8, u16 } from '../types/layout.ts';
import { type FileName, fileName } from './files.ts';

const HEADER_BYTES = 5;
const MAX_KIND = 3;

export interface CardBlock {
  readonly fileId: number;
  /** Null for a file that appendix 2 does not name. */
  readonly name: FileName | null;
  readonly generation: 1 | 2;
  readonly isSignature: boolean;
  /** Of the header, in bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

interface BlockHeader {
  readonly fileId: number;
  readonly kind: number;
  readonly length: number;
}

function headerAt(bytes: Uint8Array, at: number): BlockHeader | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const kind = u8.read(bytes, at + 2);
  if (kind > MAX_KIND) return null;
  return { fileId: u16.read(bytes, at), kind, length: u16.read(bytes, at + 3) };
}

/** A header of a known file, whether or not the file is complete. */
export function isCardBlock(bytes: Uint8Array, at: number): boolean {
  const header = headerAt(bytes, at);
  return header !== null && fileName(header.fileId) !== null;
}

/** A block of any name, if it lies wholly within the file and another one or the end follows. */
function isWholeBlock(bytes: Uint8Array, at: number): boolean {
  const header = headerAt(bytes, at);
  if (header === null) return false;
  const end = at + HEADER_BYTES + header.length;
  return end === bytes.length || (end < bytes.length && isCardBlock(bytes, end));
}

/** The next place from `at` on where a block begins; the end of the file if there is none. */
function nextBlock(bytes: Uint8Array, at: number): number {
  for (let next = at; next < bytes.length; next += 1)
    if (isCardBlock(bytes, next) && isWholeBlock(bytes, next)) return next;
  return bytes.length;
}

/** Each step consumes bytes, and a scan for the next block begins where the last one ended. */
export function readCardBlocks(
  bytes: Uint8Array,
  start: number,
  problems: ProblemList,
): CardBlock[] {
  const blocks: CardBlock[] = [];
  let at = start;
  while (at < bytes.length) {
    if (!isCardBlock(bytes, at) && !isWholeBlock(bytes, at)) {
      const next = nextBlock(bytes, at + 1);
      problems.add({ code: 'unrecognised_bytes', where: '', offset: at, foundBytes: next - at });
      at = next;
      continue;
    }
    const { fileId, kind, length } = headerAt(bytes, at) as BlockHeader;
    const from = at + HEADER_BYTES;
    const name = fileName(fileId);
    const found = Math.min(length, bytes.length - from);
    if (found < length)
      problems.add({
        code: 'truncated',
        where: name ?? '',
        offset: at,
        expectedBytes: length,
        foundBytes: found,
      });
    blocks.push({
      fileId,
      name,
      generation: kind < 2 ? 1 : 2,
      isSignature: kind % 2 === 1,
      offset: at,
      bytes: bytes.subarray(from, from + found),
    });
    at = from + found;
  }
  return blocks;
}

export function writeCardBlock(
  block: Pick<CardBlock, 'fileId' | 'generation' | 'isSignature' | 'bytes'>,
): Uint8Array {
  const kind = (block.generation - 1) * 2 + (block.isSignature ? 1 : 0);
  return Buffer.concat([
    encode(u16, block.fileId),
    Uint8Array.of(kind),
    encode(u16, block.bytes.length),
    block.bytes,
  ]);
}
