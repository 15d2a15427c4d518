import type { Jt808Message } from './frame.ts';

/** Maximum buffered bytes and messages; the oldest unfinished message is dropped. */
const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGES = 8;
const MAX_PACKETS = 4096;

/** Maximum requests for the missing packets of a message. */
const MAX_TRIES = 3;

interface Unfinished {
  readonly id: number;
  readonly parts: Map<number, Buffer>;
  readonly total: number;
  /** Serial of packet 1, derived from the received packets. */
  readonly firstSerial: number;
  bytes: number;
  /** Whether a packet arrived since the last request. */
  isMoving: boolean;
  tries: number;
}

/** The missing packets of a message. */
export interface MissingPackets {
  readonly id: number;
  readonly firstSerial: number;
  readonly numbers: readonly number[];
  /** Body of the first packet, if received. */
  readonly head: Buffer | null;
}

/** Reassembles messages from packets, which may arrive in any order. */
export class Reassembly {
  readonly #messages = new Map<string, Unfinished>();
  #bytes = 0;

  /** Bytes of unfinished messages. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a packet; returns the whole body after the last one. */
  add({ id, serial, packet, body }: Jt808Message): Buffer | null {
    if (packet === null) return body;
    const { total, number } = packet;
    if (total === 0 || total > MAX_PACKETS || number === 0 || number > total) return null;
    // Serials may have gaps, because other messages may be sent between. One transfer per message
    // id.
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
   * Messages without progress since the last call. After some attempts a message is abandoned.
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
