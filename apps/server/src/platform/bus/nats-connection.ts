import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BusConfig } from '../config/index.ts';
import type { Log } from '../log/index.ts';
import { OperatorError } from '../operator-error.ts';

const RECONNECT_MS = 500;
const PING_MS = 4000;
const CONNECT_LIMIT_MS = 3000;

/** Called when the connection was lost, and when it is there again. */
export interface ConnectionEvents {
  readonly lost: () => void;
  readonly back: () => void;
}

function access({ user, password }: BusConfig) {
  if (user === '') return {};
  return password === '' ? { token: user } : { user, pass: password };
}

async function watch(connection: NatsConnection, events: ConnectionEvents): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') events.lost();
    else if (type === 'reconnect') events.back();
  }
}

/**
 * A connection to one of the NATS servers. It reconnects without end, to any of them. A server that
 * does not answer within eight seconds counts as lost.
 *
 * @param name shown by the server's monitoring
 * @throws OperatorError if no server can be reached
 */
export async function connectNats(
  config: BusConfig,
  name: string,
  log: Log,
  events: ConnectionEvents,
): Promise<NatsConnection> {
  const connection = await connect({
    servers: config.servers,
    ...access(config),
    ...(config.isEncrypted ? { tls: {} } : {}),
    name,
    noEcho: true,
    maxReconnectAttempts: -1,
    // Credentials that were changed on the servers first become valid again.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    timeout: CONNECT_LIMIT_MS,
  }).catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error);
    throw new OperatorError('config.bus_unreachable', {
      servers: config.servers.join(', '),
      problem,
    });
  });
  void watch(connection, {
    lost: () => {
      log.warn({ connection: name }, 'lost the connection to NATS');
      events.lost();
    },
    back: () => {
      log.info({ connection: name, server: connection.getServer() }, 'connected to NATS again');
      events.back();
    },
  }).catch(() => undefined);
  return connection;
}
