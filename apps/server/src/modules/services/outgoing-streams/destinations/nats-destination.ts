import { isIP } from 'node:net';
import { JetStreamApiError, JetStreamError, jetstream } from '@nats-io/jetstream';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  PermissionViolationError,
  TimeoutError,
} from '@nats-io/transport-node';
import { checkedAddress, WebhookError } from '../../../../platform/deliveries/index.ts';
import {
  ANSWER_LIMIT_MS,
  type Batch,
  type Destination,
  StreamError,
  subjectOf,
  type Target,
} from './destination.ts';

const DEFAULT_PORT = 4222;
const PING_MS = 20_000;
/** Messages that wait for their acknowledgement at a time. */
const MOST_IN_FLIGHT = 100;

interface Message {
  readonly subject: string;
  readonly body: string;
}

/**
 * What an error of the client means for people.
 *
 * @param isStored the message was for JetStream: nobody answers for a subject that no stream stores
 */
function reasonOf(error: unknown, isStored = false): Error {
  if (error instanceof AuthorizationError) {
    return new StreamError('outgoing_stream.credentials_refused');
  }
  if (error instanceof PermissionViolationError) {
    return new StreamError('outgoing_stream.message_refused');
  }
  const { name } = error as { name?: string };
  if (error instanceof JetStreamApiError) return new StreamError('outgoing_stream.message_refused');
  const isUnanswered = error instanceof TimeoutError || name === 'RequestError';
  const hasNoStream = error instanceof JetStreamError || name === 'JetStreamNotEnabled';
  if (isStored && (isUnanswered || hasNoStream)) {
    return new StreamError('outgoing_stream.no_stream');
  }
  if (error instanceof TimeoutError) return new WebhookError('webhook.no_answer');
  return new WebhookError('webhook.connection_failed');
}

/** Opens a connection to the checked address, and to no other server of its cluster. */
async function open(target: Target): Promise<NatsConnection> {
  const url = new URL(target.address);
  const host = await checkedAddress(url.hostname, target.allowPrivate);
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  // The client passes it on to Node, which checks the certificate against it.
  const tls: NonNullable<NodeConnectionOptions['tls']> & { readonly servername: string } = {
    servername: isIP(url.hostname) === 0 ? url.hostname : '',
  };
  const { username: user, password } = target;
  return connect({
    servers: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
    resolve: false,
    ignoreClusterUpdates: true,
    ...(url.protocol === 'tls:' ? { tls } : {}),
    // Without a user name, the password is a token.
    ...(user !== '' ? { user, pass: password } : password !== '' ? { token: password } : {}),
    name: `roadworthy-stream-${target.streamId}`,
    noEcho: true,
    reconnect: false,
    timeout: ANSWER_LIMIT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
  });
}

/**
 * A NATS server: a message for each record, in order. JetStream acknowledges each message; without it
 * a PING behind the messages is answered.
 *
 * @throws WebhookError or StreamError if the server cannot be reached or refuses the connection
 */
export async function natsDestination(target: Target): Promise<Destination> {
  const connection = await open(target).catch((error: unknown) => {
    throw error instanceof WebhookError ? error : reasonOf(error);
  });
  let refusal: Error | null = null;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error') refusal = status.error;
    }
  })().catch(() => undefined);
  const client = jetstream(connection, { timeout: ANSWER_LIMIT_MS });

  const stored = async (messages: readonly Message[]) => {
    for (let at = 0; at < messages.length; at += MOST_IN_FLIGHT) {
      const part = messages.slice(at, at + MOST_IN_FLIGHT);
      // Without message ids: if one message fails, the repeated ones behind it restore the order.
      await Promise.all(part.map(({ subject, body }) => client.publish(subject, body)));
    }
  };
  const flushed = async (messages: readonly Message[]) => {
    refusal = null;
    for (const { subject, body } of messages) connection.publish(subject, body);
    const late = new Promise<never>((_done, failed) => {
      setTimeout(() => failed(new TimeoutError()), ANSWER_LIMIT_MS).unref();
    });
    await Promise.race([connection.flush(), late]);
    // An error of the server comes before the answer to the PING.
    if (refusal !== null) throw refusal;
  };
  const send = async ({ feed, rows }: Batch) => {
    if (connection.isClosed()) throw new WebhookError('webhook.connection_failed');
    const messages =
      feed === 'test'
        ? [
            {
              subject: `${target.topic}.test`,
              body: JSON.stringify({ timestamp: new Date().toISOString() }),
            },
          ]
        : rows.map((row) => ({
            subject: `${target.topic}.${feed}.${subjectOf(row)}`,
            body: JSON.stringify(row),
          }));
    try {
      await (target.natsMode === 'jetstream' ? stored(messages) : flushed(messages));
    } catch (error) {
      throw reasonOf(error, target.natsMode === 'jetstream');
    }
  };
  return { send, close: () => void connection.close().catch(() => undefined) };
}
