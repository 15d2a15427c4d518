import type { Picture } from '../picture.ts';
import { BitWriter, nalUnit } from './bit-writer.ts';
import { type BlockPlace, writeBlock } from './cavlc.ts';

/*
 * A small H.264 encoder (constrained baseline) for drawn frames. It skips unchanged blocks, encodes
 * changed ones as flat squares of 4 × 4 px, and sends text, which needs every pixel, raw. It
 * supports neither motion nor fine detail; ffmpeg, where available, gives better quality at the
 * same size.
 */

/** Quantiser: squares are accurate to about two levels of brightness. */
const QP = 20;
/** Scale of level 0,0 of the standard for QP mod 6, forward and inverse (tables of section 8.5). */
const FORWARD = [13_107, 11_916, 10_082, 9362, 8192, 7282][QP % 6] as number;
const BACK = [10, 11, 13, 14, 16, 18][QP % 6] as number;
const SHIFT = Math.floor(QP / 6);
/** Level for frames up to 1280 × 720 at 30 fps. */
const LEVEL = 31;
const PROFILE = 66;
const CONSTRAINTS = 0xc0;

const NAL_IDR = 0x65;
const NAL_PICTURE = 0x61;
const NAL_SPS = 0x67;
const NAL_PPS = 0x68;

const INTRA_16 = 1;
const DC_PREDICTION = 2;
const RAW = 25;
/** In P slices, the intra macroblock types are numbered after the inter types. */
const BEHIND_MOTION = 5;

/** In text, pixels that differ from their square by more than this require a raw block. */
const FLAT = 10;
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/** A whole frame as Annex B; key frames include the parameter sets. */
export interface CodedPicture {
  readonly isKeyFrame: boolean;
  readonly data: Buffer;
}

/** One plane of samples, padded to whole blocks. */
interface Plane {
  /** Samples to encode, the previous samples, and the decoder's reconstruction (`made`). */
  source: Buffer;
  before: Buffer;
  readonly made: Buffer;
  readonly stride: number;
}

type Planes = Readonly<Record<'y' | 'u' | 'v', Plane>>;

export class SmallEncoder {
  readonly #columns: number;
  readonly #rows: number;
  readonly #planes: Planes;
  readonly #isRaw: Uint8Array;
  #frame = 0;
  #idr = 0;

