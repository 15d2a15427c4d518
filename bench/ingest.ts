import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, startPostgres } from '../apps/server/src/platform/db/index.ts';
import { type Load, type LoadResult, percentile, runLoad } from './load.ts';
import type { BenchRow } from './track.ts';

const PROGRAM = join(fileURLToPath(import.meta.url), '../gateway-process.js');
const RUN_S = 10;

/** Makes one customer with as many tracked vehicles as asked. Returns the device numbers. */
async function makeDevices(pool: pg.Pool, count: number): Promise<string[]> {
  await pool.query(`insert into customers (name) values ('Bench')`);
  await pool.query(
    `insert into vehicles (customer_id, registration, type)
     select (select max(id) from customers), 'B' || n, 'VAN' from generate_series(1, $1::int) n`,
    [count],
  );
  const { rows } = await pool.query<{ number: string }>(
    `insert into trackers (customer_id, number, protocol, vehicle_id)
     select customer_id, (350000000000000 + id)::text, 'teltonika', id from vehicles
     returning number`,
  );
  return rows.map(({ number }) => number);
}

/** A durable PostgreSQL with devices, for the time of one benchmark. */
async function withDatabase<T>(
  devices: number,
  work: (url: string, pool: pg.Pool, numbers: string[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-bench-'));
  const postgres = await startPostgres({ folder });
  const pool = new pg.Pool({ connectionString: postgres.url });
  try {
    await migrate(postgres.url);
    return await work(postgres.url, pool, await makeDevices(pool, devices));
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function against(
  mode: 'whole' | 'bare',
  url: string,
  load: Omit<Load, 'port'>,
): Promise<LoadResult> {
  const child = fork(PROGRAM, [mode], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: tmpdir(),
      GATEWAY_MAX_CONNECTIONS: '20000',
    },
    execArgv: [],
  });
  try {
    const port = await new Promise<number>((done, failed) => {
      child.once('message', (message: { port: number }) => done(message.port));
      child.once('exit', () => failed(new Error('the gateway did not start')));
    });
    return await runLoad({ ...load, port });
  } finally {
    child.kill('SIGKILL');
  }
}

const rate = ({ records, durationS }: LoadResult) => records / durationS;
const row = (
  what: string,
  figure: number,
  unit: string,
  floor: number,
  ratio: number,
): BenchRow => ({
  what,
  figure,
  unit,
  floor,
  ratio,
  passes: ratio >= floor,
});

/** Durably acknowledged ingest of 1,000 devices, one record a frame, beside the bare loop. */
export async function benchIngest(): Promise<BenchRow[]> {
  return withDatabase(1000, async (url, _pool, numbers) => {
    const startMs = Date.now() - 3_600_000;
    const load = { numbers, recordsPerFrame: 1, durationS: RUN_S, framesPerS: null };
    const bare = await against('bare', url, { ...load, startMs });
    const whole = await against('whole', url, { ...load, startMs });
    const what = `ingest, 1,000 devices, 1 record a frame (bare loop ${rate(bare).toFixed(0)} records/s)`;
    return [row(what, rate(whole), 'records/s', 0.65, rate(whole) / rate(bare))];
  });
}

/** Rows a second that two clients copy into a table of the same shape and key. */
async function copyRate(pool: pg.Pool): Promise<number> {
  await pool.query('create table bench_copy (like positions including all)');
  const rows = 100_000;
  const startMs = Date.now() - 3_600_000;
  const started = performance.now();
  await Promise.all(
    [0, 1].map(async (part) => {
      const client = await pool.connect();
      const lines: string[] = [];
      for (let n = 0; n < rows; n += 1) {
        const time = new Date(startMs + n * 7).toISOString();
        lines.push(
          `1\t${part * 500 + (n % 500)}\t${time}\t${n}\t1\t52.${n % 1000}\t-1\t${n % 90}\t90\ttrue\ttrue\t${n}\t13.8\t{"priority": 0}\n`,
        );
      }
      const stream = client.query(
        copyFrom(
          `copy bench_copy (customer_id, vehicle_id, device_time, record_digest, tracker_id, latitude,
            longitude, speed_kmh, heading_deg, fix_valid, ignition, odometer_m, external_voltage_v,
            attributes) from stdin`,
        ),
      );
      await new Promise<void>((done, failed) => {
        stream.once('finish', done);
        stream.once('error', failed);
        stream.end(lines.join(''));
      });
      client.release();
    }),
  );
  return (2 * rows) / ((performance.now() - started) / 1000);
}

/** Backlog: 25 records a frame, beside two clients that COPY the same rows. */
export async function benchBacklog(): Promise<BenchRow[]> {
  return withDatabase(200, async (url, pool, numbers) => {
    const copied = await copyRate(pool);
    const whole = await against('whole', url, {
      numbers,
      recordsPerFrame: 25,
      durationS: RUN_S,
      framesPerS: null,
      startMs: Date.now() - 20 * 3_600_000,
    });
    const what = `backlog, 25 records a frame (two-client COPY ${copied.toFixed(0)} rows/s)`;
    return [row(what, rate(whole), 'records/s', 0.5, rate(whole) / copied)];
  });
}

/** 10,000 devices at 1 Hz for 60 s: time to the acknowledgement, and that all of it is stored once. */
export async function benchTenThousand(): Promise<BenchRow[]> {
  return withDatabase(10_000, async (url, pool, numbers) => {
    const result = await against('whole', url, {
      numbers,
      recordsPerFrame: 1,
      durationS: 60,
      framesPerS: 1,
      startMs: Date.now() - 20 * 3_600_000,
    });
    const { rows } = await pool.query('select count(*)::int as stored from positions');
    const p99Ms = percentile(result.latenciesMs, 0.99);
    const lost = result.records - rows[0].stored;
    return [
      {
        what: `10,000 devices at 1 Hz for 60 s, acknowledgement p99 (p50 ${percentile(result.latenciesMs, 0.5).toFixed(1)} ms)`,
        figure: p99Ms,
        unit: 'ms',
        floor: 50,
        ratio: p99Ms / 50,
        passes: p99Ms <= 50,
      },
      {
        what: `the same: acknowledged ${result.records}, stored ${rows[0].stored}`,
        figure: lost,
        unit: 'lost or doubled',
        floor: 0,
        ratio: lost === 0 ? 1 : 0,
        passes: lost === 0,
      },
    ];
  });
}
