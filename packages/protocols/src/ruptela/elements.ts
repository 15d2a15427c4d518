/** One record as received, in the units of the protocol. */
export interface RuptelaRecord {
  readonly timeMs: number;
  /** Distinguishes records of the same second. */
  readonly timeExtension: number;
  /** Number of this part of a record, and number of its last part; both 0 for a whole record. */
  readonly part: number;
  readonly lastPart: number;
  readonly priority: number;
  /** Null without a fix. */
  readonly longitudeDeg: number | null;
  readonly latitudeDeg: number | null;
  readonly altitudeM: number;
  readonly courseDeg: number;
  readonly satellites: number;
  readonly speedKmh: number;
  readonly hdop: number;
  /** The element that caused the record. */
  readonly eventIoId: number;
  /** Values by element id. */
  readonly elements: RuptelaElements;
}

const SIZES = [1, 2, 4, 8];
/** Longest value that is read as a number. */
const MAX_NUMBER_BYTES = 4;
/** An offset and a length in one number. */
const LENGTH_LIMIT = 16;

/**
 * The elements of a record. The values stay in the payload: a view of each would cost more than
 * reading the rest of the record.
 */
export class RuptelaElements {
  readonly #places = new Map<number, number>();

  constructor(private readonly payload: Buffer) {}

  /** @param length bytes of the value, at most 8 */
  add(id: number, at: number, length: number): void {
    this.#places.set(id, at * LENGTH_LIMIT + length);
  }

  /** The value as an unsigned number; null if it is absent or has eight bytes. */
  unsigned(id: number): number | null {
    const place = this.#places.get(id) ?? 0;
    const length = place % LENGTH_LIMIT;
    if (length < 1 || length > MAX_NUMBER_BYTES) return null;
    return this.payload.readUIntBE(Math.floor(place / LENGTH_LIMIT), length);
  }

  /** The value as a signed number; null if it is absent or has eight bytes. */
  signed(id: number): number | null {
    const place = this.#places.get(id) ?? 0;
    const length = place % LENGTH_LIMIT;
    if (length < 1 || length > MAX_NUMBER_BYTES) return null;
    return this.payload.readIntBE(Math.floor(place / LENGTH_LIMIT), length);
  }

  /** A view of the value; undefined if it is absent. */
  bytesOf(id: number): Buffer | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const at = Math.floor(place / LENGTH_LIMIT);
    return this.payload.subarray(at, at + (place % LENGTH_LIMIT));
  }

  /** The ids, in the order of the payload. */
  ids(): IterableIterator<number> {
    return this.#places.keys();
  }
}

/**
 * Reads the four groups of elements, of 1, 2, 4 and 8 bytes.
 *
 * @returns the offset behind them; null if the bytes end before
 */
export function readElements(
  bytes: Buffer,
  from: number,
  isExtended: boolean,
  elements: RuptelaElements,
): number | null {
  const idBytes = isExtended ? 2 : 1;
  let at = from;
  for (const size of SIZES) {
    if (at >= bytes.length) return null;
    const count = bytes[at] as number;
    at += 1;
    if (at + count * (idBytes + size) > bytes.length) return null;
    for (let n = 0; n < count; n += 1) {
      const id = isExtended ? bytes.readUInt16BE(at) : (bytes[at] as number);
      elements.add(id, at + idBytes, size);
      at += idBytes + size;
    }
  }
  return at;
}
