import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { TextAnswer } from './connection.ts';

/*
 * Messages to vehicles (requirements M-05, M-P04). They wait in the table `vehicle_messages` until
 * their device is connected; one per device is in progress at a time, because replies carry no
 * number. A message without a reply is sent again when the device reconnects, MAX_ATTEMPTS times in
 * all: many devices accept a text without replying.
 */

const MAX_ATTEMPTS = 3;
const ANSWER_LIMIT_MS = 60_000;
/** Covers messages whose bus notification was lost, and outages. */
const REFRESH_MS = 60_000;
const MAX_ANSWER_LENGTH = 1000;

const OPEN = `state in ('queued', 'sent') and attempts < ${MAX_ATTEMPTS}
  and created_at > now() - interval '7 days'`;

/** A device that texts can be sent to now. */
export interface TextLink {
  /** Returns false if it cannot be sent. */
  sendText(text: string): boolean;
}

/** State of a connected device: the texts that were sent on this connection. */
interface Exchange {
  readonly tried: string[];
  underWay: string | null;
  timer: NodeJS.Timeout | null;
}

/** Delivers messages to the devices that are connected to this gateway. */
export class OutgoingMessages {
  /** Trackers that have waiting messages. */
  readonly #waiting = new Set<number>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** @param linkOf the connection of a tracker, if this gateway has one */
  constructor(
    private readonly pool: pg.Pool,
    bus: Pick<Bus, 'subscribe'>,
    private readonly log: Log,
    private readonly linkOf: (trackerId: number) => TextLink | undefined,
  ) {
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('messages.queued', ({ trackerId }) => {
      this.#waiting.add(trackerId);
      void this.#next(trackerId);
    });
  }

  /** Reads which trackers have waiting messages, and sends what can be sent. */
  async refresh(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ tracker_id: number }>(
        `select distinct tracker_id from vehicle_messages where tracker_id is not null and ${OPEN}`,
      );
      for (const { tracker_id } of rows) {
        this.#waiting.add(tracker_id);
        void this.#next(tracker_id);
      }
    } catch (error) {
      this.log.debug({ err: error }, 'messages to vehicles wait for the database');
    }
  }

  /** A device has connected: sends its waiting messages, and repeats those without a reply. */
  connected(trackerId: number): void {
    this.#forget(trackerId);
    if (this.#waiting.has(trackerId)) void this.#next(trackerId);
  }

  /** The device replied to the message in progress. */
  answered(trackerId: number, { text, accepted }: TextAnswer): void {
    const exchange = this.#exchanges.get(trackerId);
    const id = exchange?.underWay ?? null;
    if (exchange === undefined || id === null) return;
    this.#settle(exchange);
    void this.#keepAnswer(id, text, accepted).then(() => this.#next(trackerId));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    for (const trackerId of [...this.#exchanges.keys()]) this.#forget(trackerId);
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

  /** Sends the next message of a tracker unless one is in progress. */
  async #next(trackerId: number): Promise<void> {
    const link = this.linkOf(trackerId);
    if (link === undefined) return;
    const exchange = this.#exchanges.get(trackerId) ?? { tried: [], underWay: null, timer: null };
    if (exchange.underWay !== null) return;
    this.#exchanges.set(trackerId, exchange);
    // Marks it as busy during the query.
    exchange.underWay = '';
    const message = await this.#take(trackerId, exchange.tried).catch((error) => {
      this.log.debug({ err: error }, 'messages to vehicles wait for the database');
      return undefined;
    });
    if (this.#exchanges.get(trackerId) !== exchange) return;
    exchange.underWay = null;
    if (message === undefined) return;
    if (message === null) {
      this.#waiting.delete(trackerId);
      return;
    }
    exchange.tried.push(message.id);
    if (!link.sendText(message.text)) return;
    exchange.underWay = message.id;
    exchange.timer = setTimeout(() => {
      this.#settle(exchange);
      void this.#next(trackerId);
    }, ANSWER_LIMIT_MS);
    exchange.timer.unref();
  }

  /**
   * The oldest message that was not tried on this connection, marked as sent; null if there is
   * none.
   */
  async #take(
    trackerId: number,
    tried: readonly string[],
  ): Promise<{ id: string; text: string } | null> {
    const { rows } = await this.pool.query<{ id: string; text: string }>(
      `update vehicle_messages
       set state = 'sent', attempts = attempts + 1, sent_at = now()
       where id = (
         select id from vehicle_messages
         where tracker_id = $1 and ${OPEN} and id <> all($2::bigint[])
         order by id limit 1 for update skip locked)
       returning id, message as text`,
      [trackerId, tried],
    );
    return rows[0] ?? null;
  }

  async #keepAnswer(id: string, text: string, accepted: boolean): Promise<void> {
    try {
      await this.pool.query(
        `update vehicle_messages set state = $2, failure = $3, answer = $4, delivered_at = now()
         where id = $1`,
        [
          id,
          accepted ? 'delivered' : 'failed',
          accepted ? null : 'refused',
          text === '' ? null : text.replaceAll('\0', '').slice(0, MAX_ANSWER_LENGTH),
        ],
      );
    } catch (error) {
      this.log.debug({ err: error }, 'storing the reply to a message failed');
    }
  }
}
