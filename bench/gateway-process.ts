import { type AddressInfo, createServer } from 'node:net';
import { teltonikaCodec } from '@roadworthy/protocols';
import { from as copyFrom } from 'pg-copy-streams';
import { startGateway } from '../apps/server/src/gateway/index.ts';
import {
  POSITION_COLUMNS,
  withEncodedPositions,
} from '../apps/server/src/gateway/position-copy.ts';
import { type PositionRow, positionRow } from '../apps/server/src/gateway/position-row.ts';
import { startDerivation } from '../apps/server/src/modules/features/derivation/index.ts';
import { createLocalBus } from '../apps/server/src/platform/bus/index.ts';
import { loadConfig } from '../apps/server/src/platform/config/index.ts';
import { openDatabase } from '../apps/server/src/platform/db/index.ts';
import {
  createDeviceCommands,
  createDeviceMedia,
} from '../apps/server/src/platform/device-commands/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';
import { TEST_CONFIG } from '../apps/server/test/test-config.ts';

// One side of the ingest benchmarks in a process of its own: `whole` is the product's gateway, `bare`
// a group-commit loop over the same frames that stores the same columns the same way, but knows no
// device, no key (hence no repeat), no partition, no last known state and no limit.
// `derived` is the gateway with trips, events and geofences.
const mode = process.argv[2];
/**
 * The load runs some hundred times faster than the vehicles of its records: findings are written more
 * often than every second, so that each is written about as often as in real time.
 */
const DERIVED_PACE = { flushMs: 400 };
const config = loadConfig({
  ...process.env,
  ...TEST_CONFIG,
});
const db = openDatabase(config.databaseUrl ?? '');

interface Waiting {
  readonly row: PositionRow;
  readonly done: () => void;
}

const OWNER = { trackerId: 1, customerId: 1, vehicleId: 1 };

/** Copies rows into a table without a key, in a transaction of their own. */
async function copyRows(rows: readonly PositionRow[]): Promise<void> {
  const client = await db.pool.connect();
  await withEncodedPositions(rows, (data) => {
    const stream = client.query(
      copyFrom(`copy bench_bare (${POSITION_COLUMNS}) from stdin (format binary)`),
    );
    return new Promise<void>((done, failed) => {
      stream.once('error', failed);
      stream.once('finish', done);
      stream.end(data);
    });
  });
  client.release();
}

/** The bare loop: whatever came while the last copy ran goes into the next one. */
function bareLoop(): (waiting: Waiting) => void {
  const queue: Waiting[] = [];
  let running = false;
  const run = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, 2000);
      await copyRows(batch.map(({ row }) => row));
      for (const { done } of batch) done();
    }
    running = false;
  };
  return (waiting) => {
    queue.push(waiting);
    if (running) return;
    running = true;
    setImmediate(() => void run());
  };
}

async function startBare(): Promise<number> {
  await db.pool.query('create table if not exists bench_bare (like positions including defaults)');
  const add = bareLoop();
  const server = createServer((socket) => {
    const session = teltonikaCodec.createSession();
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const message of session.push(chunk)) {
        if (message.kind === 'login' && message.accepted !== null) socket.write(message.accepted);
        if (message.kind !== 'records') continue;
        const { stored, records } = message;
        let left = records.length;
        for (const record of records) {
          add({
            row: positionRow(OWNER, record, Date.now()),
            done: () => {
              left -= 1;
              if (left === 0 && stored !== null) socket.write(stored);
            },
          });
        }
      }
    });
  });
  await new Promise<void>((done) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => done());
  });
  return (server.address() as AddressInfo).port;
}

async function startWhole(): Promise<number> {
  const bus = createLocalBus();
  const services = {
    config,
    db,
    bus,
    deviceCommands: createDeviceCommands(bus),
    deviceMedia: createDeviceMedia(),
    log: createLog('silent'),
    metrics: createMetrics(),
  };
  if (mode === 'derived') startDerivation(services, DERIVED_PACE);
  return (await startGateway(services)).addresses.teltonika;
}

const port = mode === 'bare' ? await startBare() : await startWhole();
process.send?.({ port });
process.on('disconnect', () => process.exit(0));
