import type { Picture } from './picture.ts';
import { toneOf } from './picture.ts';

/*
 * A machine-readable strip of light and dark fields at the bottom of a frame: light, dark, 42 bits
 * of the frame's time (ms since 1970 UTC), and a 4-bit checksum. Tests and benchmarks read from it
 * when a decoded frame was captured.
 */

const TIME_BITS = 42;
const SUM_BITS = 4;
const FIELDS = 2 + TIME_BITS + SUM_BITS;
/** Sizes in a frame 640 px wide; larger frames scale them. */
const BASE_WIDTH = 640;
const FIELD_WIDTH = 12;
const STRIP_HEIGHT = 16;
const LEFT = (BASE_WIDTH - FIELDS * FIELD_WIDTH) / 2;
/** Distance from the lower edge; makes the strip fill whole rows of macroblocks. */
const FOOT = 8;

const LIGHT = toneOf(235, 235, 235);
const DARK = toneOf(12, 12, 12);
const MIDDLE = 126;

function sumOf(bits: readonly number[]): number {
  return bits.reduce((sum, bit, index) => sum + bit * ((index % 7) + 1), 0) % 2 ** SUM_BITS;
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => Math.floor(value / 2 ** (count - 1 - n)) % 2);
}

/** Draws the time (ms since 1970 UTC) at the bottom of a frame. */
export function drawClockStrip(picture: Picture, timeMs: number): void {
  const scale = picture.widthPx / BASE_WIDTH;
  const time = bitsOf(Math.floor(timeMs), TIME_BITS);
  const fields = [1, 0, ...time, ...bitsOf(sumOf(time), SUM_BITS)];
  const top = picture.heightPx - (STRIP_HEIGHT + FOOT) * scale;
  fields.forEach((bit, index) => {
    const left = (LEFT + index * FIELD_WIDTH) * scale;
    const tone = bit === 1 ? LIGHT : DARK;
    picture.rectangle(left, top, FIELD_WIDTH * scale, STRIP_HEIGHT * scale, tone);
  });
}

/**
 * Reads the time from a decoded frame of a simulated camera.
 *
 * @param luma luma plane, row by row
 * @returns ms since 1970 UTC, or null if no strip is readable
 */
export function readClockStrip(luma: Uint8Array, widthPx: number, heightPx: number): number | null {
  const scale = widthPx / BASE_WIDTH;
  const row = Math.round(heightPx - (STRIP_HEIGHT / 2 + FOOT) * scale);
  const fields = Array.from({ length: FIELDS }, (_, index) => {
    const column = Math.round((LEFT + (index + 0.5) * FIELD_WIDTH) * scale);
    return (luma[row * widthPx + column] ?? 0) > MIDDLE ? 1 : 0;
  });
  const time = fields.slice(2, 2 + TIME_BITS);
  const sum = fields.slice(2 + TIME_BITS);
  const isAudio = fields[0] === 1 && fields[1] === 0;
  if (!isAudio || bitsOf(sumOf(time), SUM_BITS).join() !== sum.join()) return null;
  return time.reduce<number>((value, bit) => value * 2 + bit, 0);
}
