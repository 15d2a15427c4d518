const NOTHING = Buffer.alloc(0);

/** The bytes of a stream that no message has taken yet. */
export class StreamBuffer {
  #bytes: Buffer = NOTHING;

  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Adds bytes at the end; copies only when something was left over. */
  push(chunk: Uint8Array): void {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length === 0 ? added : Buffer.concat([this.#bytes, added]);
  }

  /** Drops bytes from the front. */
  drop(count: number): void {
    this.#bytes = count >= this.#bytes.length ? NOTHING : this.#bytes.subarray(count);
  }

  /**
   * Lets go of the memory of the chunk that the rest is a view of. To be called once after a
   * chunk's messages are taken, so that a few waiting bytes do not hold a large read.
   */
  detach(): void {
    if (this.#bytes.length > 0 && this.#bytes.length < this.#bytes.buffer.byteLength) {
      this.#bytes = Buffer.from(this.#bytes);
    }
  }
}
