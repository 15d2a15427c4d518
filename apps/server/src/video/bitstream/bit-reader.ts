import { ParameterSetError } from './parameter-set-error.ts';

/**
 * Reads bits, highest first, and the Exp-Golomb numbers of H.264 and H.265. Throws past the end.
 */
export class BitReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  bit(): number {
    const byte = this.bytes[this.#at >> 3];
    if (byte === undefined) throw new ParameterSetError('too_short');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  /** An unsigned number of at most 32 bits. */
  bits(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n += 1) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** ue(v) */
  unsigned(): number {
    let zeros = 0;
    while (!this.flag()) {
      zeros += 1;
      if (zeros > 32) throw new ParameterSetError('number');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v) */
  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}
