const NOTHING = Buffer.alloc(0);

/** The unconsumed bytes of a stream. */
export class StreamBuffer {
  #bytes: Buffer = NOTHING;

  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Appends bytes; copies only if unconsumed bytes are left. */
  push(chunk: Uint8Array): void {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length === 0 ? added : Buffer.concat([this.#bytes, added]);
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#bytes = count >= this.#bytes.length ? NOTHING : this.#bytes.subarray(count);
  }

  /**
   * Copies the rest, so that the memory of its chunk is freed. Call it once after the messages of a chunk
   * are consumed: a few waiting bytes must not keep a large read in memory.
   */
  detach(): void {
    if (this.#bytes.length > 0 && this.#bytes.length < this.#bytes.buffer.byteLength) {
      this.#bytes = Buffer.from(this.#bytes);
    }
  }
}
