import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { VehicleStateChange } from '../../platform/bus/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { blamesContent } from '../group-commit.ts';
import type { PositionRow } from '../position-row.ts';
import type { FaultRow } from '../position-store.ts';
import { batchOf } from './batch-text.ts';
import { type IngestStream, partitionOf } from './ingest-stream.ts';

/*
 * From the ingest stream to PostgreSQL.
 *
 * Invariants
 * - The messages of a partition are stored in their order. All partitions of this process share
 *   transactions, one after the other.
 * - The progress of a partition is written after the commit of its records, so a process that ends
 *   in between leaves messages that are stored again, which changes nothing.
 * - Messages are removed from the stream REPLAY_MS after their progress was written: a database that
 *   fails over to a replica which is behind reads them again.
 */

const MAX_BATCH_ROWS = 4000;
/** Rows in memory, beyond which no more are read. */
const MAX_WAITING_ROWS = 20_000;
const AFTER_FAILURE_MS = 500;
const REPLAY_MS = 10 * 60_000;
const CLEAN_MS = 10_000;
/** Above this part of its size, stored messages are removed at once. */
const CROWDED = 0.5;

/** Whether rows are the cause: values that PostgreSQL or its binary format has no place for. */
function isOfContent(error: unknown): boolean {
  return blamesContent(error) || error instanceof RangeError || error instanceof TypeError;
}

interface Waiting {
  readonly partition: number;
  readonly sequence: number;
  readonly text: string;
  readonly rows: readonly PositionRow[];
  readonly faults: readonly FaultRow[];
}

export interface WriterParts {
  readonly stream: Pick<IngestStream, 'identity' | 'read' | 'removeStored' | 'setAside' | 'usage'>;
  readonly store: {
    store(rows: readonly PositionRow[]): Promise<VehicleStateChange[]>;
    storeFaults(faults: readonly FaultRow[]): Promise<void>;
  };
  readonly progress: {
    read(stream: string): Promise<ReadonlyMap<number, number>>;
    write(stream: string, sequences: ReadonlyMap<number, number>): Promise<void>;
  };
  /** Discards what is known of vehicles, because another process stored their records. */
  readonly forget: (isOf: (vehicleId: number) => boolean) => void;
  /** Called after each commit. */
  readonly committed: (rows: readonly PositionRow[]) => void;
  /** Called after records with an impossible time were quarantined. */
  readonly quarantined: () => void;
  readonly log: Log;
}

/** A partition that this process stores. */
class Reading {
  isStopped = false;
  messages: ConsumerMessages | null = null;
  /** The last stored message, and those stored before, with the time. */
  stored: number;
  readonly history: { readonly atMs: number; readonly sequence: number }[] = [];

  constructor(
    readonly partition: number,
    after: number,
  ) {
    this.stored = after;
  }
}

/** Stores the records of the partitions that this process holds. */
export class StreamWriter {
  readonly #readings = new Map<number, Reading>();
  #waiting: Waiting[] = [];
  #waitingRows = 0;
  #isRunning = false;
  #committing: Promise<void> = Promise.resolve();
  #roomAgain: (() => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #failedMs: number | null = null;

  constructor(private readonly parts: WriterParts) {
    this.#timer = setInterval(() => void this.removeStored().catch(() => undefined), CLEAN_MS);
    this.#timer.unref();
  }

  /** True while records are stored; otherwise the problem. */
  health(): true | string {
    return this.#failedMs === null ? true : 'records of the ingest stream cannot be stored';
  }

  /** Rows that were read and are not stored yet. */
  get waitingRows(): number {
    return this.#waitingRows;
  }

  /**
   * Begins to store partitions, from the last stored message on.
   *
   * @throws the database error
   */
  async gained(partitions: readonly number[]): Promise<void> {
    const { forget, progress, stream } = this.parts;
    await this.#committing;
    const known = await progress.read(stream.identity);
    for (const partition of partitions) {
      forget((vehicleId) => partitionOf(vehicleId) === partition);
      const reading = new Reading(partition, known.get(partition) ?? 0);
      this.#readings.set(partition, reading);
      void this.#read(reading);
    }
  }

