import { Partitions } from '../apps/server/src/gateway/partitions.ts';
import { type ApiServer, withApiServer } from './api-server.ts';
import { percentile, runLoad } from './load.ts';
import { makeDevices } from './subject.ts';
import { type BenchRow, row } from './track.ts';

const VEHICLES = 50;
const STORED = 200_000;
/** Of each vehicle. */
const ROWS_AT_ONCE = 40;
const LIVE_S = 20;
const LOAD_S = 6;
const ROUNDS = 3;
/** Limits: rows a second of one reader, lag at 50 vehicles at 1 Hz, ingest with a reader to without. */
const ROWS_FLOOR = 10_000;
const LAG_LIMIT_MS = 1000;
const INGEST_FLOOR = 0.8;

interface Page {
  readonly results: readonly { readonly received_at: string }[];
  readonly next_version: string;
  readonly has_more: boolean;
}

/** Reads a feed as an integrator does. */
async function openFeed({ pool, issue, url }: ApiServer) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     select max(id), 'feed', 'feed@bench.test', 'Feed', 'Reader', 'ADMIN' from customers returning id`,
  );
  const userId = rows[0]?.id ?? 0;
  await pool.query(`insert into user_modules values ($1, 'Trace')`, [userId]);
  const headers = { authorization: `Bearer ${await issue(userId)}` };
  return async (query: Record<string, string>): Promise<Page> => {
    const answer = await fetch(`${url}/api/feeds/positions/?${new URLSearchParams(query)}`, {
      headers,
    });
    if (!answer.ok) throw new Error(`The feed answers ${answer.status}.`);
    return (await answer.json()) as Page;
  };
}
type Feed = Awaited<ReturnType<typeof openFeed>>;

/** Follows the feed until `isOver`. Returns the lag of each row, ms. */
async function follow(feed: Feed, isOver: () => boolean): Promise<Float64Array> {
  const lags: number[] = [];
  let version = (await feed({})).next_version;
  while (!isOver()) {
    const page = await feed({ from_version: version, limit: '5000', wait: '1' });
    const nowMs = Date.now();
    for (const { received_at: at } of page.results) lags.push(nowMs - Date.parse(at));
    version = page.next_version;
  }
  return Float64Array.from(lags).sort();
}

async function withReader<T>(feed: Feed, work: () => Promise<T>): Promise<[T, Float64Array]> {
  let isOver = false;
  const lags = follow(feed, () => isOver);
  const result = await work();
  isOver = true;
  return [result, await lags];
}

/** Rows a second of a reader that catches up. */
async function rowsPerS({ pool }: ApiServer, feed: Feed): Promise<number> {
  const from = new Date(Date.now() - 1000).toISOString();
  // As the gateway writes: many transactions, one after the other.
  for (let first = 0; first < STORED / VEHICLES; first += ROWS_AT_ONCE) {
    await pool.query(
      `insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest,
         latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition, attributes)
       select v.customer_id, v.id, t.id, now() - n * interval '1 second', n, 52, -1, 50, 90, true,
         true, '{"io66": 13800}'
       from vehicles v join trackers t on t.vehicle_id = v.id, generate_series($1::int, $2::int) n`,
      [first + 1, first + ROWS_AT_ONCE],
    );
  }
  await pool.query('analyze positions');
  const startedMs = performance.now();
  let count = 0;
  let query: Record<string, string> = { from };
  for (;;) {
    const page = await feed({ ...query, limit: '5000' });
    count += page.results.length;
    if (!page.has_more) break;
    query = { from_version: page.next_version };
  }
  if (count !== STORED) throw new Error(`${count} of ${STORED} rows were read.`);
  return count / ((performance.now() - startedMs) / 1000);
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The feed of positions: its speed, its lag, and what it costs the ingest. */
export async function benchDataFeeds(): Promise<BenchRow[]> {
  return withApiServer(
    async (server) => {
      const { pool, teltonikaPort: port } = server;
      const numbers = await makeDevices(pool, VEHICLES);
      const feed = await openFeed(server);
      const speed = await rowsPerS(server, feed);
      // The job of each minute, which does not run here.
      await new Partitions(pool).indexReception(Date.now());
      const live = { port, numbers, recordsPerFrame: 1 };
      const [, lags] = await withReader(feed, () =>
        runLoad({ ...live, durationS: LIVE_S, framesPerS: 1, startMs: Date.now() }),
      );
      const full = { ...live, durationS: LOAD_S, framesPerS: null };
      const [alone, read]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const plain = await runLoad({ ...full, startMs: Date.now() + round * 2e6 });
        alone.push(plain.records / plain.durationS);
        const [busy] = await withReader(feed, () =>
          runLoad({ ...full, startMs: Date.now() + round * 2e6 + 1e6 }),
        );
        read.push(busy.records / busy.durationS);
      }
      const ratio = median(read) / median(alone);
      const lag = percentile(lags, 0.99);
      return [
        {
          ...row('feed of positions, one reader that catches up', speed, 'rows/s', ROWS_FLOOR),
          passes: speed >= ROWS_FLOOR,
        },
        {
          ...row('feed of positions, 50 vehicles at 1 Hz, lag p99', lag, 'ms', LAG_LIMIT_MS),
          ratio: lag / LAG_LIMIT_MS,
          passes: lag <= LAG_LIMIT_MS,
        },
        {
          ...row('ingest while a reader follows', median(read), 'records/s', INGEST_FLOOR),
          what: `ingest while a reader follows (alone ${median(alone).toFixed(0)} records/s)`,
          ratio,
          passes: ratio >= INGEST_FLOOR,
        },
      ];
    },
    { webRoot: null, pace: {}, isDurable: true },
  );
}
