import type pg from 'pg';
import type { Bus } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { TextAnswer } from './connection.ts';

/*
 * Messages to vehicles (requirements M-05, M-P04). They wait in the table `vehicle_messages` until
 * their device is connected; one is under way to a device at a time, because answers carry no number.
 * A message that got no answer is sent again when the device connects anew, MAX_ATTEMPTS times in all:
 * many devices take a text and say nothing.
 */

const MAX_ATTEMPTS = 3;
const ANSWER_LIMIT_MS = 60_000;
/** For messages of which the bus lost word, and after an outage. */
const REFRESH_MS = 60_000;
const MAX_ANSWER_LENGTH = 1000;

const OPEN = `state in ('queued', 'sent') and attempts < ${MAX_ATTEMPTS}
  and created_at > now() - interval '7 days'`;

/** A device that texts can be sent to now. */
export interface TextLink {
  /** False where it cannot be sent. */
  sendText(text: string): boolean;
}

/** What is known of a connected device: the texts it was sent on this connection. */
interface Exchange {
  readonly tried: string[];
  underWay: string | null;
  timer: NodeJS.Timeout | null;
}

/** Brings messages to the devices that are connected to this gateway. */
export class OutgoingMessages {
  /** Trackers that messages wait for. */
  readonly #waiting = new Set<number>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  /** @param linkOf the connection of a tracker, where this gateway has it */
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

  /** Reads for whom messages wait, and sends what can be sent. */
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

  /** A device has connected: what waits for it is sent, and what it never answered again. */
  connected(trackerId: number): void {
    this.#forget(trackerId);
    if (this.#waiting.has(trackerId)) void this.#next(trackerId);
  }

  /** The device answered what was under way to it. */
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

  /** Takes the next message of a tracker and sends it, unless one is under way. */
  async #next(trackerId: number): Promise<void> {
    const link = this.linkOf(trackerId);
    if (link === undefined) return;
    const exchange = this.#exchanges.get(trackerId) ?? { tried: [], underWay: null, timer: null };
    if (exchange.underWay !== null) return;
    this.#exchanges.set(trackerId, exchange);
    // Marks it as busy while the database is asked.
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

  /** The oldest message that was not tried on this connection, marked as sent; null without one. */
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
      this.log.debug({ err: error }, 'the answer to a message was not kept');
    }
  }
}
