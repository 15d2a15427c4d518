import type { BitWriter } from './bit-writer.ts';

/*
 * CAVLC of transform coefficients (ITU-T H.264, section 9.2), limited to blocks of DC coefficients
 * whose neighbours have none (nC below 2) or are raw (nC from 8).
 */

/** Table 9-5 for nC below 2: length and code of [coefficients × 4 + trailing ones]. */
const TOKEN_LENGTHS = [
  1, 0, 0, 0, 6, 2, 0, 0, 8, 6, 3, 0, 9, 8, 7, 5, 10, 9, 8, 6, 11, 10, 9, 7, 13, 11, 10, 8, 13, 13,
  11, 9, 13, 13, 13, 10, 14, 14, 13, 11, 14, 14, 14, 13, 15, 15, 14, 14, 15, 15, 15, 14, 16, 15, 15,
  15, 16, 16, 16, 15, 16, 16, 16, 16, 16, 16, 16, 16,
];
const TOKEN_CODES = [
  1, 0, 0, 0, 5, 1, 0, 0, 7, 4, 1, 0, 7, 6, 5, 3, 7, 6, 5, 3, 7, 6, 5, 4, 15, 6, 5, 4, 11, 14, 5, 4,
  8, 10, 13, 4, 15, 14, 9, 4, 11, 10, 13, 12, 15, 14, 9, 12, 11, 10, 13, 8, 15, 1, 9, 12, 11, 14,
  13, 8, 7, 10, 9, 12, 4, 6, 5, 8,
];
/** The same for the four DC coefficients of a chroma block. */
const COLOUR_TOKEN_LENGTHS = [2, 0, 0, 0, 6, 1, 0, 0, 6, 6, 3, 0, 6, 7, 7, 6, 6, 8, 8, 7];
const COLOUR_TOKEN_CODES = [1, 0, 0, 0, 7, 1, 0, 0, 4, 6, 1, 0, 3, 3, 2, 5, 2, 3, 2, 0];

