import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { addPositions, makeBenchFleet } from './track-fleet.ts';

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
/** "Flat": with ten times the positions, at most this much slower; noise of a busy machine. */
const FLATNESS_LIMIT = 1.25;
const WARM_UPS = 40;
const REQUESTS = 200;

/** Asks once and reads the whole answer without looking into it. Returns ms and bytes. */
function ask(
  url: string,
  token: string,
  agent: Agent,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const startedMs = performance.now();
  return new Promise((done, failed) => {
    const asked = request(
      url,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) done({ ms: performance.now() - startedMs, bytes });
          else failed(new Error(`GET /api/track/ answered ${answer.statusCode}`));
        });
      },
    );
    asked.on('error', failed);
    asked.end();
  });
}

/** 95th percentile of the time of one request after another, in ms. */
async function p95Ms(url: string, token: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let n = 0; n < WARM_UPS + REQUESTS; n += 1) {
    const { ms, bytes } = await ask(url, token, agent);
    if (bytes < 1_000_000) throw new Error('The answer does not hold 10,000 vehicles.');
    if (n >= WARM_UPS) times.push(ms);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
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

function row(what: string, figure: number, unit: string, floor: number): BenchRow {
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
      const atOneMillion = await p95Ms(url, await server.issue(fleet.userId));
      await addPositions(server.pool, 1_000_000 / fleet.vehicles, 10_000_000 / fleet.vehicles);
      const atTenMillion = await p95Ms(url, await server.issue(fleet.userId));
      return [
        row('last positions of 10,000 vehicles, 1 M stored, p95', atOneMillion, 'ms', P95_LIMIT_MS),
        row(
          'last positions of 10,000 vehicles, 10 M stored, p95',
          atTenMillion,
          'ms',
          P95_LIMIT_MS,
        ),
        row('the same, 10 M against 1 M', atTenMillion / atOneMillion, 'times', FLATNESS_LIMIT),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
