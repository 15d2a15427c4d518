import { isIPv6, type LookupFunction } from 'node:net';
import mqtt, { type IPublishPacket } from 'mqtt';
import { checkedAddress, openSocket, WebhookError } from '../../platform/deliveries/index.ts';
import type { InputRefusal } from './input-log.ts';

type Client = InstanceType<typeof mqtt.MqttClient>;

/** Where an MQTT input is connected, and with which credentials. */
export interface MqttTarget {
  readonly address: string;
  readonly topic: string;
  readonly username: string;
  readonly password: string;
  /** Names the persistent session. */
  readonly clientId: string;
  /** Whether the address may be in a private network. */
  readonly allowPrivate: boolean;
}

/** Why a connection ended, besides the reasons of a `WebhookError`. */
export class InputError extends Error {
  constructor(readonly code: InputRefusal) {
    super(code);
  }
}

const PORTS = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;
const KEEP_ALIVE_S = 30;
const CONNECT_LIMIT_MS = 10_000;
/** Codes of CONNACK that refuse the credentials (MQTT 3.1.1, 3.2.2.3). */
const REFUSED = new Set([4, 5]);
/** Return code of SUBACK for a refused topic (MQTT 3.1.1, 3.9.3). */
const SUBSCRIPTION_REFUSED = 128;

const failureOf = (error: Error & { readonly code?: unknown }) =>
  REFUSED.has(Number(error.code))
    ? new InputError('data_input.credentials_refused')
    : new WebhookError('webhook.connection_failed');

/** Resolves the host of a WebSocket to the address that was checked: a second lookup may differ. */
const lookupOf =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIPv6(address) ? 6 : 4;
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };

async function clientOf(target: MqttTarget): Promise<{ client: Client; address: string }> {
  const url = new URL(target.address);
  const address = await checkedAddress(url.hostname, target.allowPrivate);
  const options = {
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: target.clientId,
    // The broker keeps the session and its messages while nobody is connected.
    clean: false,
    keepalive: KEEP_ALIVE_S,
    // The lease decides who connects again, and when.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_LIMIT_MS,
    resubscribe: false,
    ...(target.username === '' ? {} : { username: target.username, password: target.password }),
  } as const;
  if (url.protocol === 'ws:' || url.protocol === 'wss:') {
    const wsOptions = { lookup: lookupOf(address) };
    return { client: mqtt.connect(url.href, { ...options, wsOptions }), address };
  }
  const isEncrypted = url.protocol === 'mqtts:';
  const defaultPort = isEncrypted ? PORTS['mqtts:'] : PORTS['mqtt:'];
  const socket = await openSocket(url, { defaultPort, isEncrypted }, target.allowPrivate);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  return { client: new mqtt.MqttClient(() => socket, options), address };
}

/** A connection to a broker, subscribed to the topic of an input. */
export class MqttConnection {
  #hasEnded = false;

  private constructor(
    private readonly client: Client,
    private readonly onEnd: (error: Error) => void,
  ) {}

  /**
   * Connects, and subscribes with QoS 1. The broker's messages wait while one is handled.
   *
   * @param handle stores a message; it is acknowledged when this resolves. If it throws, the
   *   connection ends, and the broker sends the message again on the next one
   * @param onEnd called once when an open connection ends, but not by `close`
   * @throws WebhookError or InputError if the broker cannot be reached or refuses
   */
  static async open(
    target: MqttTarget,
    handle: (packet: IPublishPacket, address: string) => Promise<void>,
    onEnd: (error: Error) => void,
  ): Promise<MqttConnection> {
    const { client, address } = await clientOf(target);
    const connection = new MqttConnection(client, onEnd);
    // Before the connection: a session has messages for the client as soon as it is connected.
    client.handleMessage = (packet, done) => {
      handle(packet, address).then(
        () => done(),
        (error: Error) => connection.#end(error),
      );
    };
    // Without a listener, an error would end the process.
    client.on('error', () => undefined);
    try {
      await connection.#subscribed(target.topic);
    } catch (error) {
      connection.close();
      throw error;
    }
    client.on('error', (error) => connection.#end(failureOf(error)));
    client.on('close', () => connection.#end(new WebhookError('webhook.connection_failed')));
    return connection;
  }

  close(): void {
    this.#hasEnded = true;
    this.client.end(true);
    this.client.stream?.destroy();
  }

  #end(error: Error): void {
    if (this.#hasEnded) return;
    this.close();
    this.onEnd(error);
  }

  #subscribed(topic: string): Promise<void> {
    const { client } = this;
    return new Promise((done, failed) => {
      const timer = setTimeout(
        () => failed(new WebhookError('webhook.no_answer')),
        CONNECT_LIMIT_MS,
      );
      const end = (error: Error | null) => {
        clearTimeout(timer);
        if (error === null) done();
        else failed(error);
      };
      client.once('error', (error) => end(failureOf(error)));
      client.once('close', () => end(new WebhookError('webhook.connection_failed')));
      client.once('connect', () => {
        client.subscribe(topic, { qos: 1 }, (error, granted = []) => {
          const isRefused = granted.some(({ qos }) => Number(qos) === SUBSCRIPTION_REFUSED);
          end(
            error !== null || isRefused ? new InputError('data_input.subscription_refused') : null,
          );
        });
      });
    });
  }
}