/** Tables 9-7 and 9-8: zeros before the last coefficient, by the number of coefficients from 1. */
const ZEROS_LENGTHS = [
  [1, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9],
  [3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6],
  [4, 3, 3, 3, 4, 4, 3, 3, 4, 5, 5, 6, 5, 6],
  [5, 3, 4, 4, 3, 3, 3, 4, 3, 4, 5, 5, 5],
  [4, 4, 4, 3, 3, 3, 3, 3, 4, 5, 4, 5],
  [6, 5, 3, 3, 3, 3, 3, 3, 4, 3, 6],
  [6, 5, 3, 3, 3, 2, 3, 4, 3, 6],
  [6, 4, 5, 3, 2, 2, 3, 3, 6],
  [6, 6, 4, 2, 2, 3, 2, 5],
  [5, 5, 3, 2, 2, 2, 4],
  [4, 4, 3, 3, 1, 3],
  [4, 4, 2, 1, 3],
  [3, 3, 1, 2],
  [2, 2, 1],
  [1, 1],
];
const ZEROS_CODES = [
  [1, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 1],
  [7, 6, 5, 4, 3, 5, 4, 3, 2, 3, 2, 3, 2, 1, 0],
  [5, 7, 6, 5, 4, 3, 4, 3, 2, 3, 2, 1, 1, 0],
  [3, 7, 5, 4, 6, 5, 4, 3, 3, 2, 2, 1, 0],
  [5, 4, 3, 7, 6, 5, 4, 3, 2, 1, 1, 0],
  [1, 1, 7, 6, 5, 4, 3, 2, 1, 1, 0],
  [1, 1, 5, 4, 3, 3, 2, 1, 1, 0],
  [1, 1, 1, 3, 3, 2, 2, 1, 0],
  [1, 0, 1, 3, 2, 1, 1, 1],
  [1, 0, 1, 3, 2, 1, 1],
  [0, 1, 1, 2, 1, 3],
  [0, 1, 1, 1, 1],
  [0, 1, 1, 1],
  [0, 1, 1],
  [0, 1],
];
const COLOUR_ZEROS_LENGTHS = [
  [1, 2, 3, 3],
  [1, 2, 2],
  [1, 1],
];
const COLOUR_ZEROS_CODES = [
  [1, 1, 1, 0],
  [1, 1, 0],
  [1, 0],
];
/** Table 9-10: zeros before a coefficient, by how many are left (7 means 7 or more). */
const RUN_LENGTHS = [
  [1, 1],
  [1, 2, 2],
  [2, 2, 2, 2],
  [2, 2, 2, 3, 3],
  [2, 2, 3, 3, 3, 3],
  [2, 3, 3, 3, 3, 3, 3],
  [3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11],
];
const RUN_CODES = [
  [1, 0],
  [1, 1, 0],
  [3, 2, 1, 0],
  [3, 2, 1, 1, 0],
  [3, 2, 3, 2, 1, 0],
  [3, 0, 1, 3, 2, 5, 4],
  [7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];

/** Table for the first code of a block. */
export type BlockPlace = 'quiet' | 'beside raw' | 'colour';

/** At most three trailing ones are counted. */
const MAX_ONES = 3;

function writeToken(out: BitWriter, place: BlockPlace, count: number, ones: number): void {
  const at = count * 4 + ones;
  if (place === 'beside raw') out.bits(count === 0 ? 3 : ((count - 1) << 2) | ones, 6);
  else if (place === 'quiet') out.bits(TOKEN_CODES[at] as number, TOKEN_LENGTHS[at] as number);
  else out.bits(COLOUR_TOKEN_CODES[at] as number, COLOUR_TOKEN_LENGTHS[at] as number);
}

/**
 * A level after its prefix of zeros; the longest prefix is followed by twelve bits (section
 * 9.2.2.1).
 */
function writeLevel(out: BitWriter, code: number, suffixLength: number): void {
  const inPrefix = suffixLength === 0 ? 14 : 15 << suffixLength;
  if (suffixLength === 0 && code >= 14 && code < 30) {
    out.bits(1, 15);
    out.bits(code - 14, 4);
    return;
  }
  if (code < inPrefix) {
    out.bits(1, (code >> suffixLength) + 1);
    out.bits(code & ((1 << suffixLength) - 1), suffixLength);
    return;
  }
  const beyond = code - (suffixLength === 0 ? 30 : inPrefix);
  out.bits(1, 16);
  out.bits(Math.min(beyond, 0xfff), 12);
}

function writeLevels(out: BitWriter, levels: readonly number[], ones: number): void {
  for (const level of levels.slice(0, ones)) out.bits(level < 0 ? 1 : 0, 1);
  let suffixLength = levels.length > 10 && ones < MAX_ONES ? 1 : 0;
  levels.slice(ones).forEach((level, index) => {
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1;
    // After fewer than three trailing ones, the first level cannot be ±1.
    if (index === 0 && ones < MAX_ONES) code -= 2;
    writeLevel(out, code, suffixLength);
    if (suffixLength === 0) suffixLength = 1;
    if (Math.abs(level) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength += 1;
  });
}

function pick(tables: readonly (readonly number[])[], row: number, column: number): number {
  return tables[row]?.[column] ?? 0;
}

/** Writes a block of coefficients in scan order (residual_block_cavlc). */
export function writeBlock(
  out: BitWriter,
  coefficients: readonly number[],
  place: BlockPlace,
): void {
  const places: number[] = [];
  coefficients.forEach((level, index) => {
    if (level !== 0) places.unshift(index);
  });
  const levels = places.map((index) => coefficients[index] as number);
  const count = levels.length;
  const firstLarge = levels.findIndex((level) => Math.abs(level) !== 1);
  const ones = Math.min(MAX_ONES, firstLarge < 0 ? count : firstLarge);
  writeToken(out, place, count, ones);
  if (count === 0) return;
  writeLevels(out, levels, ones);
  let zeros = (places[0] as number) + 1 - count;
  if (count < coefficients.length) {
    const isColour = place === 'colour';
    const codes = isColour ? COLOUR_ZEROS_CODES : ZEROS_CODES;
    const lengths = isColour ? COLOUR_ZEROS_LENGTHS : ZEROS_LENGTHS;
    out.bits(pick(codes, count - 1, zeros), pick(lengths, count - 1, zeros));
  }
  for (let n = 0; n < count - 1 && zeros > 0; n += 1) {
    const run = (places[n] as number) - (places[n + 1] as number) - 1;
    const row = Math.min(zeros, 7) - 1;
    out.bits(pick(RUN_CODES, row, run), pick(RUN_LENGTHS, row, run));
    zeros -= run;
  }
}
