import type { DeviceMessage } from '@roadworthy/protocols';
import { FIRST_BYTES } from './failed-arrivals.ts';

/** Time after the first bytes in which a device that speaks the protocol of the port has logged in. */
const UNDERSTOOD_WITHIN_MS = 3000;

/** The first bytes of a connection, kept until a message is understood or they are reported, once. */
export class FirstBytes {
  #bytes: Buffer | null = null;
  #readMs: number | null = null;

  /** @param report called with the first bytes of a connection of which nothing is understood */
  constructor(private readonly report: (bytes: Uint8Array) => void) {}

  /** Takes a chunk with the messages that it completed. */
  read(chunk: Buffer, messages: readonly DeviceMessage[], nowMs: number): void {
    if (this.#readMs === null) {
      this.#readMs = nowMs;
      // A copy: the chunk belongs to the socket.
      this.#bytes = Buffer.from(chunk.subarray(0, FIRST_BYTES));
    }
    if (this.#bytes !== null && messages.some(({ kind }) => kind !== 'bad')) this.#bytes = null;
  }

  /** Reports bytes that wait for too long; called every second. */
  sweep(nowMs: number): void {
    if (this.#readMs !== null && nowMs - this.#readMs > UNDERSTOOD_WITHIN_MS) this.end();
  }

  /** Reports the bytes if nothing was understood: the connection has ended. */
  end(): void {
    if (this.#bytes === null) return;
    this.report(this.#bytes);
    this.#bytes = null;
  }
}
