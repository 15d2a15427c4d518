import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bus, Topics } from './topics.ts';

export type { Bus, Topics, VehicleStateChange } from './topics.ts';

/** A bus within one process. */
export function createLocalBus(): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    close: async () => void emitter.removeAllListeners(),
  };
}

const CHANNEL = 'roadworthy';
/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const PAYLOAD_LIMIT_BYTES = 7900;
const RECONNECT_MS = 1000;

interface Envelope {
  readonly from: string;
  readonly topic: keyof Topics;
  readonly message: Topics[keyof Topics];
}

/** Cuts a message of many vehicles into as many notifications as fit. */
function payloads(envelope: Envelope): string[] {
  const whole = JSON.stringify(envelope);
  if (Buffer.byteLength(whole) <= PAYLOAD_LIMIT_BYTES) return [whole];
  const { states } = envelope.message as Topics['positions.committed'];
  if (states === undefined || states.length < 2) return [];
  const half = Math.ceil(states.length / 2);
  return [states.slice(0, half), states.slice(half)].flatMap((part) =>
    payloads({ ...envelope, message: { states: part } }),
  );
}

/**
 * A bus between processes: within this one at once, to the others by PostgreSQL's NOTIFY. While the
 * database is down messages to other processes are lost; their readers poll (requirement M-03).
 */
export async function createDatabaseBus(url: string): Promise<Bus> {
  const local = createLocalBus();
  const self = randomUUID();
  let closed = false;
  let client: pg.Client | null = null;

  const receive = (payload: string | undefined) => {
    const { from, topic, message } = JSON.parse(payload ?? '{}') as Envelope;
    if (from !== self) local.publish(topic, message as never);
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'roadworthy-bus' });
    next.on('notification', ({ payload }) => receive(payload));
    next.on('error', () => undefined);
    next.on('end', () => {
      client = null;
      if (!closed) void reconnect();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };
  const reconnect = async (): Promise<void> => {
    while (!closed && client === null) {
      await sleep(RECONNECT_MS);
      await connect().catch(() => undefined);
    }
  };

  await connect();
  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      for (const payload of payloads({ from: self, topic, message })) {
        void client?.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
      }
    },
    subscribe: local.subscribe,
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
      await local.close();
    },
  };
}
