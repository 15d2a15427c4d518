import type { Picture } from './picture.ts';

/*
 * A small baseline JPEG encoder for photographs. Its Huffman tables have fixed lengths: four bits
 * for the twelve DC categories, eight bits for each pair of run and category of an AC coefficient.
 */

const MARK = { start: 0xd8, end: 0xd9, quantisers: 0xdb, frame: 0xc0, codes: 0xc4, scan: 0xda };
const DC_CLASSES = 12;
const DC_BITS = 4;
const AC_BITS = 8;
const END_OF_BLOCK = 0x00;
const LONG_RUN = 0xf0;
/** Quantisation grows with frequency, where the eye is less sensitive. */
const STEP_BASE = 3;
const STEP_SLOPE = 2;

const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/** Pairs of run and category, sorted by code. */
const AC_SYMBOLS = [
  END_OF_BLOCK,
  LONG_RUN,
  ...Array.from({ length: 160 }, (_, n) => (Math.floor(n / 10) << 4) | ((n % 10) + 1)),
];
const AC_CODE = new Map(AC_SYMBOLS.map((symbol, code) => [symbol, code]));

const COSINES = Array.from({ length: 64 }, (_, n) => {
  const [k, x] = [n >> 3, n & 7];
  return (k === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * k * Math.PI) / 16);
});

class ScanWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #used = 0;

  bits(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#current = (this.#current << 1) | ((value >> bit) & 1);
      this.#used += 1;
      if (this.#used === 8) this.#flush();
    }
  }

  finish(): Buffer {
    while (this.#used > 0) this.bits(1, 1);
    return Buffer.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#current);
    // Byte stuffing: 0xFF would start a marker.
    if (this.#current === 0xff) this.#bytes.push(0);
    this.#current = 0;
    this.#used = 0;
  }
}

const classOf = (value: number): number => 32 - Math.clz32(Math.abs(value));

function writeValue(out: ScanWriter, value: number, size: number): void {
  if (size > 0) out.bits(value > 0 ? value : value + 2 ** size - 1, size);
}

function segment(mark: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, mark, length >> 8, length & 0xff, ...content]);
}

/** A Huffman table whose codes all have the same length. */
function codes(id: number, bits: number, symbols: readonly number[]): number[] {
  const counts = new Array<number>(16).fill(0);
  counts[bits - 1] = symbols.length;
  return [id, ...counts, ...symbols];
}

function transform(points: readonly number[]): number[] {
  const rows = new Array<number>(64).fill(0);
  const out = new Array<number>(64).fill(0);
  for (let row = 0; row < 8; row += 1) {
    for (let k = 0; k < 8; k += 1) {
      let sum = 0;
      for (let x = 0; x < 8; x += 1) {
        sum += (points[row * 8 + x] as number) * (COSINES[k * 8 + x] as number);
      }
      rows[row * 8 + k] = sum;
    }
  }
  for (let column = 0; column < 8; column += 1) {
    for (let k = 0; k < 8; k += 1) {
      let sum = 0;
      for (let y = 0; y < 8; y += 1) {
        sum += (rows[y * 8 + column] as number) * (COSINES[k * 8 + y] as number);
      }
      out[k * 8 + column] = sum;
    }
  }
  return out;
}

/** Writes a block; returns its DC level, the prediction for the next block. */
function writeBlock(
  out: ScanWriter,
  points: readonly number[],
  steps: readonly number[],
  before: number,
) {
  const coefficients = transform(points);
  const levels = ZIGZAG.map((at, n) =>
    Math.round((coefficients[at] as number) / (steps[n] as number)),
  );
  const dc = levels[0] as number;
  const size = classOf(dc - before);
  out.bits(size, DC_BITS);
  writeValue(out, dc - before, size);
  let run = 0;
  for (const level of levels.slice(1)) {
    if (level === 0) {
      run += 1;
      continue;
    }
    for (; run > 15; run -= 16) out.bits(AC_CODE.get(LONG_RUN) as number, AC_BITS);
    const width = classOf(level);
    out.bits(AC_CODE.get((run << 4) | width) as number, AC_BITS);
    writeValue(out, level, width);
    run = 0;
  }
  if (run > 0) out.bits(AC_CODE.get(END_OF_BLOCK) as number, AC_BITS);
  return dc;
}

/** Converts the studio range of video to the full range of JPEG. */
const brightnessOf = (sample: number): number => ((sample - 16) * 255) / 219 - 128;
const colourOf = (sample: number): number => ((sample - 128) * 255) / 224;

interface PlaneOf {
  readonly samples: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly level: (sample: number) => number;
}

function pointsAt({ samples, width, height, level }: PlaneOf, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, n) => {
    const x = Math.min(width - 1, left + (n & 7));
    const y = Math.min(height - 1, top + (n >> 3));
    return level(samples[y * width + x] as number);
  });
}

/**
 * Encodes a frame as JPEG, 4:2:0.
 *
 * @param quality 1 best to 10 smallest, as in JT/T 808
 */
export function encodeJpeg(picture: Picture, quality: number): Buffer {
  const { widthPx, heightPx } = picture;
  const steps = Array.from({ length: 64 }, (_, n) =>
    Math.min(255, Math.round(STEP_BASE + (quality * (STEP_SLOPE + n)) / 4)),
  );
  const half = { width: widthPx / 2, height: heightPx / 2, level: colourOf };
  const y = { samples: picture.y, width: widthPx, height: heightPx, level: brightnessOf };
  const u = { samples: picture.u, ...half };
  const v = { samples: picture.v, ...half };
  const out = new ScanWriter();
  const before = { y: 0, u: 0, v: 0 };
  for (let top = 0; top < heightPx; top += 16) {
    for (let left = 0; left < widthPx; left += 16) {
      for (const [dx, dy] of [
        [0, 0],
        [8, 0],
        [0, 8],
        [8, 8],
      ] as const) {
        before.y = writeBlock(out, pointsAt(y, left + dx, top + dy), steps, before.y);
      }
      before.u = writeBlock(out, pointsAt(u, left / 2, top / 2), steps, before.u);
      before.v = writeBlock(out, pointsAt(v, left / 2, top / 2), steps, before.v);
    }
  }
  const dcSymbols = Array.from({ length: DC_CLASSES }, (_, n) => n);
  const sizes = [heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff];
  return Buffer.concat([
    Buffer.from([0xff, MARK.start]),
    segment(MARK.quantisers, [0, ...steps]),
    segment(MARK.frame, [8, ...sizes, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(MARK.codes, codes(0x00, DC_BITS, dcSymbols)),
    segment(MARK.codes, codes(0x10, AC_BITS, AC_SYMBOLS)),
    segment(MARK.scan, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    out.finish(),
    Buffer.from([0xff, MARK.end]),
  ]);
}
