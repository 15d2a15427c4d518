import { type G726Bits, G726Decoder } from './g726.ts';

/** Packets that are examined to detect the number of bits per sample. */
const PACKETS = 6;
const SAMPLES_A_MS = 8;
const BITS_A_BYTE = 8;
/** Timestamps that are further apart are not consecutive. */
const MOST_APART_MS = 1000;
/** The most common rate, used if the timestamps are not times. */
const USUAL: G726Bits = 4;
const POSSIBLE: readonly number[] = [2, 3, 4, 5];

interface Piece {
  readonly bytes: number;
  readonly timestampMs: number;
}

/** Bits per sample, from the bytes per time; null while unknown. */
function bitsOf(pieces: readonly Piece[]): G726Bits | null {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || pieces.length < PACKETS) return null;
  // The last packet extends beyond the last timestamp.
  const bytes = pieces.slice(0, -1).reduce((sum, piece) => sum + piece.bytes, 0);
  const ms = last.timestampMs - first.timestampMs;
  const bits = Math.round((bytes * BITS_A_BYTE) / (ms * SAMPLES_A_MS));
  return POSSIBLE.includes(bits) ? (bits as G726Bits) : USUAL;
}

/**
 * A camera's G.726 audio. The packets do not state the rate: it is detected from the timestamps of
 * the first ones, which are skipped.
 */
export class G726Stream {
  #pieces: Piece[] = [];
  #decoder: G726Decoder | null = null;

  /** The samples of the next packet as 16-bit little-endian PCM; null while the rate is unknown. */
  read(body: Uint8Array, timestampMs: number): Buffer | null {
    const before = this.#pieces.at(-1)?.timestampMs ?? timestampMs;
    const apartMs = timestampMs - before;
    if (apartMs < 0 || apartMs > MOST_APART_MS) this.#pieces = [];
    this.#pieces = [...this.#pieces, { bytes: body.length, timestampMs }].slice(-PACKETS);
    const bits = bitsOf(this.#pieces);
    if (bits !== null && bits !== this.#decoder?.bits) this.#decoder = new G726Decoder(bits);
    return this.#decoder?.decode(body) ?? null;
  }
}
