import { type G726Bits, G726Decoder } from './g726.ts';

/** Packets that are looked at to tell how many bits a sample has. */
const PACKETS = 6;
const SAMPLES_A_MS = 8;
const BITS_A_BYTE = 8;
/** Stamps that lie further apart are no neighbours. */
const MOST_APART_MS = 1000;
/** What most cameras send, where their stamps count something else than time. */
const USUAL: G726Bits = 4;
const POSSIBLE: readonly number[] = [2, 3, 4, 5];

interface Piece {
  readonly bytes: number;
  readonly timestampMs: number;
}

/** Bits of a sample, from how many bytes came in how much time; null while that is not known. */
function bitsOf(pieces: readonly Piece[]): G726Bits | null {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined || pieces.length < PACKETS) return null;
  // The last piece reaches beyond the last stamp.
  const bytes = pieces.slice(0, -1).reduce((sum, piece) => sum + piece.bytes, 0);
  const ms = last.timestampMs - first.timestampMs;
  const bits = Math.round((bytes * BITS_A_BYTE) / (ms * SAMPLES_A_MS));
  return POSSIBLE.includes(bits) ? (bits as G726Bits) : USUAL;
}

/**
 * A camera's G.726. Its rate stands nowhere in the packets: it is told from the stamps of the first
 * ones, which are silent.
 */
export class G726Stream {
  #pieces: Piece[] = [];
  #decoder: G726Decoder | null = null;

  /** The samples of the next packet as 16-bit little-endian PCM; null while the rate is not known. */
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
