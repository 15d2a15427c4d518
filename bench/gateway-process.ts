import { type AddressInfo, createServer } from 'node:net';
import { teltonikaCodec } from '@roadworthy/protocols';
import { startGateway } from '../apps/server/src/gateway/index.ts';
import { createLocalBus } from '../apps/server/src/platform/bus/index.ts';
import { loadConfig } from '../apps/server/src/platform/config/index.ts';
import { openDatabase } from '../apps/server/src/platform/db/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';

// One side of the ingest benchmarks in a process of its own: `whole` is the product's gateway, `bare`
// a group-commit loop over the same frames that knows no device, no state, no repeat and no limit.
const mode = process.argv[2];
const config = loadConfig({
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SESSION_SECRET: 'a secret of thirty-two characters, for tests',
  GATEWAY_HOST: '127.0.0.1',
  TELTONIKA_PORT: '0',
  GT06_PORT: '0',
  JT808_PORT: '0',
  OSMAND_PORT: '0',
});
const db = openDatabase(config.databaseUrl ?? '');

interface Waiting {
  readonly row: readonly [timeMs: number, latitude: number, longitude: number, speed: number];
  readonly done: () => void;
}

/** The bare loop: whatever came while the last insert ran goes into the next one. */
function bareLoop(): (waiting: Waiting) => void {
  const queue: Waiting[] = [];
  let running = false;
  const run = async () => {
    while (queue.length > 0) {
      const batch = queue.splice(0, 1000);
      const column = (index: 0 | 1 | 2 | 3) => batch.map(({ row }) => row[index]);
      await db.pool.query({
        name: 'bare',
        text: `insert into bench_bare select to_timestamp(t / 1000.0), a, o, s
          from unnest($1::float8[], $2::float8[], $3::float8[], $4::real[]) as u(t, a, o, s)`,
        values: [column(0), column(1), column(2), column(3)],
      });
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
  await db.pool.query(
    'create table if not exists bench_bare (t timestamptz, a float8, o float8, s real)',
  );
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
        for (const { timeMs, latitudeDeg, longitudeDeg, speedKmh } of records) {
          add({
            row: [timeMs ?? 0, latitudeDeg ?? 0, longitudeDeg ?? 0, speedKmh ?? 0],
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
  const services = {
    config,
    db,
    bus: createLocalBus(),
    log: createLog('silent'),
    metrics: createMetrics(),
  };
  return (await startGateway(services)).addresses.teltonika;
}

const port = mode === 'bare' ? await startBare() : await startWhole();
process.send?.({ port });
process.on('disconnect', () => process.exit(0));
