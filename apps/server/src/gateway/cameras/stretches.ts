import type { FileStretch } from '@roadworthy/protocols';

/** More pieces than this come from a sender that means harm: honest ones send from front to back. */
const MAX_PIECES = 4096;

/** Which bytes of a file are here: pieces that do not touch, in order. */
export class Stretches {
  #pieces: { from: number; to: number }[] = [];

  constructor(private readonly sizeBytes: number) {}

  get receivedBytes(): number {
    return this.#pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** Notes bytes; false where the file would fall into too many pieces. */
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

  /** What is not here, from front to back. */
  missing(): FileStretch[] {
    const gaps: FileStretch[] = [];
    let at = 0;
    for (const { from, to } of this.#pieces) {
      if (from > at) gaps.push({ offset: at, length: from - at });
      at = to;
    }
    if (at < this.sizeBytes) gaps.push({ offset: at, length: this.sizeBytes - at });
    return gaps;
  }
}
