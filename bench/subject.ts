import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate, startPostgres } from '../apps/server/src/platform/db/index.ts';
import { endPool } from './end-pool.ts';
import { withScratch } from './scratch.ts';

/** Set to a folder, it gets a CPU profile of the measured process. */
const PROFILE = process.env.BENCH_PROFILE;
const PROGRAM = join(fileURLToPath(import.meta.url), '../gateway-process.js');

/** Makes one customer with as many tracked vehicles as asked. Returns the device numbers. */
export async function makeDevices(pool: pg.Pool, count: number): Promise<string[]> {
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

/** A database that a benchmark measures against. */
export interface BenchDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Numbers of its devices. */
  readonly numbers: readonly string[];
  /** Process id of PostgreSQL. */
  readonly pid: number;
}

/** A durable PostgreSQL with devices, for the time of one benchmark. */
export async function withDatabase<T>(
  devices: number,
  work: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  return withScratch(async (folder) => {
    const postgres = await startPostgres({ folder: join(folder, 'postgres') });
    const pool = new pg.Pool({ connectionString: postgres.url });
    try {
      await migrate(postgres.url);
      const numbers = await makeDevices(pool, devices);
      return await work({ url: postgres.url, pool, numbers, pid: postgres.pid });
    } finally {
      await endPool(pool);
      await postgres.stop();
    }
  });
}

/** What is measured: the gateway, the gateway with trips, events and geofences, or a bare loop. */
export type SubjectMode = 'whole' | 'derived' | 'bare';

/**
 * Starts a gateway in a process of its own, for as long as the work takes.
 *
 * @param url of its database
 */
export async function withSubject<T>(
  mode: SubjectMode,
  url: string,
  work: (subject: { port: number; pid: number }) => Promise<T>,
): Promise<T> {
  const child: ChildProcess = fork(PROGRAM, [mode], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: tmpdir(),
      GATEWAY_MAX_CONNECTIONS: '20000',
    },
    execArgv: PROFILE === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', PROFILE],
  });
  try {
    const port = await new Promise<number>((done, failed) => {
      child.once('message', (message: { port: number }) => done(message.port));
      child.once('exit', () => failed(new Error('the gateway did not start')));
    });
    return await work({ port, pid: child.pid ?? 0 });
  } finally {
    if (PROFILE === undefined) child.kill('SIGKILL');
    else child.disconnect();
    if (child.exitCode === null && child.signalCode === null) {
      await new Promise((done) => child.once('exit', done));
    }
  }
}
