import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Envelope, payloads } from './envelope.ts';
import { createLocalBus } from './local-bus.ts';
import { type Bus, LOCAL_TOPICS } from './topics.ts';

const CHANNEL = 'roadworthy';
/** Sent by a process that has just subscribed, so that the others start sending. */
const HELLO = '"hello"';
const NAME = 'roadworthy-bus';
const RECONNECT_MS = 1000;
const COUNT_LISTENERS_MS = 5000;
/** Limit of queued notifications; more means that the database is too slow. */
const WAITING_LIMIT = 2000;
const SENT_AT_ONCE = 100;

const OTHERS = `select from pg_stat_activity
  where application_name = '${NAME}' and datname = current_database() and pid <> pg_backend_pid()`;

/** The messages of this process to others, in sequence, a hundred notifications per round trip. */
class Outbox {
  #waiting: string[] = [];
  #sending: Promise<void> = Promise.resolve();

  add(client: pg.Client, notifications: readonly string[]): void {
    if (this.#waiting.length + notifications.length > WAITING_LIMIT) return;
    const idle = this.#waiting.length === 0;
    this.#waiting.push(...notifications);
    if (idle) this.#sending = this.#sending.then(() => this.#send(client));
  }

  async #send(client: pg.Client): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, SENT_AT_ONCE);
      const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      try {
        await client.query(notify, [CHANNEL, batch]);
        this.#waiting = this.#waiting.slice(batch.length);
      } catch {
        this.#waiting = [];
      }
    }
  }

  /** Resolves once everything was sent. */
  flush(): Promise<void> {
    return this.#sending;
  }
}

/**
 * A bus between processes: local subscribers are called at once, others through PostgreSQL's NOTIFY.
 * While the database is down, messages to other processes are lost; their readers poll (requirement
 * M-03). Positions are sent only if another process listens, so a single process has no overhead.
 *
 * @param url connection string of the owner
 * @throws the error of the first connection
 */
export async function createDatabaseBus(url: string): Promise<Bus> {
  const local = createLocalBus();
  const self = randomUUID();
  const outbox = new Outbox();
  let closed = false;
  let othersListen = true;
  let client: pg.Client | null = null;

  const receive = (payload: string | undefined) => {
    const envelope = JSON.parse(payload ?? 'null') as Envelope | 'hello' | null;
    if (envelope === 'hello') othersListen = true;
    else if (envelope !== null && envelope.from !== self) {
      local.publish(envelope.topic, envelope.message as never);
    }
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: NAME });
    next.on('notification', ({ payload }) => receive(payload));
    next.on('error', () => undefined);
    next.on('end', () => {
      client = null;
      if (!closed) void reconnect();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    await next.query('select pg_notify($1, $2)', [CHANNEL, HELLO]);
    client = next;
  };
  let reconnecting = false;
  const reconnect = async (): Promise<void> => {
    if (reconnecting) return;
    reconnecting = true;
    while (!closed && client === null) {
      await sleep(RECONNECT_MS, undefined, { ref: false });
      await connect().catch(() => undefined);
    }
    reconnecting = false;
  };
  const countListeners = async (): Promise<void> => {
    const asked = client;
    if (asked === null) return;
    await outbox.flush();
    othersListen = ((await asked.query(OTHERS)).rowCount ?? 0) > 0;
  };

  await connect();
  await countListeners();
  const counting = setInterval(
    () => void countListeners().catch(() => undefined),
    COUNT_LISTENERS_MS,
  ).unref();
  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      if (client === null || LOCAL_TOPICS.has(topic)) return;
      if (topic === 'positions.committed' && !othersListen) return;
      outbox.add(client, payloads(self, topic, message));
    },
    subscribe: local.subscribe,
    close: async () => {
      closed = true;
      clearInterval(counting);
      await outbox.flush();
      await client?.end().catch(() => undefined);
      await local.close();
    },
  };
}
