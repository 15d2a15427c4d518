/** Writes bits from the most significant down, as in H.264. */
export class BitWriter {
  #bytes = Buffer.alloc(16 * 1024);
  #length = 0;
  #current = 0;
  #free = 8;

  bits(value: number, count: number): void {
    for (let left = count; left > 0; ) {
      const taken = Math.min(left, this.#free);
      const part = Math.floor(value / 2 ** (left - taken)) % 2 ** taken;
      this.#current = (this.#current << taken) | part;
      this.#free -= taken;
      left -= taken;
      if (this.#free === 0) this.#flush();
    }
  }

  /** Exp-Golomb code of an unsigned integer (ue in the standard). */
  unsigned(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.bits(0, length);
    this.bits(value + 1, length + 1);
  }

  /** Exp-Golomb code of a signed integer (se in the standard). */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Pads the byte with zeros. */
  align(): void {
    if (this.#free < 8) this.bits(0, this.#free);
  }

  /** Writes whole bytes; call `align` first. */
  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns everything written, closed by the stop bit. */
  finish(): Buffer {
    this.bits(1, 1);
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  #flush(): void {
    this.#room(1);
    this.#bytes[this.#length] = this.#current;
    this.#length += 1;
    this.#current = 0;
    this.#free = 8;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.alloc((this.#length + bytes) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const START_CODE = Buffer.from([0, 0, 0, 1]);

/** A NAL unit after its start code, with emulation prevention bytes (3) inserted. */
export function nalUnit(header: number, content: Buffer): Buffer {
  const out = Buffer.alloc(START_CODE.length + 1 + Math.ceil(content.length * 1.5) + 1);
  out.set(START_CODE);
  out[START_CODE.length] = header;
  let at = START_CODE.length + 1;
  let zeros = 0;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      out[at] = 3;
      at += 1;
      zeros = 0;
    }
    out[at] = byte;
    at += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.subarray(0, at);
}
