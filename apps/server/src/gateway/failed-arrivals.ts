import type { DeviceProtocol } from '@roadworthy/domain';
import type { Bus, FailedArrival } from '../platform/bus/index.ts';
import { plainAddress } from '../platform/networks.ts';
import { looksLike } from './looks-like.ts';

const FLUSH_EVERY_MS = 2000;
/** Maximum kinds per message: a message between processes holds about 8,000 bytes. */
const MOST_WAITING = 30;
/** Stored bytes of a connection; enough for the first message of each protocol. */
export const FIRST_BYTES = 512;

/**
 * Counts what arrives without reaching the list of unknown devices, and publishes it every two
 * seconds for the processes that answer calls. The metrics count the same, but without times, and
 * only within a process.
 */
export class FailedArrivals {
  readonly #waiting = new Map<string, FailedArrival>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly bus: Bus) {
    this.#timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** Counts a connection, datagram or request of which nothing was understood. */
  notUnderstood(protocol: DeviceProtocol, address: string, firstBytes: Uint8Array): void {
    const found = looksLike(protocol, firstBytes);
    this.#note({ kind: 'not_understood', protocol, looksLike: found, customerId: null }, address);
  }

  /**
   * Counts a connection from a network that is not allowed.
   *
   * @param customerId customer of the device; null if the device is unknown
   */
  refused(protocol: DeviceProtocol, address: string, customerId: number | null): void {
    this.#note({ kind: 'network', protocol, looksLike: null, customerId }, address);
  }

  /** Publishes what was counted since the last time. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    this.bus.publish('arrivals.failed', { arrivals: [...this.#waiting.values()] });
    this.#waiting.clear();
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }

  #note(one: Omit<FailedArrival, 'address' | 'count'>, from: string): void {
    const key = `${one.kind} ${one.protocol} ${one.looksLike} ${one.customerId}`;
    const count = (this.#waiting.get(key)?.count ?? 0) + 1;
    if (count === 1 && this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.set(key, { ...one, address: plainAddress(from), count });
  }
}
