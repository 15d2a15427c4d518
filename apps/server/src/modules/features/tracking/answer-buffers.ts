/** Of answers sent at once, so many leave their memory for the next. */
const MAX_SPARE = 4;
/** Room for a fleet that grows, as a share of what it needs now. */
const HEADROOM = 0.25;

/**
 * Memory for answers of megabytes, used again and again: of memory that is new the system hands out
 * each page at the first touch, which takes a large answer 20 ms, ten times as long as to fill it.
 */
export class AnswerBuffers {
  readonly #spare: ArrayBufferLike[] = [];

  /** Puts parts one after another. The bytes are the caller's until they are given back. */
  join(parts: readonly Buffer[]): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const whole = Buffer.from(this.#take(length), 0, length);
    let at = 0;
    for (const part of parts) at += part.copy(whole, at);
    return whole;
  }

  /** Takes back what `join` gave. Nobody may read or send it any more. */
  giveBack(whole: Buffer): void {
    if (this.#spare.length < MAX_SPARE) this.#spare.push(whole.buffer);
  }

  #take(length: number): ArrayBufferLike {
    const fitting = this.#spare.findIndex(({ byteLength }) => byteLength >= length);
    const [spare] = fitting < 0 ? [] : this.#spare.splice(fitting, 1);
    if (spare !== undefined) return spare;
    // Those too small for a fleet that has grown would never be taken again.
    this.#spare.length = 0;
    return new ArrayBuffer(Math.ceil(length * (1 + HEADROOM)));
  }
}
