import type { Bus, VehicleStateChange } from '../../platform/bus/index.ts';
import { newerRows } from '../newer-rows.ts';
import type { PositionRow } from '../position-row.ts';
import type { FaultRow } from '../position-store.ts';
import type { VehicleStates } from '../vehicle-states.ts';
import { faultText, rowTexts } from './batch-text.ts';
import { type IngestStream, partitionOf } from './ingest-stream.ts';

/** The live map may skip records while the states of their vehicles are read. */
const MAX_WAITING = 50;
/** Time in which the database must return the last known states of vehicles. */
const STATES_LIMIT_MS = 1000;
/** Pause of questions to a database that does not answer. */
const DATABASE_AWAY_MS = 5000;

/** Rows by partition, in their order. */
function byPartition<T>(items: readonly T[], rowOf: (item: T) => PositionRow): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const item of items) {
    const partition = partitionOf(rowOf(item).vehicleId);
    const list = found.get(partition);
    if (list === undefined) found.set(partition, [item]);
    else list.push(item);
  }
  return found;
}

/**
 * The gateway's store with an ingest stream: rows are durable when the stream has them, and live
 * tracking follows from here. It needs no database.
 */
export class StreamStore {
  #live: Promise<void> = Promise.resolve();
  #waiting = 0;
  #awayUntilMs = 0;

  constructor(
    private readonly stream: Pick<IngestStream, 'publish'>,
    private readonly states: VehicleStates,
    private readonly bus: Bus,
  ) {}

  /**
   * Publishes rows. Resolves when all of them are durable.
   *
   * @returns nothing: states are published by themselves, after the acknowledgement
   * @throws if rows may not be stored
   */
  async store(rows: readonly PositionRow[]): Promise<VehicleStateChange[]> {
    const sent: Promise<void>[] = [];
    for (const [partition, part] of byPartition(rows, (row) => row)) {
      for (const text of rowTexts(part)) sent.push(this.stream.publish(partition, text));
    }
    // All are waited for: a failure must not leave others unhandled.
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
    this.#show(rows);
    return [];
  }

  /** Publishes quarantined rows. Resolves when all of them are durable. */
  async storeFaults(faults: readonly FaultRow[]): Promise<void> {
    for (const [partition, part] of byPartition(faults, ({ row }) => row)) {
      await this.stream.publish(partition, faultText(part));
    }
  }

  /** Resolves when the states of all stored rows are published. */
  settled(): Promise<void> {
    return this.#live;
  }

  #show(rows: readonly PositionRow[]): void {
    if (this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    this.#live = this.#live
      .then(() => this.#publishStates(rows))
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async #publishStates(rows: readonly PositionRow[]): Promise<void> {
    await this.#prepare(rows);
    const judged = this.states.judge(newerRows(rows, this.states).newer);
    const changes = this.states.advance(rows, judged);
    // A state that could not be read has only what the device reported since.
    const shown = changes.filter(
      ({ vehicleId, latitudeDeg }) => latitudeDeg !== null || !this.states.isPartial(vehicleId),
    );
    if (shown.length > 0) this.bus.publish('positions.committed', { states: shown });
  }

  /** Reads missing states, as long as the database answers. */
  async #prepare(rows: readonly PositionRow[]): Promise<void> {
    if (Date.now() >= this.#awayUntilMs) {
      const isKnown = await Promise.race([
        this.states.ensure(rows).then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((done) => {
          setTimeout(done, STATES_LIMIT_MS, false).unref();
        }),
      ]);
      if (isKnown) return;
      this.#awayUntilMs = Date.now() + DATABASE_AWAY_MS;
    }
    this.states.assume(rows);
  }
}
