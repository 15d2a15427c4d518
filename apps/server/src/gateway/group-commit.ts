import type { VehicleStateChange } from '../platform/bus/index.ts';
import { inSpan } from '../platform/tracing/index.ts';
import type { PositionRow } from './position-row.ts';

/*
 * Group commit: everything that all connections delivered while the last transaction ran is written
 * in the next one, and every device is acknowledged after it.
 *
 * Invariants
 *  - `submit` settles only after the transaction with its rows has ended; it resolves only when
 *    that transaction is committed. The caller acknowledges after that, never before.
 *  - All rows of a vehicle are written by the same writer, one transaction after the other, so two
 *    transactions never update the same last known state at once.
 *  - At most `maxQueuedRows` wait. Beyond that, `isFull` tells the sockets to pause.
 *  - A batch that the database refuses for its content is retried submission by submission, so
 *    invalid data of one device does not cost another its acknowledgement.
 */

/** Maximum rows in one transaction: beyond a thousand, longer batches gain little. */
const MAX_BATCH_ROWS = 2000;
const MAX_QUEUED_ROWS = 50_000;
const WRITERS = 2;

export type Store = (rows: readonly PositionRow[]) => Promise<VehicleStateChange[]>;

export interface GroupCommitEvents {
  /** Called after each commit with its content and the vehicles that moved. */
  readonly committed: (rows: readonly PositionRow[], changes: VehicleStateChange[]) => void;
  /** Called when a transaction failed. */
  readonly failed: (error: unknown) => void;
}

interface Submission {
  readonly rows: readonly PositionRow[];
  readonly done: () => void;
  readonly refused: (error: unknown) => void;
}

/** SQLSTATE classes caused by the content of a statement: data exception, integrity violation. */
export function blamesContent(error: unknown): boolean {
  const code = (error as { code?: unknown })?.code;
  return typeof code === 'string' && /^(22|23)/.test(code);
}

class Writer {
  readonly #waiting: Submission[] = [];
  #running = false;
  queuedRows = 0;

  constructor(
    private readonly store: Store,
    private readonly events: GroupCommitEvents,
  ) {}

  add(submission: Submission): void {
    this.#waiting.push(submission);
    this.queuedRows += submission.rows.length;
    if (this.#running) return;
    this.#running = true;
    // The rest of this turn of the event loop may bring records of more connections.
    setImmediate(() => void this.#run());
  }

  #take(): Submission[] {
    let rows = 0;
    let count = 0;
    for (const submission of this.#waiting) {
      if (count > 0 && rows + submission.rows.length > MAX_BATCH_ROWS) break;
      rows += submission.rows.length;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      await this.#commit(batch);
      for (const { rows } of batch) this.queuedRows -= rows.length;
    }
    this.#running = false;
  }

  async #commit(batch: readonly Submission[]): Promise<void> {
    const rows = batch.length === 1 ? (batch[0]?.rows ?? []) : batch.flatMap((one) => one.rows);
    try {
      const facts = { 'roadworthy.rows': rows.length };
      const changes = await inSpan('gateway commit', 'internal', facts, () => this.store(rows));
      for (const { done } of batch) done();
      this.events.committed(rows, changes);
    } catch (error) {
      if (batch.length > 1 && blamesContent(error)) {
        for (const one of batch) await this.#commit([one]);
        return;
      }
      this.events.failed(error);
      for (const { refused } of batch) refused(error);
    }
  }
}

export class GroupCommit {
  readonly #writers: Writer[];

  constructor(store: Store, events: GroupCommitEvents) {
    this.#writers = Array.from({ length: WRITERS }, () => new Writer(store, events));
  }

  /** Rows that wait for their transaction. */
  get queuedRows(): number {
    return this.#writers.reduce((sum, writer) => sum + writer.queuedRows, 0);
  }

  /** Whether sockets should pause until rows are written. */
  get isFull(): boolean {
    return this.queuedRows >= MAX_QUEUED_ROWS;
  }

  /**
   * Stores the rows of one vehicle. Resolves after their commit; rejects if they were not stored.
   *
   * @param rows of one vehicle, at least one
   */
  submit(rows: readonly PositionRow[]): Promise<void> {
    const writer = this.#writers[(rows[0]?.vehicleId ?? 0) % WRITERS] as Writer;
    return new Promise((done, refused) => writer.add({ rows, done, refused }));
  }
}
