import type { Jt808Message } from './frame.ts';

/** Bytes and messages held at the most; the oldest unfinished message makes room. */
const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGES = 8;
const MAX_PACKETS = 4096;

interface Unfinished {
  readonly parts: Map<number, Buffer>;
  readonly total: number;
  bytes: number;
}

/** Puts messages together that a device cut into packets, which may come in any order. */
export class Reassembly {
  readonly #messages = new Map<string, Unfinished>();
  #bytes = 0;

  /** Bytes held for messages that are not whole yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a packet; returns the whole body once the last one is there. */
  add({ id, packet, body }: Jt808Message): Buffer | null {
    if (packet === null) return body;
    const { total, number } = packet;
    if (total === 0 || total > MAX_PACKETS || number === 0 || number > total) return null;
    // Serials need not be in a row: other messages may come between. One transfer a message id.
    const key = `${id} ${total}`;
    const begun = this.#messages.get(key);
    if (begun !== undefined && number === 1 && begun.parts.has(1)) this.#forget(key);
    const known = this.#messages.get(key) ?? { parts: new Map(), total, bytes: 0 };
    this.#messages.set(key, known);
    if (!known.parts.has(number)) {
      known.parts.set(number, Buffer.from(body));
      known.bytes += body.length;
      this.#bytes += body.length;
    }
    if (known.parts.size < known.total) {
      this.#makeRoom();
      return null;
    }
    this.#forget(key);
    const parts = Array.from({ length: total }, (_, index) => known.parts.get(index + 1));
    return Buffer.concat(parts.filter((part) => part !== undefined));
  }

  #makeRoom(): void {
    while (this.#messages.size > MAX_MESSAGES || this.#bytes > MAX_BYTES) {
      const oldest = this.#messages.keys().next();
      if (oldest.done === true) return;
      this.#forget(oldest.value);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#messages.get(key)?.bytes ?? 0;
    this.#messages.delete(key);
  }
}
