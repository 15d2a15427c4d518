import { glyphRows } from './font.ts';

/** Luma and chroma of a pixel, 16 to 240 each (BT.601, studio range). */
export interface Tone {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Converts red, green and blue of 0 to 255. */
export function toneOf(red: number, green: number, blue: number): Tone {
  return {
    y: Math.round(16 + (65.5 * red + 128.6 * green + 25 * blue) / 255),
    u: Math.round(128 + (-37.8 * red - 74.2 * green + 112 * blue) / 255),
    v: Math.round(128 + (112 * red - 93.8 * green - 18.2 * blue) / 255),
  };
}

/**
 * Columns of a letter including the gap to its right, and rows including the gap below, in font
 * points.
 */
export const LETTER_COLUMNS = 6;
const LETTER_ROWS = 8;

/** A drawable frame of 4:2:0 samples; width and height are even. */
export class Picture {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** The three planes concatenated, as encoders expect them. */
  readonly bytes: Buffer;

  constructor(
    readonly widthPx: number,
    readonly heightPx: number,
  ) {
    const luma = widthPx * heightPx;
    this.bytes = Buffer.alloc((luma * 3) / 2);
    this.y = this.bytes.subarray(0, luma);
    this.u = this.bytes.subarray(luma, luma + luma / 4);
    this.v = this.bytes.subarray(luma + luma / 4);
  }

  /** Fills a row between two columns, clipped to the frame. */
  span(row: number, fromX: number, toX: number, tone: Tone): void {
    const y = Math.round(row);
    const from = Math.max(0, Math.round(fromX));
    const to = Math.min(this.widthPx, Math.round(toX));
    if (y < 0 || y >= this.heightPx || from >= to) return;
    this.y.fill(tone.y, y * this.widthPx + from, y * this.widthPx + to);
    if (y % 2 !== 0) return;
    const half = this.widthPx / 2;
    const at = (y / 2) * half;
    this.u.fill(tone.u, at + (from >> 1), at + ((to + 1) >> 1));
    this.v.fill(tone.v, at + (from >> 1), at + ((to + 1) >> 1));
  }

  rectangle(x: number, y: number, width: number, height: number, tone: Tone): void {
    for (let row = Math.round(y); row < Math.round(y + height); row += 1) {
      this.span(row, x, x + width, tone);
    }
  }

  ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number, tone: Tone): void {
    for (let row = Math.round(centreY - radiusY); row <= centreY + radiusY; row += 1) {
      const part = (row - centreY) / radiusY;
      const half = radiusX * Math.sqrt(Math.max(0, 1 - part * part));
      this.span(row, centreX - half, centreX + half, tone);
    }
  }

  /** Draws capitals, digits and punctuation; each font point is a square of `point` pixels. */
  text(x: number, y: number, text: string, point: number, tone: Tone): void {
    [...text].forEach((letter, index) => {
      glyphRows(letter).forEach((bits, row) => {
        for (let column = 0; column < LETTER_COLUMNS - 1; column += 1) {
          if ((bits & (0x10 >> column)) === 0) continue;
          const left = x + (index * LETTER_COLUMNS + column) * point;
          this.rectangle(left, y + row * point, point, point, tone);
        }
      });
    });
  }

  /** Copies another frame of the same size. */
  copy(from: Picture): void {
    this.bytes.set(from.bytes);
  }
}

/** Width of a text, px. */
export const textWidthPx = (text: string, point: number): number =>
  text.length * LETTER_COLUMNS * point;
export const textHeightPx = (point: number): number => LETTER_ROWS * point;
