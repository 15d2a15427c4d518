/** An offset and a length in one number: a packet and each of its values are shorter than this. */
const LENGTH_LIMIT = 0x1_0000;
/** Longest value that a number holds exactly. */
const MAX_NUMBER_BYTES = 6;

/**
 * The IO elements of a record: their values stay in the packet. A view of each value would cost more
 * than decoding the rest of the record.
 */
export class IoElements {
  readonly #places = new Map<number, number>();

  constructor(private readonly bytes: Buffer) {}

  /** @param length bytes of the value, below 65,536 */
  add(id: number, at: number, length: number): void {
    this.#places.set(id, at * LENGTH_LIMIT + length);
  }

  /** Length of a value in bytes; null if the record does not have the element. */
  lengthOf(id: number): number | null {
    const place = this.#places.get(id);
    return place === undefined ? null : place % LENGTH_LIMIT;
  }

  /** The value as an unsigned number; null if it is absent, empty or longer than six bytes. */
  unsigned(id: number): number | null {
    const place = this.#places.get(id);
    return place === undefined ? null : this.#unsignedAt(place);
  }

  /** The value as a signed number; null if it is absent, empty or longer than six bytes. */
  signed(id: number): number | null {
    const length = this.lengthOf(id);
    if (length === null || length < 1 || length > MAX_NUMBER_BYTES) return null;
    return this.bytes.readIntBE(this.#offsetOf(id), length);
  }

  /** A view of the value; undefined if the record does not have the element. */
  bytesOf(id: number): Buffer | undefined {
    const length = this.lengthOf(id);
    if (length === null) return undefined;
    const at = this.#offsetOf(id);
    return this.bytes.subarray(at, at + length);
  }

  /** The ids, in the order of the packet. */
  ids(): IterableIterator<number> {
    return this.#places.keys();
  }

  #offsetOf(id: number): number {
    return Math.floor((this.#places.get(id) ?? 0) / LENGTH_LIMIT);
  }

  #unsignedAt(place: number): number | null {
    const length = place % LENGTH_LIMIT;
    const at = Math.floor(place / LENGTH_LIMIT);
    if (length === 1) return this.bytes[at] as number;
    if (length === 2) return this.bytes.readUInt16BE(at);
    if (length === 4) return this.bytes.readUInt32BE(at);
    return length >= 1 && length <= MAX_NUMBER_BYTES ? this.bytes.readUIntBE(at, length) : null;
  }
}
