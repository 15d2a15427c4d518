/** Limits of the queue for the decoder; beyond them everything up to a key frame is dropped. */
const MAX_WAITING_BYTES = 8_000_000;
const MAX_WAITING = 300;
/** Seconds kept behind the current frame, so that a seek within them is possible. */
const KEEP_S = 4;
const TRIM_FROM_S = 12;

interface Piece {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly isStart: boolean;
  readonly onDone: () => void;
}

/**
 * Feeds one source buffer in order: it accepts one append at a time, needs trimming, and throws
 * when it is full.
 */
export class MediaAppender {
  readonly #buffer: SourceBuffer;
  readonly #shownS: () => number;
  readonly #onFailure: () => void;
  #waiting: Piece[] = [];
  #waitingBytes = 0;
  #current: Piece | null = null;
  /** From an append or a removal to its `updateend`: `updating` becomes false slightly before. */
  #isBusy = false;
  #isClosed = false;

  /**
   * @param shownS time of the current frame
   * @param onFailure the buffer accepts no more data
   */
  constructor(buffer: SourceBuffer, shownS: () => number, onFailure: () => void) {
    this.#buffer = buffer;
    this.#shownS = shownS;
    this.#onFailure = onFailure;
    buffer.addEventListener('updateend', this.#onUpdateEnd);
    buffer.addEventListener('error', onFailure);
  }

  /** End of the buffered range, seconds; null while empty. */
  get endS(): number | null {
    const { buffered } = this.#buffer;
    return buffered.length === 0 ? null : buffered.end(buffered.length - 1);
  }

  get startS(): number | null {
    const { buffered } = this.#buffer;
    return buffered.length === 0 ? null : buffered.start(buffered.length - 1);
  }

  /**
   * Queues a segment.
   *
   * @param isStart whether it starts with a key frame
   * @returns false if the queue was full and dropped: the next segment must be a start
   */
  push(data: Uint8Array<ArrayBuffer>, isStart: boolean, onDone: () => void): boolean {
    const isFull = this.#waitingBytes > MAX_WAITING_BYTES || this.#waiting.length > MAX_WAITING;
    if (isFull) {
      this.#waiting = [];
      this.#waitingBytes = 0;
      if (!isStart) return false;
    }
    this.#waiting.push({ data, isStart, onDone });
    this.#waitingBytes += data.byteLength;
    this.#next();
    return true;
  }

  /** Detaches the buffer. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#buffer.removeEventListener('updateend', this.#onUpdateEnd);
    this.#buffer.removeEventListener('error', this.#onFailure);
  }

  readonly #onUpdateEnd = () => {
    const done = this.#current;
    this.#current = null;
    this.#isBusy = false;
    done?.onDone();
    if (!this.#isClosed && !this.#trim()) this.#next();
  };

  /** Whether a trim is in progress. */
  #trim(): boolean {
    const first = this.#buffer.buffered.length === 0 ? 0 : this.#buffer.buffered.start(0);
    const shown = this.#shownS();
    if (shown - first < TRIM_FROM_S) return false;
    this.#remove(first, shown - KEEP_S);
    return true;
  }

  #remove(fromS: number, toS: number): void {
    this.#isBusy = true;
    this.#buffer.remove(fromS, toS);
  }

  #next(): void {
    if (this.#isClosed || this.#isBusy) return;
    const piece = this.#waiting.shift();
    if (piece === undefined) return;
    this.#waitingBytes -= piece.data.byteLength;
    this.#current = piece;
    this.#isBusy = true;
    try {
      this.#buffer.appendBuffer(piece.data);
    } catch (error) {
      this.#current = null;
      this.#isBusy = false;
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      const shown = this.#shownS();
      if (!isFull || shown <= 1) {
        this.#onFailure();
        return;
      }
      this.#waiting.unshift(piece);
      this.#waitingBytes += piece.data.byteLength;
      this.#remove(0, shown - 0.5);
    }
  }
}
