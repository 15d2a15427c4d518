import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { TextAnswer } from './connection.ts';
import type { DeviceLink, Motion, Outgoing, OutgoingSource } from './outgoing-source.ts';

/*
 * What waits for devices: commands and messages to vehicles (requirements M-05, M-P04). They wait in
 * tables until their device is connected to this gateway; one per device is in progress at a time,
 * because replies carry no number.
 */

const ANSWER_LIMIT_MS = 60_000;
/** Covers bus notifications that were lost, and outages. */
const REFRESH_MS = 60_000;

/** State of a connected device. */
interface Exchange {
  /** Ids, with their source, that were sent on this connection. */
  readonly tried: string[];
  /** The item in progress; `busy` during a query. */
  underWay: Outgoing | 'busy' | null;
  timer: NodeJS.Timeout | null;
  motion: Motion | null;
}

/** Delivers what waits to the devices that are connected to this gateway. */
export class OutgoingQueue {
  /** Trackers for which something waits. */
  readonly #waiting = new Set<number>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /**
   * @param sources in the sequence of their priority
   * @param linkOf the connection of a tracker, if this gateway has one
   */
  constructor(
    private readonly pool: pg.Pool,
    bus: Pick<Bus, 'subscribe'>,
    private readonly log: Log,
    private readonly sources: readonly OutgoingSource[],
    private readonly linkOf: (trackerId: number) => DeviceLink | undefined,
  ) {
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('messages.queued', ({ trackerId }) => {
      this.#waiting.add(trackerId);
      void this.#next(trackerId);
    });
  }

  /** Reads for which trackers something waits, and sends what can be sent. */
  async refresh(): Promise<void> {
    try {
      for (const source of this.sources) {
        for (const trackerId of await source.waiting(this.pool)) {
          this.#waiting.add(trackerId);
          void this.#next(trackerId);
        }
      }
    } catch (error) {
      this.log.debug({ err: error }, 'what waits for devices waits for the database');
    }
  }

  /** A device has connected: sends what waits for it. */
  connected(trackerId: number): void {
    this.#forget(trackerId);
    if (this.#waiting.has(trackerId)) void this.#next(trackerId);
  }

  /** The device replied to the item in progress. */
  answered(trackerId: number, answer: TextAnswer): void {
    const exchange = this.#exchanges.get(trackerId);
    const item = exchange?.underWay ?? null;
    if (exchange === undefined || item === null || item === 'busy') return;
    void this.#end(trackerId, exchange, () => item.answered(this.pool, answer));
  }

  /**
   * Records of a device were stored, with its newest motion: they may be the answer to a request for
   * the position, or show that the vehicle stands still.
   */
  stored(trackerId: number, motion: Motion | null): void {
    const exchange = this.#exchanges.get(trackerId);
    const item = exchange?.underWay ?? null;
    if (exchange === undefined && !this.#waiting.has(trackerId)) return;
    if (motion !== null) this.#exchangeOf(trackerId).motion = motion;
    if (exchange !== undefined && item !== null && item !== 'busy') {
      if (item.isAnsweredByRecords) {
        const answer = { text: '', accepted: true };
        void this.#end(trackerId, exchange, () => item.answered(this.pool, answer));
      }
    } else if (this.#waiting.has(trackerId)) void this.#next(trackerId);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    for (const trackerId of [...this.#exchanges.keys()]) this.#forget(trackerId);
  }

  #exchangeOf(trackerId: number): Exchange {
    const found = this.#exchanges.get(trackerId);
    if (found !== undefined) return found;
    const made: Exchange = { tried: [], underWay: null, timer: null, motion: null };
    this.#exchanges.set(trackerId, made);
    return made;
  }

  #forget(trackerId: number): void {
    const exchange = this.#exchanges.get(trackerId);
    if (exchange !== undefined) this.#settle(exchange);
    this.#exchanges.delete(trackerId);
  }

  #settle(exchange: Exchange): void {
    if (exchange.timer !== null) clearTimeout(exchange.timer);
    exchange.timer = null;
    exchange.underWay = null;
  }

  /** Stores how the item in progress ended, and sends the next one. */
  async #end(trackerId: number, exchange: Exchange, keep: () => Promise<void>): Promise<void> {
    this.#settle(exchange);
    try {
      await keep();
    } catch (error) {
      this.log.debug({ err: error }, 'storing the reply of a device failed');
    }
    await this.#next(trackerId);
  }

  /** Sends the next item of a tracker unless one is in progress. */
  async #next(trackerId: number): Promise<void> {
    const link = this.linkOf(trackerId);
    if (link === undefined) return;
    const exchange = this.#exchangeOf(trackerId);
    if (exchange.underWay !== null) return;
    exchange.underWay = 'busy';
    const item = await this.#take(trackerId, exchange).catch((error) => {
      this.log.debug({ err: error }, 'what waits for devices waits for the database');
      return undefined;
    });
    if (this.#exchanges.get(trackerId) !== exchange) {
      // The device connected again meanwhile. What was taken was not sent.
      if (item != null && item !== 'later') await this.#undo(trackerId, item);
      return;
    }
    exchange.underWay = null;
    if (item === undefined || item === 'later') return;
    if (item === null) {
      this.#waiting.delete(trackerId);
      return;
    }
    exchange.tried.push(item.key);
    if (!item.send(link)) {
      await this.#undo(trackerId, item);
      return;
    }
    if (!item.expectsAnswer) {
      void this.#next(trackerId);
      return;
    }
    exchange.underWay = item;
    exchange.timer = setTimeout(
      () => void this.#end(trackerId, exchange, () => item.unanswered(this.pool)),
      ANSWER_LIMIT_MS,
    );
    exchange.timer.unref();
  }

  /** Returns what was taken; it is sent when the device connects again, or now if it has. */
  async #undo(trackerId: number, item: Outgoing): Promise<void> {
    this.#waiting.add(trackerId);
    try {
      await item.notSent(this.pool);
      const link = this.linkOf(trackerId);
      const exchange = this.#exchanges.get(trackerId);
      if (link !== undefined && exchange?.tried.includes(item.key) !== true) {
        await this.#next(trackerId);
      }
    } catch (error) {
      this.log.debug({ err: error }, 'returning what was not sent failed');
    }
  }

  /** The next item of the first source that has one; `later` if all that waits is not due yet. */
  async #take(trackerId: number, { tried, motion }: Exchange): Promise<Outgoing | 'later' | null> {
    let isLater = false;
    for (const source of this.sources) {
      const item = await source.take(this.pool, trackerId, { tried, motion });
      if (item === 'later') isLater = true;
      else if (item !== null) return item;
    }
    return isLater ? 'later' : null;
  }
}
