import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { BusConfig } from '../config/index.ts';
import type { Log } from '../log/index.ts';
import { createLocalBus } from './local-bus.ts';
import { connectNats } from './nats-connection.ts';
import { type Bus, LOCAL_TOPICS, type Topics, type VehicleStateChange } from './topics.ts';

/** Messages that wait for the connection; the oldest are dropped first. */
const WAITING_LIMIT = 1000;
/** A state has about 300 bytes, and NATS accepts one megabyte. */
const STATES_PER_MESSAGE = 1000;

interface Waiting {
  readonly subject: string;
  readonly text: string;
}

type Topic = keyof Topics;

/** Splits the states of many vehicles into messages that NATS accepts. */
function texts<T extends Topic>(topic: T, message: Topics[T]): string[] {
  if (topic !== 'positions.committed') return [JSON.stringify(message)];
  const { states } = message as { readonly states: readonly VehicleStateChange[] };
  const found: string[] = [];
  for (let at = 0; at < states.length; at += STATES_PER_MESSAGE) {
    found.push(JSON.stringify({ states: states.slice(at, at + STATES_PER_MESSAGE) }));
  }
  return found;
}

/** The messages of other processes, from the servers to the subscribers of this process. */
class Inbox {
  readonly #subscriptions = new Map<Topic, Subscription>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly subjectOf: (topic: Topic) => string,
    private readonly local: Bus,
    private readonly log: Log,
  ) {}

  /** Receives a topic; the servers send nothing that has no subscriber here. */
  open(topic: Topic): void {
    if (LOCAL_TOPICS.has(topic) || this.#subscriptions.has(topic)) return;
    const callback = (error: Error | null, data: { string(): string }) => {
      if (error !== null) return;
      try {
        this.local.publish(topic, JSON.parse(data.string()));
      } catch (reason) {
        this.log.error({ err: reason, topic }, 'a message of another process was not handled');
      }
    };
    this.#subscriptions.set(topic, this.connection.subscribe(this.subjectOf(topic), { callback }));
  }
}

/**
 * Messages may have been lost while a process had no connection: caches that messages keep correct
 * are read again, and live streams reconnect.
 */
function invalidate(local: Bus): void {
  local.publish('trackers.changed', { trackerId: null });
  local.publish('private-use.changed', { customerId: 0 });
  local.publish('geofences.changed', { customerId: 0 });
  local.publish('users.changed', { userId: null });
}

/**
 * A bus between processes over NATS: local subscribers are called at once, those of other processes
 * through a server. Without a connection, positions are not sent (the next ones replace them); up to
 * a thousand other messages wait for it.
 *
 * @throws OperatorError if no server can be reached
 */
export async function createNatsBus(config: BusConfig, log: Log): Promise<Bus> {
  const local = createLocalBus();
  const subjectOf = (topic: Topic) => `${config.namespace}.bus.${topic}`;
  let waiting: Waiting[] = [];
  let isConnected = true;
  const connection = await connectNats(config, `${config.namespace} bus`, log, {
    lost: () => {
      isConnected = false;
    },
    back: () => {
      isConnected = true;
      for (const { subject, text } of waiting) connection.publish(subject, text);
      waiting = [];
      invalidate(local);
    },
  });
  const inbox = new Inbox(connection, subjectOf, local, log);
  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      if (LOCAL_TOPICS.has(topic) || connection.isClosed()) return;
      const subject = subjectOf(topic);
      if (isConnected) {
        for (const text of texts(topic, message)) connection.publish(subject, text);
      } else if (topic !== 'positions.committed') {
        waiting.push({ subject, text: JSON.stringify(message) });
        if (waiting.length > WAITING_LIMIT) waiting.shift();
      }
    },
    subscribe: (topic, listener) => {
      inbox.open(topic);
      return local.subscribe(topic, listener);
    },
    health: () => (isConnected ? true : 'no connection to NATS'),
    close: async () => {
      await connection.flush().catch(() => undefined);
      await connection.close().catch(() => undefined);
      await local.close();
    },
  };
}
