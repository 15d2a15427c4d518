import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Load, type LoadResult, percentile, runLoad } from './load.ts';
import { withDatabase, withSubject } from './subject.ts';
import type { BenchRow } from './track.ts';

const RUN_S = 6;

function against(
  mode: 'whole' | 'bare',
  url: string,
  load: Omit<Load, 'port'>,
): Promise<LoadResult> {
  return withSubject(mode, url, ({ port }) => runLoad({ ...load, port }));
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

/** Turns of ours and of what it is compared with, one after the other; the medians count. */
const ROUNDS = 3;
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Durably acknowledged ingest of 1,000 devices, one record a frame, beside the bare loop. */
export async function benchIngest(): Promise<BenchRow[]> {
  return withDatabase(1000, async ({ url, pool, numbers }) => {
    const load = { numbers, recordsPerFrame: 1, durationS: RUN_S, framesPerS: null };
    const bare: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startMs = Date.now() - 3_600_000;
      bare.push(rate(await against('bare', url, { ...load, startMs })));
      whole.push(rate(await against('whole', url, { ...load, startMs })));
      await pool.query('truncate bench_bare, positions, vehicle_states');
    }
    const what = `ingest, 1,000 devices, 1 record a frame (bare loop ${median(bare).toFixed(0)} records/s)`;
    return [row(what, median(whole), 'records/s', 0.65, median(whole) / median(bare))];
  });
}

/** What two clients copy: the rows of a table in two halves, in the order in which they lie. */
async function copyOut(pool: pg.Pool): Promise<Buffer[]> {
  return Promise.all(
    [0, 1].map(async (half) => {
      const client = await pool.connect();
      const stream = client.query(
        copyTo(
          `copy (select * from positions where vehicle_id % 2 = ${half}) to stdout (format binary)`,
        ),
      );
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      client.release();
      return Buffer.concat(parts);
    }),
  );
}

/** Rows a second that two clients copy into a table of the same shape, key and partitions. */
async function copyRate(pool: pg.Pool): Promise<number> {
  const halves = await copyOut(pool);
  const clients = await Promise.all(halves.map(() => pool.connect()));
  const started = performance.now();
  await Promise.all(
    clients.map((client, half) => {
      const stream = client.query(copyFrom('copy bench_copy from stdin (format binary)'));
      return new Promise<void>((done, failed) => {
        stream.once('finish', done);
        stream.once('error', failed);
        stream.end(halves[half]);
      });
    }),
  );
  const durationS = (performance.now() - started) / 1000;
  for (const client of clients) client.release();
  const { rows } = await pool.query('select count(*)::int as copied from bench_copy');
  return rows[0].copied / durationS;
}

/** A table like `positions`, with the same partitions. */
async function makeCopyTable(pool: pg.Pool): Promise<void> {
  await pool.query(
    'create table bench_copy (like positions including all) partition by range (device_time)',
  );
  const { rows } = await pool.query<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'positions'::regclass`,
  );
  for (const { name, bounds } of rows) {
    await pool.query(`create table bench_copy_${name} partition of bench_copy ${bounds}`);
  }
}

/** Backlog: 25 records a frame, beside two clients that COPY the same rows. */
export async function benchBacklog(): Promise<BenchRow[]> {
  return withDatabase(400, async ({ url, pool, numbers }) => {
    const copied: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = { numbers, recordsPerFrame: 25, durationS: RUN_S, framesPerS: null };
      const startMs = Date.now() - 20 * 3_600_000;
      whole.push(rate(await against('whole', url, { ...load, startMs })));
      if (round === 0) await makeCopyTable(pool);
      copied.push(await copyRate(pool));
      await pool.query('truncate bench_copy, positions, vehicle_states');
    }
    const what = `backlog, 25 records a frame (two-client COPY ${median(copied).toFixed(0)} rows/s)`;
    return [row(what, median(whole), 'records/s', 0.5, median(whole) / median(copied))];
  });
}

/** 10,000 devices at 1 Hz for 60 s: time to the acknowledgement, and that all of it is stored once. */
export async function benchTenThousand(): Promise<BenchRow[]> {
  return withDatabase(10_000, async ({ url, pool, numbers }) => {
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
