const WRAP = 0x10000;
/** A step back of fewer numbers than this is a late packet; a larger one is a restart. */
const LATE_WINDOW = 512;
/**
 * Consecutive ignored packets after which the device is assumed to have restarted or not to count.
 */
const PATIENCE = 3;

/** Relation of a packet's number to the previous ones. */
export type SequenceStep = 'next' | 'gap' | 'late' | 'repeated' | 'restart';

/**
 * Tracks the sequence numbers of one channel. Most devices count all packets of a channel together;
 * some count video and audio separately (detected when the kind changes back), and some do not
 * count.
 */
export class SequenceWatch {
  #last: number | null = null;
  readonly #lastOfKind = new Map<string, number>();
  readonly #missing = new Set<number>();
  #counts: 'together' | 'apart' | 'never' | null = null;
  #passedOver = 0;
  /** Skipped numbers that have not arrived since. */
  lost = 0;
  /** Packets that arrived after a later one. */
  reordered = 0;

  /** Records the number of the next packet of a kind (`video`, `sound` …). */
  step(kind: string, sequence: number): SequenceStep {
    if (this.#counts === 'never') return 'next';
    const ofKind = this.#lastOfKind.get(kind) ?? null;
    if (this.#counts === null && ofKind !== null && ofKind !== this.#last) {
      if (isNext(this.#last, sequence)) this.#counts = 'together';
      else if (isNext(ofKind, sequence)) this.#counts = 'apart';
    }
    // Until the device's way of counting is known, the first packet of a kind proves nothing.
    const isAlone = this.#counts === 'apart' || (this.#counts === null && ofKind === null);
    const before = isAlone ? ofKind : this.#last;
    const step = this.#patient(this.#compare(before, sequence), sequence === before);
    if (step === 'late' || step === 'repeated') return step;
    this.#last = sequence;
    this.#lastOfKind.set(kind, sequence);
    return step;
  }

  #compare(before: number | null, sequence: number): SequenceStep {
    if (before === null) return 'next';
    const ahead = (sequence - before + WRAP) % WRAP;
    if (ahead === 1) return 'next';
    if (ahead === 0) return 'repeated';
    if (ahead > WRAP - LATE_WINDOW) return this.#late(sequence);
    if (ahead > WRAP / 2) return 'restart';
    this.lost += ahead - 1;
    for (let n = Math.max(1, ahead - LATE_WINDOW); n < ahead; n += 1) {
      this.#missing.add((before + n) % WRAP);
    }
    this.#forgetOldest();
    return 'gap';
  }

  #late(sequence: number): SequenceStep {
    if (!this.#missing.delete(sequence)) return 'repeated';
    this.lost -= 1;
    this.reordered += 1;
    return 'late';
  }

  /**
   * Stops ignoring packets of a device that restarted its count or always sends the same number.
   */
  #patient(step: SequenceStep, isSame: boolean): SequenceStep {
    if (step === 'repeated') {
      this.#passedOver += 1;
      if (this.#passedOver <= PATIENCE) return step;
      if (isSame) this.#counts = 'never';
      step = 'restart';
    }
    this.#passedOver = 0;
    if (step === 'restart') this.#missing.clear();
    return step;
  }

  #forgetOldest(): void {
    for (const oldest of this.#missing) {
      if (this.#missing.size <= LATE_WINDOW) return;
      this.#missing.delete(oldest);
    }
  }
}

const isNext = (before: number | null, sequence: number): boolean =>
  before !== null && sequence === (before + 1) % WRAP;
