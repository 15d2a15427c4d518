/** Number of released buffers that are kept for later responses. */
const MAX_SPARE = 4;
/** Spare capacity for a growing fleet, as a share of the current length. */
const HEADROOM = 0.25;

/**
 * Reuses the memory of responses of several megabytes. The system maps each page of new memory at
 * its first write, which takes 20 ms for a large response, ten times as long as filling it.
 */
export class AnswerBuffers {
  readonly #spare: ArrayBufferLike[] = [];

  /** Concatenates parts. The caller owns the bytes until `release`. */
  join(parts: readonly Buffer[]): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const whole = Buffer.from(this.#take(length), 0, length);
    let at = 0;
    for (const part of parts) at += part.copy(whole, at);
    return whole;
  }

  /** Releases a result of `join`. It must not be read or sent afterwards. */
  release(whole: Buffer): void {
    if (this.#spare.length < MAX_SPARE) this.#spare.push(whole.buffer);
  }

  #take(length: number): ArrayBufferLike {
    const fitting = this.#spare.findIndex(({ byteLength }) => byteLength >= length);
    const [spare] = fitting < 0 ? [] : this.#spare.splice(fitting, 1);
    if (spare !== undefined) return spare;
    // Buffers too small for a grown fleet would never be used again.
    this.#spare.length = 0;
    return new ArrayBuffer(Math.ceil(length * (1 + HEADROOM)));
  }
}
