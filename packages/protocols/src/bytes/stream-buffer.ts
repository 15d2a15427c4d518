const NOTHING = Buffer.alloc(0);

/** The bytes of a stream that are not decoded yet. */
export class StreamBuffer {
  #bytes: Buffer = NOTHING;

  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Appends bytes; copies only if undecoded bytes remain. */
  push(chunk: Uint8Array): void {
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#bytes = this.#bytes.length === 0 ? added : Buffer.concat([this.#bytes, added]);
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#bytes = count >= this.#bytes.length ? NOTHING : this.#bytes.subarray(count);
  }

  /**
   * Releases the memory of the chunk that the remaining bytes are a view of. Call it once per
   * chunk, after decoding its messages, so that a few remaining bytes do not retain a large read.
   */
  detach(): void {
    if (this.#bytes.length > 0 && this.#bytes.length < this.#bytes.buffer.byteLength) {
      this.#bytes = Buffer.from(this.#bytes);
    }
  }
}
