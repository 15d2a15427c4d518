const KEPT = 4;

/** Bytes and frames per second, over the last seconds. */
export class Rates {
  #marks: { atMs: number; bytes: number; pictures: number }[] = [];
  #bytes = 0;
  #pictures = 0;

  count(bytes: number): void {
    this.#bytes += bytes;
    this.#pictures += 1;
  }

  /** Ends a measuring interval of about a second. */
  mark(nowMs: number): void {
    this.#marks.push({ atMs: nowMs, bytes: this.#bytes, pictures: this.#pictures });
    if (this.#marks.length > KEPT) this.#marks.shift();
  }

  get bitRateKbps(): number {
    return Math.round(this.#perSecond('bytes') * 0.008);
  }

  get framesPerSecond(): number {
    return Math.round(this.#perSecond('pictures') * 10) / 10;
  }

  #perSecond(what: 'bytes' | 'pictures'): number {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return 0;
    return ((last[what] - first[what]) * 1000) / (last.atMs - first.atMs);
  }
}
