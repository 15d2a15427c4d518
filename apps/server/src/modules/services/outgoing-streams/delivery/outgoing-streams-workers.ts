import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../../../platform/services.ts';
import { type Destination, openDestination } from '../destinations/index.ts';
import { credentialsBox, opened } from '../outgoing-streams-credentials.ts';
import { targetOf } from '../outgoing-streams-target.ts';
import { type LeasedStream, takeDue } from './outgoing-streams-delivery.repository.ts';
import { LEASE_S, StreamDelivery } from './outgoing-streams-delivery.ts';

/** Destinations that one process sends to at a time. */
const MOST_AT_ONCE = 16;
/** A slow destination does not keep due ones waiting for longer. */
const LOOK_EVERY_MS = 500;
/** A connection is closed if this process did not send for its stream for so long. */
const KEEP_OPEN_MS = 60_000;

interface Connection {
  /** What it was opened with. */
  readonly key: string;
  readonly destination: Destination;
  readonly usedMs: number;
}

const keyOf = ({ kind, address, settings, credentials }: LeasedStream) =>
  JSON.stringify([kind, address, settings, credentials?.toString('base64')]);

/** Sends for the streams that are due, each by one process at a time. */
export class StreamWorkers {
  readonly #delivery: StreamDelivery;
  readonly #turns = new Set<Promise<void>>();
  readonly #connections = new Map<number, Connection>();

  constructor(private readonly services: Pick<Services, 'db' | 'log' | 'config'>) {
    this.#delivery = new StreamDelivery(services, credentialsBox(services.config));
  }

  /**
   * Begins the turns of due streams, and waits until one of all ends or for a moment.
   *
   * @returns whether turns are running
   */
  async step(): Promise<boolean> {
    this.#closeUnused();
    const most = MOST_AT_ONCE - this.#turns.size;
    const due =
      most === 0 ? [] : await this.services.db.asSystem((trx) => takeDue(trx, most, LEASE_S));
    for (const stream of due) {
      const turn = this.#turn(stream).finally(() => this.#turns.delete(turn));
      this.#turns.add(turn);
    }
    if (this.#turns.size === 0) return false;
    await Promise.race([...this.#turns, sleep(LOOK_EVERY_MS, undefined, { ref: false })]);
    return due.length > 0;
  }

  /** Waits for the running turns and closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#turns);
    for (const { destination } of this.#connections.values()) destination.close();
    this.#connections.clear();
  }

  async #turn(stream: LeasedStream): Promise<void> {
    try {
      const isUsable = await this.#delivery.turn(stream, () => this.#open(stream));
      if (!isUsable) this.#drop(stream.id);
    } catch (error) {
      // The database is away; the lease ends by itself.
      this.#drop(stream.id);
      const { code = 'unknown' } = error as { code?: string };
      this.services.log.warn({ stream: stream.id, code }, 'the turn of a stream failed');
    }
  }

  async #open(stream: LeasedStream): Promise<Destination> {
    const key = keyOf(stream);
    const known = this.#connections.get(stream.id);
    if (known?.key === key) {
      this.#connections.set(stream.id, { ...known, usedMs: Date.now() });
      return known.destination;
    }
    this.#drop(stream.id);
    const credentials = opened(this.#delivery.box, stream.credentials);
    const target = targetOf(stream, credentials, this.services.config);
    const destination = await openDestination(target);
    this.#connections.set(stream.id, { key, destination, usedMs: Date.now() });
    return destination;
  }

  #drop(streamId: number): void {
    this.#connections.get(streamId)?.destination.close();
    this.#connections.delete(streamId);
  }

  #closeUnused(): void {
    const beforeMs = Date.now() - KEEP_OPEN_MS;
    for (const [streamId, { usedMs }] of this.#connections) {
      if (usedMs < beforeMs) this.#drop(streamId);
    }
  }
}
