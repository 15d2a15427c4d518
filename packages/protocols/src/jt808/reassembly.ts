import type { Jt808Message } from './frame.ts';

/** Bytes and messages held at the most; the oldest unfinished message makes room. */
const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGES = 8;
const MAX_PACKETS = 4096;

/** Times that what is missing of a message is asked for. */
const MAX_TRIES = 3;

interface Unfinished {
  readonly id: number;
  readonly parts: Map<number, Buffer>;
  readonly total: number;
  /** Of packet 1, as far as the packets that came tell. */
  readonly firstSerial: number;
  bytes: number;
  /** Whether a packet came since what is missing was looked for. */
  isMoving: boolean;
  tries: number;
}

/** What is missing of a message. */
export interface MissingPackets {
  readonly id: number;
  readonly firstSerial: number;
  readonly numbers: readonly number[];
  /** Body of the first packet, where that came. */
  readonly head: Buffer | null;
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
  add({ id, serial, packet, body }: Jt808Message): Buffer | null {
    if (packet === null) return body;
    const { total, number } = packet;
    if (total === 0 || total > MAX_PACKETS || number === 0 || number > total) return null;
    // Serials need not be in a row: other messages may come between. One transfer a message id.
    const key = `${id} ${total}`;
    const begun = this.#messages.get(key);
    if (begun !== undefined && number === 1 && begun.parts.has(1)) this.#forget(key);
    const known = this.#messages.get(key) ?? {
      id,
      parts: new Map<number, Buffer>(),
      total,
      firstSerial: (serial - number + 1) & 0xffff,
      bytes: 0,
      isMoving: true,
      tries: 0,
    };
    known.isMoving = true;
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

  /**
   * Messages of which nothing came since this was last asked. After some tries a message is given up.
   */
  stalled(): MissingPackets[] {
    const stalled: MissingPackets[] = [];
    for (const [key, known] of [...this.#messages]) {
      const { id, total, parts, firstSerial, isMoving } = known;
      known.isMoving = false;
      if (isMoving) continue;
      known.tries += 1;
      if (known.tries > MAX_TRIES) {
        this.#forget(key);
        continue;
      }
      const all = Array.from({ length: total }, (_, index) => index + 1);
      const numbers = all.filter((number) => !parts.has(number));
      stalled.push({ id, firstSerial, numbers, head: parts.get(1) ?? null });
    }
    return stalled;
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
