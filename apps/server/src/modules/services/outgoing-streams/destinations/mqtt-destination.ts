import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import { openSocket, WebhookError } from '../../../../platform/deliveries/index.ts';
import {
  ANSWER_LIMIT_MS,
  type Batch,
  type Destination,
  StreamError,
  subjectOf,
  type Target,
} from './destination.ts';

type Client = InstanceType<typeof mqtt.MqttClient>;

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;
const KEEP_ALIVE_S = 30;
/** Messages that wait for their acknowledgement at a time; a broker may allow fewer. */
const MOST_IN_FLIGHT = 100;
/** Codes of CONNACK that refuse the credentials, of MQTT 3.1.1 and 5. */
const REFUSED = new Set([4, 5, 0x86, 0x87]);

/** Rejects when the client fails or closes, or the time is over. */
function trouble(client: Client, signal: AbortSignal): Promise<never> {
  return new Promise((_done, failed) => {
    const onError = (error: Error & { readonly code?: unknown }) =>
      failed(
        REFUSED.has(Number(error.code))
          ? new StreamError('outgoing_stream.credentials_refused')
          : new WebhookError('webhook.connection_failed'),
      );
    const onClose = () => failed(new WebhookError('webhook.connection_failed'));
    const timer = setTimeout(() => failed(new WebhookError('webhook.no_answer')), ANSWER_LIMIT_MS);
    client.on('error', onError);
    client.on('close', onClose);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      client.off('error', onError);
      client.off('close', onClose);
    });
  });
}

/** Does work with a client, and ends it with the client's failure or after the time limit. */
async function within<T>(client: Client, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, trouble(client, ended.signal)]);
  } finally {
    ended.abort();
  }
}

/** Publishes one message; resolves with its PUBACK. */
const publish = (client: Client, topic: string, body: string) =>
  new Promise<void>((done, failed) => {
    client.publish(topic, body, { qos: 1 }, (error) =>
      error == null ? done() : failed(new StreamError('outgoing_stream.message_refused')),
    );
  });

/**
 * An MQTT broker: a message with QoS 1 for each record, in order; its PUBACK acknowledges.
 *
 * @throws WebhookError or StreamError if the broker cannot be reached or refuses the connection
 */
export async function mqttDestination(target: Target): Promise<Destination> {
  const url = new URL(target.address);
  const isEncrypted = url.protocol === 'mqtts:';
  const defaultPort = isEncrypted ? PORTS['mqtts:'] : PORTS['mqtt:'];
  const socket = await openSocket(url, { defaultPort, isEncrypted }, target.allowPrivate);
  socket.setNoDelay(true);
  const client = new mqtt.MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: target.mqttVersion === '5' ? 5 : 4,
    clientId: `roadworthy-${target.streamId}-${randomBytes(6).toString('hex')}`,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    // The stream begins again from its cursor.
    reconnectPeriod: 0,
    connectTimeout: ANSWER_LIMIT_MS,
    ...(target.username === '' ? {} : { username: target.username, password: target.password }),
  });
  // Without a listener, an error between two batches would end the process.
  client.on('error', () => undefined);
  socket.on('error', () => undefined);
  const close = () => {
    client.end(true);
    socket.destroy();
  };
  let mostInFlight = MOST_IN_FLIGHT;
  const connected = new Promise<void>((done) => {
    client.once('connect', ({ properties }) => {
      mostInFlight = Math.min(properties?.receiveMaximum ?? MOST_IN_FLIGHT, MOST_IN_FLIGHT);
      done();
    });
  });
  try {
    await within(client, connected);
  } catch (error) {
    close();
    throw error;
  }
  const send = async ({ feed, rows }: Batch) => {
    if (!client.connected) throw new WebhookError('webhook.connection_failed');
    if (feed === 'test') {
      const body = JSON.stringify({ timestamp: new Date().toISOString() });
      return within(client, publish(client, `${target.topic}/test`, body));
    }
    for (let at = 0; at < rows.length; at += mostInFlight) {
      const part = rows.slice(at, at + mostInFlight);
      const acknowledged = part.map((row) =>
        publish(client, `${target.topic}/${feed}/${subjectOf(row)}`, JSON.stringify(row)),
      );
      await within(client, Promise.all(acknowledged));
    }
  };
  return { send, close };
}
