import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { InternalError } from '@roadworthy/domain';
import { connectNats } from '../../platform/bus/index.ts';
import type { BusConfig } from '../../platform/config/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { flushProblem } from './flush-settings.ts';

/*
 * The ingest stream: records that devices may be acknowledged for, until they are stored in
 * PostgreSQL.
 *
 * Invariants
 * - `publish` resolves only after the servers have stored the message, on most of its replicas.
 * - Messages are removed by `removeStored` alone, after their records are stored. A full stream
 *   refuses new messages, it never drops old ones.
 */

/** Partitions of vehicles. Equal in all processes and for the life of a stream. */
export const PARTITIONS = 16;
/** A device waits this long for its acknowledgement at most. */
const PUBLISH_LIMIT_MS = 5000;
/** Devices wait this long after a refusal before they are read again. */
const REFUSED_MS = 500;
const START_LIMIT_MS = 30_000;
const RETRY_MS = 500;
/** Messages that are read ahead, for each partition. */
const READ_AHEAD = 64;
/** A reader whose server is silent for twice a part of this asks again. */
const PULL_MS = 3000;

/** The partition of a vehicle. */
export const partitionOf = (vehicleId: number) => vehicleId % PARTITIONS;

export class IngestStream {
  #connected = true;
  #refusedMs = 0;

  private constructor(
    private readonly config: BusConfig,
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private readonly client: JetStreamClient,
    /** Name and time of creation: a stream that was created again has other sequence numbers. */
    readonly identity: string,
    setConnection: (listener: (isConnected: boolean) => void) => void,
  ) {
    setConnection((isConnected) => {
      this.#connected = isConnected;
    });
  }

  /**
   * Connects, and creates the stream if it is missing.
   *
   * @throws OperatorError if NATS cannot be reached or does not provide the stream
   */
  static async open(config: BusConfig, log: Log): Promise<IngestStream> {
    let listener: (isConnected: boolean) => void = () => undefined;
    const connection = await connectNats(config, `${config.namespace} ingest`, log, {
      lost: () => listener(false),
      back: () => listener(true),
    });
    const { manager, created } = await prepare(config, connection);
    void flushProblem(config).then((problem) => {
      if (problem !== null) log.warn({ reason: problem }, 'the ingest stream may lose records');
    });
    const identity = `${nameOf(config)} ${created}`;
    const client = jetstream(connection, { timeout: PUBLISH_LIMIT_MS });
    return new IngestStream(config, connection, manager, client, identity, (set) => {
      listener = set;
    });
  }

  /** Whether devices should wait: the stream has refused a message a moment ago. */
  get isFull(): boolean {
    return Date.now() - this.#refusedMs < REFUSED_MS;
  }

  health(): true | string {
    if (!this.#connected) return 'no connection to the ingest stream';
    return this.isFull ? 'the ingest stream is full' : true;
  }

  /**
   * Stores a message. Resolves when it is durable.
   *
   * @throws if it may not be stored; it may then still be
   */
  async publish(partition: number, text: string): Promise<void> {
    if (!this.#connected) throw new InternalError('ingest_stream.not_connected');
    try {
      await this.client.publish(this.#subjectOf(partition), text, { timeout: PUBLISH_LIMIT_MS });
    } catch (error) {
      this.#refusedMs = Date.now();
      throw error;
    }
  }

  /** Keeps a message that the database refuses for its content, outside all partitions. */
  async setAside(text: string): Promise<void> {
    await this.client.publish(`${this.config.namespace}.ingest.refused`, text);
  }

  /** The messages of a partition after a sequence number, in their order. */
  async read(partition: number, after: number): Promise<ConsumerMessages> {
    const consumer = await this.client.consumers.get(nameOf(this.config), {
      filter_subjects: this.#subjectOf(partition),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
    });
    return consumer.consume({ max_messages: READ_AHEAD, expires: PULL_MS });
  }

  /** Removes messages of a partition up to a sequence number, inclusive. */
  async removeStored(partition: number, upTo: number): Promise<void> {
    await this.manager.streams.purge(nameOf(this.config), {
      filter: this.#subjectOf(partition),
      seq: upTo + 1,
    });
  }

  /** The part of the stream's size that is in use, 0 to 1. */
  async usage(): Promise<number> {
    const { state } = await this.manager.streams.info(nameOf(this.config));
    return state.bytes / this.config.streamMaxBytes;
  }

  async close(): Promise<void> {
    await this.connection.close().catch(() => undefined);
  }

  #subjectOf(partition: number): string {
    return `${this.config.namespace}.ingest.${partition}`;
  }
}

const nameOf = ({ namespace }: BusConfig) => `${namespace}-ingest`;

/** Creates or changes the stream; repeated while the servers of a cluster start. */
async function prepare(config: BusConfig, connection: NatsConnection) {
  const limits = { num_replicas: config.replicas, max_bytes: config.streamMaxBytes };
  const limitMs = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const manager = await jetstreamManager(connection);
      const found = await manager.streams.info(nameOf(config)).catch(() => null);
      if (found === null) {
        const { created } = await manager.streams.add({
          ...limits,
          name: nameOf(config),
          subjects: [`${config.namespace}.ingest.>`],
          retention: RetentionPolicy.Limits,
          storage: StorageType.File,
          discard: DiscardPolicy.New,
        });
        return { manager, created };
      }
      const isEqual =
        found.config.num_replicas === limits.num_replicas &&
        found.config.max_bytes === limits.max_bytes;
      if (!isEqual) await manager.streams.update(nameOf(config), { ...found.config, ...limits });
      return { manager, created: found.created };
    } catch (error) {
      if (Date.now() > limitMs) {
        const problem = error instanceof Error ? error.message : String(error);
        await connection.close().catch(() => undefined);
        throw new OperatorError('config.ingest_stream_unavailable', { problem });
      }
      await sleep(RETRY_MS);
    }
  }
}
