import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { createApp } from '../apps/server/src/app.ts';
import { ACCESS_AUDIENCE, createTokens } from '../apps/server/src/platform/auth/index.ts';
import { createLocalBus } from '../apps/server/src/platform/bus/index.ts';
import { loadConfig } from '../apps/server/src/platform/config/index.ts';
import { migrate, openDatabase, startPostgres } from '../apps/server/src/platform/db/index.ts';
import { Health } from '../apps/server/src/platform/health.ts';
import { createJobs } from '../apps/server/src/platform/jobs/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMailer } from '../apps/server/src/platform/mail/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';
import { addPositions, makeBenchFleet, moveOn } from './track-fleet.ts';

/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly floor: number;
  /** Figure over floor; below 1 is good here, where less is better. */
  readonly ratio: number;
  readonly passes: boolean;
}

const P95_LIMIT_MS = 60;
/** "Flat": with ten times the positions at most this much slower, which is noise. */
const FLATNESS_LIMIT = 1.25;
const WARM_UPS = 40;
const REQUESTS = 200;

/**
 * What the reader's thread runs; it stands on its own, because only its text goes there. Asks when
 * told, reads the whole answer without looking into it, and says how long that took.
 */
function reader(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { Agent, request } = process.getBuiltinModule('node:http');
  const agent = new Agent({ keepAlive: true });
  parentPort?.on('message', () => {
    const startedMs = performance.now();
    const asked = request(workerData.url, { agent, headers: workerData.headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        const ms = performance.now() - startedMs;
        parentPort.postMessage({ ms, bytes, status: answer.statusCode });
      });
    });
    asked.end();
  });
}

interface Timings {
  readonly medianMs: number;
  readonly p95Ms: number;
}

/**
 * Times of one request after another. The reader has a thread of its
 * own, as a browser has a machine of its own. Between two requests the fleet moves on by a second: a
 * thirtieth of the vehicles report.
 */
async function timings(pool: pg.Pool, url: string, token: string): Promise<Timings> {
  const worker = new Worker(`(${reader.toString()})()`, {
    eval: true,
    workerData: { url, headers: { authorization: `Bearer ${token}` } },
  });
  const times: number[] = [];
  for (let n = 0; n < WARM_UPS + REQUESTS; n += 1) {
    await moveOn(pool, n);
    worker.postMessage('ask');
    const [{ ms, bytes, status }] = await once(worker, 'message');
    if (status !== 200 || bytes < 1_000_000)
      throw new Error(`The answer ${status} is not the fleet.`);
    if (n >= WARM_UPS) times.push(ms);
  }
  await worker.terminate();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { medianMs: at(0.5), p95Ms: at(0.95) };
}

async function startServer(folder: string) {
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false });
  await migrate(postgres.url);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const db = openDatabase(postgres.url);
  const log = createLog(config.logLevel);
  const jobs = createJobs(postgres.url, log);
  const mail = createMailer(config, jobs);
  const [bus, metrics, health] = [createLocalBus(), createMetrics(), new Health()];
  const services = { config, db, bus, jobs, mail, log, metrics, health };
  const app = await createApp(services, { webRoot: null, version: '0.0.0' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const issue = async (userId: number) =>
    (await createTokens(config, db)).issue(userId, ACCESS_AUDIENCE);
  const stop = async () => {
    await app.close();
    await db.close();
    await postgres.stop();
  };
  return { pool: db.pool, issue, url: `http://127.0.0.1:${port}`, stop };
}

/** A line of the table, for a figure that should be small. */
export function row(what: string, figure: number, unit: string, floor: number): BenchRow {
  const ratio = figure / floor;
  return { what, figure, unit, floor, ratio, passes: ratio <= 1 };
}

/**
 * The last positions of 10,000 vehicles through the API (one request after another, over HTTP, with
 * access and row-level security as for everybody), at 1 and at 10 million stored positions.
 */
export async function benchTrack(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-bench-track-'));
  try {
    const server = await startServer(folder);
    try {
      const fleet = await makeBenchFleet(server.pool);
      const url = `${server.url}/api/track/`;
      await addPositions(server.pool, 0, 1_000_000 / fleet.vehicles);
      const atOneMillion = await timings(server.pool, url, await server.issue(fleet.userId));
      await addPositions(server.pool, 1_000_000 / fleet.vehicles, 10_000_000 / fleet.vehicles);
      const atTenMillion = await timings(server.pool, url, await server.issue(fleet.userId));
      const what = 'last positions of 10,000 vehicles';
      return [
        row(`${what}, 1 M stored, p95`, atOneMillion.p95Ms, 'ms', P95_LIMIT_MS),
        row(`${what}, 10 M stored, p95`, atTenMillion.p95Ms, 'ms', P95_LIMIT_MS),
        row(
          `${what}, median at 10 M over 1 M`,
          atTenMillion.medianMs / atOneMillion.medianMs,
          'times',
          FLATNESS_LIMIT,
        ),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