  /** Ends to store partitions; resolves after the commit that is running. */
  async releasing(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) this.#stopReading(partition);
    await this.#committing;
  }

  /** Another process may have all partitions: ends at once. */
  lost(): void {
    for (const partition of [...this.#readings.keys()]) this.#stopReading(partition);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.lost();
    await this.#committing;
  }

  #stopReading(partition: number): void {
    const reading = this.#readings.get(partition);
    if (reading === undefined) return;
    reading.isStopped = true;
    reading.messages?.stop();
    this.#readings.delete(partition);
    this.#waiting = this.#waiting.filter((one) => one.partition !== partition);
    this.#count();
  }

  /** Reads messages until the partition is released; begins again after a failure. */
  async #read(reading: Reading): Promise<void> {
    let readUpTo = reading.stored;
    while (!reading.isStopped) {
      try {
        const messages = await this.parts.stream.read(reading.partition, readUpTo);
        reading.messages = messages;
        if (reading.isStopped) messages.stop();
        for await (const message of messages) {
          if (reading.isStopped) return;
          if (message.seq <= readUpTo) continue;
          readUpTo = message.seq;
          await this.#take(reading.partition, message.seq, message.string());
        }
      } catch (error) {
        this.parts.log.debug({ err: error }, 'reading the ingest stream begins again');
      }
      await sleep(AFTER_FAILURE_MS, undefined, { ref: false });
    }
  }

  /** Takes a message; waits while too many rows wait. */
  async #take(partition: number, sequence: number, text: string): Promise<void> {
    let batch: ReturnType<typeof batchOf>;
    try {
      batch = batchOf(text);
    } catch (error) {
      this.parts.log.error({ err: error, partition, sequence }, 'a message cannot be read');
      await this.parts.stream.setAside(text);
      batch = { rows: [], faults: [] };
    }
    this.#waiting.push({ partition, sequence, text, ...batch });
    this.#count();
    if (!this.#isRunning) void this.#run();
    if (this.#waitingRows >= MAX_WAITING_ROWS) {
      await new Promise<void>((done) => this.#roomAgain.push(done));
    }
  }

  #count(): void {
    this.#waitingRows = this.#waiting.reduce((sum, { rows }) => sum + rows.length, 0);
    if (this.#waitingRows >= MAX_WAITING_ROWS) return;
    const again = this.#roomAgain;
    this.#roomAgain = [];
    for (const go of again) go();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      let rows = 0;
      const batch: Waiting[] = [];
      for (const one of this.#waiting) {
        if (batch.length > 0 && rows + one.rows.length > MAX_BATCH_ROWS) break;
        batch.push(one);
        rows += one.rows.length;
      }
      try {
        const committing = this.#commit(batch);
        this.#committing = committing.catch(() => undefined);
        await committing;
        this.#failedMs = null;
        const done = new Set(batch);
        this.#waiting = this.#waiting.filter((one) => !done.has(one));
        this.#count();
      } catch (error) {
        if (this.#failedMs === null) {
          this.parts.log.warn({ err: error }, 'records wait in the ingest stream');
        }
        this.#failedMs = Date.now();
        await sleep(AFTER_FAILURE_MS, undefined, { ref: false });
      }
    }
    this.#isRunning = false;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const { progress, stream } = this.parts;
    try {
      await this.#store(batch);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      for (const one of batch) await this.#storeAlone(one);
    }
    const sequences = new Map<number, number>();
    for (const { partition, sequence } of batch) sequences.set(partition, sequence);
    await progress.write(stream.identity, sequences);
    const atMs = Date.now();
    for (const [partition, sequence] of sequences) {
      const reading = this.#readings.get(partition);
      if (reading === undefined) continue;
      reading.stored = sequence;
      const last = reading.history.at(-1);
      if (last === undefined || atMs - last.atMs >= CLEAN_MS) {
        reading.history.push({ atMs, sequence });
      }
    }
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    const rows = batch.flatMap((one) => one.rows);
    const faults = batch.flatMap((one) => one.faults);
    if (rows.length > 0) {
      await this.parts.store.store(rows);
      this.parts.committed(rows);
    }
    if (faults.length > 0) {
      await this.parts.store.storeFaults(faults);
      this.parts.quarantined();
    }
  }

  /** A message that cannot be stored because of its content is set aside. */
  async #storeAlone(one: Waiting): Promise<void> {
    try {
      await this.#store([one]);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      const byVehicle = new Map<number, PositionRow[]>();
      for (const row of one.rows) {
        byVehicle.set(row.vehicleId, [...(byVehicle.get(row.vehicleId) ?? []), row]);
      }
      for (const rows of byVehicle.values()) {
        await this.#store([{ ...one, rows, faults: [] }]).catch((reason) => {
          if (!isOfContent(reason)) throw reason;
          this.parts.log.error(
            { err: reason, vehicleId: rows[0]?.vehicleId, rows: rows.length },
            'records cannot be stored; their message is kept in the ingest stream',
          );
        });
      }
      await this.parts.stream.setAside(one.text);
    }
  }

  /** Removes messages that were stored long enough ago, or at once while the stream is crowded. */
  async removeStored(): Promise<void> {
    if (this.#readings.size === 0) return;
    const isCrowded = (await this.parts.stream.usage()) > CROWDED;
    const limitMs = Date.now() - (isCrowded ? 0 : REPLAY_MS);
    for (const { partition, history, stored } of this.#readings.values()) {
      let upTo = isCrowded ? stored : 0;
      while ((history[0]?.atMs ?? Number.POSITIVE_INFINITY) <= limitMs) {
        upTo = Math.max(upTo, history.shift()?.sequence ?? 0);
      }
      if (upTo > 0) await this.parts.stream.removeStored(partition, upTo);
    }
  }
}