  /** @param fineRows rows of 16 px from the top that need every pixel (text) */
  constructor(
    private readonly widthPx: number,
    private readonly heightPx: number,
    private readonly fineRows: number,
  ) {
    this.#columns = Math.ceil(widthPx / 16);
    this.#rows = Math.ceil(heightPx / 16);
    const plane = (part: 1 | 2): Plane => {
      const stride = (this.#columns * 16) / part;
      const size = (stride * this.#rows * 16) / part;
      const [source, before, made] = [Buffer.alloc(size), Buffer.alloc(size), Buffer.alloc(size)];
      return { source, before, made, stride };
    };
    this.#planes = { y: plane(1), u: plane(2), v: plane(2) };
    this.#isRaw = new Uint8Array(this.#columns * this.#rows);
  }

  /** Encodes the next frame, as a key frame if requested. */
  encode(picture: Picture, isKeyFrame: boolean): CodedPicture {
    const out = new BitWriter();
    if (isKeyFrame) {
      this.#frame = 0;
      this.#idr = (this.#idr + 1) & 1;
    }
    this.#sliceHead(out, isKeyFrame);
    this.#load(picture);
    const { y, u, v } = this.#planes;
    let skipped = 0;
    for (let row = 0; row < this.#rows; row += 1) {
      for (let column = 0; column < this.#columns; column += 1) {
        const isSame =
          !isKeyFrame &&
          same(y, column * 16, row * 16, 16) &&
          same(u, column * 8, row * 8, 8) &&
          same(v, column * 8, row * 8, 8);
        if (isSame) {
          // Unchanged text stays, but its neighbours must treat it as a skipped block.
          this.#isRaw[row * this.#columns + column] = 0;
          skipped += 1;
          continue;
        }
        if (!isKeyFrame) out.unsigned(skipped);
        skipped = 0;
        this.#block(out, column, row, isKeyFrame ? 0 : BEHIND_MOTION);
      }
    }
    if (skipped > 0) out.unsigned(skipped);
    this.#frame = (this.#frame + 1) & 0xf;
    const slice = nalUnit(isKeyFrame ? NAL_IDR : NAL_PICTURE, out.finish());
    const data = isKeyFrame ? Buffer.concat([this.#sps(), PPS, slice]) : slice;
    return { isKeyFrame, data };
  }

  /** Loads a frame's samples, repeating its last column and row to pad to whole blocks. */
  #load(picture: Picture): void {
    for (const name of ['y', 'u', 'v'] as const) {
      const plane = this.#planes[name];
      [plane.source, plane.before] = [plane.before, plane.source];
      const part = name === 'y' ? 1 : 2;
      const [width, height] = [this.widthPx / part, this.heightPx / part];
      const { source, stride } = plane;
      for (let row = 0; row * stride < source.length; row += 1) {
        const from = Math.min(row, height - 1) * width;
        source.set(picture[name].subarray(from, from + width), row * stride);
        const last = picture[name][from + width - 1] as number;
        source.fill(last, row * stride + width, (row + 1) * stride);
      }
    }
  }

  #sps(): Buffer {
    const out = new BitWriter();
    out.bits(PROFILE, 8);
    out.bits(CONSTRAINTS, 8);
    out.bits(LEVEL, 8);
    out.unsigned(0);
    // Four bits of frame number; output order equals coding order.
    out.unsigned(0);
    out.unsigned(2);
    out.unsigned(1);
    out.bits(0, 1);
    out.unsigned(this.#columns - 1);
    out.unsigned(this.#rows - 1);
    out.bits(0b11, 2);
    const right = (this.#columns * 16 - this.widthPx) / 2;
    const bottom = (this.#rows * 16 - this.heightPx) / 2;
    const isCut = right > 0 || bottom > 0;
    out.bits(isCut ? 1 : 0, 1);
    if (isCut) for (const edge of [0, right, 0, bottom]) out.unsigned(edge);
    out.bits(0, 1);
    return nalUnit(NAL_SPS, out.finish());
  }

  #sliceHead(out: BitWriter, isKeyFrame: boolean): void {
    out.unsigned(0);
    out.unsigned(isKeyFrame ? 7 : 5);
    out.unsigned(0);
    out.bits(this.#frame, 4);
    if (isKeyFrame) out.unsigned(this.#idr);
    // Default number and order of references; key frames discard earlier ones.
    out.bits(0, 2);
    if (!isKeyFrame) out.bits(0, 1);
    out.signed(QP - 26);
    // No deblocking: the reconstruction here is what the viewer sees.
    out.unsigned(1);
  }

  #block(out: BitWriter, column: number, row: number, offset: number): void {
    const planes = this.#planes;
    const at = row * this.#columns + column;
    const isRaw = row < this.fineRows && !isFlat(planes.y, column * 16, row * 16);
    this.#isRaw[at] = isRaw ? 1 : 0;
    if (isRaw) {
      out.unsigned(RAW + offset);
      out.align();
      out.bytes(take(planes.y, column * 16, row * 16, 16));
      out.bytes(take(planes.u, column * 8, row * 8, 8));
      out.bytes(take(planes.v, column * 8, row * 8, 8));
      return;
    }
    const y = brightness(planes.y, column * 16, row * 16);
    const u = colour(planes.u, column * 8, row * 8);
    const v = colour(planes.v, column * 8, row * 8);
    const hasColour = [...u, ...v].some((level) => level !== 0);
    out.unsigned(INTRA_16 + DC_PREDICTION + (hasColour ? 4 : 0) + offset);
    out.unsigned(0);
    out.signed(0);
    writeBlock(out, y, this.#placeOf(at, column, row));
    if (!hasColour) return;
    writeBlock(out, u, 'colour');
    writeBlock(out, v, 'colour');
  }

  /** Raw neighbours count as full, all others as having no coefficients. */
  #placeOf(at: number, column: number, row: number): BlockPlace {
    const isLeft = column > 0 && this.#isRaw[at - 1] === 1;
    const isAbove = row > 0 && this.#isRaw[at - this.#columns] === 1;
    return isLeft || isAbove ? 'beside raw' : 'quiet';
  }
}

function pps(): Buffer {
  const out = new BitWriter();
  out.unsigned(0);
  out.unsigned(0);
  out.bits(0, 2);
  for (let n = 0; n < 3; n += 1) out.unsigned(0);
  out.bits(0, 3);
  for (let n = 0; n < 3; n += 1) out.signed(0);
  // Slice headers control deblocking.
  out.bits(0b100, 3);
  return nalUnit(NAL_PPS, out.finish());
}

const PPS = pps();

/** Whether a square of the source is unchanged. */
function same({ source, before, stride }: Plane, x: number, y: number, size: number): boolean {
  for (let row = y; row < y + size; row += 1) {
    const at = row * stride + x;
    for (let n = at; n < at + size; n += 1) if (source[n] !== before[n]) return false;
  }
  return true;
}

/** Whether each square of 4 × 4 px has a single brightness. */
function isFlat({ source, stride }: Plane, x: number, y: number): boolean {
  for (let n = 0; n < 256; n += 1) {
    const column = x + (n & 15);
    const row = y + (n >> 4);
    const corner = source[(row & ~3) * stride + (column & ~3)] as number;
    if (Math.abs((source[row * stride + column] as number) - corner) > FLAT) return false;
  }
  return true;
}

/** The pixels of a square, copied to the reconstruction as they are. */
function take({ source, made, stride }: Plane, x: number, y: number, size: number): Buffer {
  const points = Buffer.alloc(size * size);
  for (let row = 0; row < size; row += 1) {
    const at = (y + row) * stride + x;
    points.set(source.subarray(at, at + size), row * size);
    made.set(source.subarray(at, at + size), at);
  }
  return points;
}

/** Sum of the reconstructed pixels left of a block or above it; null at the frame's edge. */
function edge(plane: Plane, x: number, y: number, side: 'left' | 'above', size: number) {
  if (side === 'left' ? x === 0 : y === 0) return null;
  let sum = 0;
  for (let n = 0; n < size; n += 1) {
    const at = side === 'left' ? (y + n) * plane.stride + x - 1 : (y - 1) * plane.stride + x + n;
    sum += plane.made[at] as number;
  }
  return sum;
}

function meanOf(sums: readonly (number | null)[], size: number): number | null {
  const there = sums.filter((sum) => sum !== null);
  if (there.length === 0) return null;
  const points = size * there.length;
  return Math.floor((there.reduce((all, sum) => all + sum, 0) + points / 2) / points);
}

/** DC residual of a 4 × 4 square: sixteen times its mean difference from the prediction. */
function lacking({ source, stride }: Plane, x: number, y: number, prediction: number): number {
  let sum = 0;
  for (let n = 0; n < 16; n += 1) sum += source[(y + (n >> 2)) * stride + x + (n & 3)] as number;
  return sum - 16 * prediction;
}

function paint(plane: Plane, x: number, y: number, prediction: number, scaled: number): void {
  const point = Math.max(0, Math.min(255, prediction + ((scaled + 32) >> 6)));
  for (let row = y; row < y + 4; row += 1) {
    plane.made.fill(point, row * plane.stride + x, row * plane.stride + x + 4);
  }
}

/** Quantises; `extra` more bits for coefficients transformed twice. */
function quantised(value: number, extra: number): number {
  const bits = 15 + SHIFT + extra;
  const level = Math.floor((Math.abs(value) * FORWARD + 2 ** bits / 3) / 2 ** bits);
  return value < 0 ? -level : level;
}

/** One dimension of the Hadamard transform of four values. */
function hadamard([a, b, c, d]: readonly [number, number, number, number]) {
  return [a + b + c + d, a + b - c - d, a - b - c + d, a - b + c - d] as const;
}

function hadamardOfSquare(values: readonly number[]): number[] {
  const rows: number[] = [];
  for (let n = 0; n < 16; n += 4) {
    rows.push(...hadamard(values.slice(n, n + 4) as [number, number, number, number]));
  }
  const out = new Array<number>(16).fill(0);
  for (let n = 0; n < 4; n += 1) {
    const column = [0, 4, 8, 12].map((at) => rows[at + n]) as [number, number, number, number];
    hadamard(column).forEach((value, at) => {
      out[at * 4 + n] = value;
    });
  }
  return out;
}

/** Reconstructs a luma block; returns its sixteen coefficients in scan order. */
function brightness(plane: Plane, x: number, y: number): number[] {
  const sums = [edge(plane, x, y, 'left', 16), edge(plane, x, y, 'above', 16)];
  const prediction = meanOf(sums, 16) ?? 128;
  const squares = Array.from({ length: 16 }, (_, n) =>
    lacking(plane, x + (n & 3) * 4, y + (n >> 2) * 4, prediction),
  );
  const levels = hadamardOfSquare(squares).map((value) => quantised(value / 2, 1));
  const back = hadamardOfSquare(levels);
  back.forEach((value, n) => {
    const scaled = ((value * BACK) << SHIFT) >> 2;
    paint(plane, x + (n & 3) * 4, y + (n >> 2) * 4, prediction, scaled);
  });
  return ZIGZAG.map((n) => levels[n] as number);
}

/** Reconstructs a chroma block; returns its four coefficients. */
function colour(plane: Plane, x: number, y: number): number[] {
  const predictions = [0, 1, 2, 3].map((n) => {
    const left = edge(plane, x, y + (n >> 1) * 4, 'left', 4);
    const above = edge(plane, x + (n & 1) * 4, y, 'above', 4);
    // Squares off the diagonal use one neighbouring side, if available (section 8.3.4).
    if (n === 1) return meanOf([above ?? left], 4) ?? 128;
    if (n === 2) return meanOf([left ?? above], 4) ?? 128;
    return meanOf([left, above], 4) ?? 128;
  });
  const squares = predictions.map((prediction, n) =>
    lacking(plane, x + (n & 1) * 4, y + (n >> 1) * 4, prediction),
  ) as [number, number, number, number];
  const levels = hadamardOfFour(squares).map((value) => quantised(value, 1));
  const back = hadamardOfFour(levels as [number, number, number, number]);
  back.forEach((value, n) => {
    const scaled = ((value * BACK) << SHIFT) >> 1;
    const left = x + (n & 1) * 4;
    paint(plane, left, y + (n >> 1) * 4, predictions[n] as number, scaled);
  });
  return levels;
}

function hadamardOfFour([a, b, c, d]: readonly [number, number, number, number]): number[] {
  return [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d];
}
