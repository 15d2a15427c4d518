/** Longest value that a number holds exactly. */
const MAX_NUMBER_BYTES = 6;

/**
 * The IO elements of a record, in the order of the packet: their values stay in the packet. A view
 * of each value would cost more than decoding the rest of the record.
 */
export class IoElements {
  readonly #ids: number[] = [];
  readonly #places: number[] = [];
  readonly #lengths: number[] = [];
  /** Elements before this one have a fixed length. */
  #variableFrom = Number.POSITIVE_INFINITY;

  constructor(private readonly bytes: Buffer) {}

  add(id: number, at: number, length: number): void {
    this.#ids.push(id);
    this.#places.push(at);
    this.#lengths.push(length);
  }

  /** All further elements state their own length. */
  beginVariable(): void {
    this.#variableFrom = this.#ids.length;
  }

  get count(): number {
    return this.#ids.length;
  }

  idAt(index: number): number {
    return this.#ids[index] as number;
  }

  /** Length of a value in bytes. */
  lengthAt(index: number): number {
    return this.#lengths[index] as number;
  }

  /** Whether the value states its own length. */
  isVariableAt(index: number): boolean {
    return index >= this.#variableFrom;
  }

  /** The value as an unsigned number; null if it is empty or no number holds it exactly. */
  unsignedAt(index: number): number | null {
    const at = this.#places[index] as number;
    const length = this.#lengths[index] as number;
    if (length === 1) return this.bytes[at] as number;
    if (length === 2) return this.bytes.readUInt16BE(at);
    if (length === 4) return this.bytes.readUInt32BE(at);
    if (length === 8) {
      const value = this.bytes.readUInt32BE(at) * 0x1_0000_0000 + this.bytes.readUInt32BE(at + 4);
      return Number.isSafeInteger(value) ? value : null;
    }
    return length >= 1 && length <= MAX_NUMBER_BYTES ? this.bytes.readUIntBE(at, length) : null;
  }

  /** The value as a signed number; null if it is empty or longer than six bytes. */
  signedAt(index: number): number | null {
    const length = this.#lengths[index] as number;
    if (length < 1 || length > MAX_NUMBER_BYTES) return null;
    return this.bytes.readIntBE(this.#places[index] as number, length);
  }

  /** A view of the value. */
  bytesAt(index: number): Buffer {
    const at = this.#places[index] as number;
    return this.bytes.subarray(at, at + (this.#lengths[index] as number));
  }

  /** The ids, in the order of the packet. */
  ids(): readonly number[] {
    return this.#ids;
  }

  /** A view of the last value with an id; undefined if the record does not have the element. */
  bytesOf(id: number): Buffer | undefined {
    const index = this.#ids.lastIndexOf(id);
    return index < 0 ? undefined : this.bytesAt(index);
  }
}
