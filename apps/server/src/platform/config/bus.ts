import type { z } from 'zod';
import { count, port, text } from './fields.ts';

const PROTOCOLS = /^(nats|tls):$/;

function parts(value: string): URL[] | null {
  const all = value.split(',').map((one) => one.trim());
  if (!all.every((one) => URL.canParse(one))) return null;
  const urls = all.map((one) => new URL(one));
  return urls.every((url) => PROTOCOLS.test(url.protocol) && url.hostname !== '') ? urls : null;
}

/** Settings of NATS, see docs/cluster.md. */
export const busSettings = {
  BUS_URL: text
    .refine((value) => parts(value) !== null, {
      error: 'must be addresses like nats://user:password@host:4222, separated by commas',
    })
    .nullable()
    .default(null),
  BUS_NAMESPACE: text
    .refine((value) => /^[A-Za-z0-9_-]{1,40}$/.test(value), {
      error: 'must have up to 40 letters, digits, _ or -',
    })
    .default('roadworthy'),
  BUS_REPLICAS: count(0, 0, 5),
  BUS_MONITOR_PORT: port(8222),
  INGEST_MAX_MB: count(10_240, 1, 10_000_000),
};

type BusSettings = z.output<z.ZodObject<typeof busSettings>>;

const DEFAULT_PORT = 4222;

/** The settings of NATS; null without BUS_URL. */
export function readBus(env: BusSettings) {
  const urls = env.BUS_URL === null ? null : parts(env.BUS_URL);
  const first = urls?.[0];
  if (urls === null || first === undefined) return null;
  return {
    /** Host and port of each server. */
    servers: urls.map(({ hostname, port: named }) => `${hostname}:${named || DEFAULT_PORT}`),
    hosts: urls.map(({ hostname }) => hostname),
    isEncrypted: urls.some(({ protocol }) => protocol === 'tls:'),
    /** Of the first address; an address with a name alone has a token. */
    user: decodeURIComponent(first.username),
    password: decodeURIComponent(first.password),
    /** Separates installations that share servers. */
    namespace: env.BUS_NAMESPACE,
    /** Copies of each message of the ingest stream. */
    replicas: env.BUS_REPLICAS > 0 ? env.BUS_REPLICAS : urls.length >= 3 ? 3 : 1,
    /** Port of the servers' monitoring, where their settings are checked; 0 for no check. */
    monitorPort: env.BUS_MONITOR_PORT,
    /** Size of the ingest stream, beyond which devices wait. */
    streamMaxBytes: env.INGEST_MAX_MB * 2 ** 20,
  };
}

export type BusConfig = NonNullable<ReturnType<typeof readBus>>;
