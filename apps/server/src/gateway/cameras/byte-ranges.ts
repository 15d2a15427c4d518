import type { FileRange } from '@roadworthy/protocols';

/** Honest devices send from front to back, so more ranges than this indicate abuse. */
const MAX_PIECES = 4096;

/** The byte ranges of a file that were received: sorted, not touching each other. */
export class ByteRanges {
  #pieces: { from: number; to: number }[] = [];

  constructor(private readonly sizeBytes: number) {}

  get receivedBytes(): number {
    return this.#pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** Adds a range; returns false if the file would have too many separate ranges. */
  add(offset: number, length: number): boolean {
    if (length <= 0) return true;
    let [from, to] = [offset, offset + length];
    const apart: { from: number; to: number }[] = [];
    for (const piece of this.#pieces) {
      if (piece.to < offset || piece.from > offset + length) {
        apart.push(piece);
        continue;
      }
      from = Math.min(from, piece.from);
      to = Math.max(to, piece.to);
    }
    if (apart.length >= MAX_PIECES) return false;
    this.#pieces = [...apart, { from, to }].sort((a, b) => a.from - b.from);
    return true;
  }

  /** The missing ranges, from front to back. */
  missing(): FileRange[] {
    const gaps: FileRange[] = [];
    let at = 0;
    for (const { from, to } of this.#pieces) {
      if (from > at) gaps.push({ offset: at, length: from - at });
      at = to;
    }
    if (at < this.sizeBytes) gaps.push({ offset: at, length: this.sizeBytes - at });
    return gaps;
  }
}
