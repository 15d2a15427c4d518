import type { Services } from '../../platform/services.ts';
import { Partitions } from '../partitions.ts';
import { PositionStore } from '../position-store.ts';
import { VehicleStateStore } from '../vehicle-state-store.ts';
import { VehicleStates } from '../vehicle-states.ts';
import type { IngestStream } from './ingest-stream.ts';
import { readProgress, writeProgress } from './progress.repository.ts';
import { StreamWriter } from './stream-writer.ts';

export { IngestStream, PARTITIONS } from './ingest-stream.ts';
export { StreamStore } from './stream-store.ts';

/** Gateways read known devices again at most this often after clock faults. */
const CLEAR_MS = 10_000;

/** The writer of a worker: from the ingest stream to PostgreSQL. */
export interface RunningWriter
  extends Pick<StreamWriter, 'gained' | 'releasing' | 'lost' | 'removeStored'> {
  health(): true | string;
  close(): Promise<void>;
}

/** Starts the writer of this process; it stores the partitions that it is given. */
export function startWriter(
  { db, bus, log, metrics }: Pick<Services, 'db' | 'bus' | 'log' | 'metrics'>,
  stream: IngestStream,
): RunningWriter {
  // The gateways publish states before they are stored: they must not count as stored here.
  const deaf = { subscribe: () => () => undefined };
  const states = new VehicleStates(new VehicleStateStore(db.pool), deaf, log);
  const partitions = new Partitions(db.pool);
  let clearedMs = 0;
  const writer = new StreamWriter({
    stream,
    store: new PositionStore(db.pool, partitions, states),
    progress: {
      read: (of) => readProgress(db.pool, of),
      write: (of, sequences) => writeProgress(db.pool, of, sequences),
    },
    forget: (isOf) => states.forget(isOf),
    committed: (rows) => bus.publish('records.committed', { records: rows }),
    quarantined: () => {
      if (Date.now() - clearedMs < CLEAR_MS) return;
      clearedMs = Date.now();
      bus.publish('trackers.changed', { trackerId: null });
    },
    log,
  });
  metrics.gauge(
    'ingest_waiting_rows',
    'Rows of the ingest stream that wait for their commit',
    (g) => g.set(writer.waitingRows),
  );
  return {
    gained: (numbers) => writer.gained(numbers),
    releasing: async (numbers) => {
      await writer.releasing(numbers);
      await states.keep();
    },
    lost: () => writer.lost(),
    removeStored: () => writer.removeStored(),
    health: () => writer.health(),
    close: async () => {
      await writer.close();
      await states.close();
    },
  };
}
