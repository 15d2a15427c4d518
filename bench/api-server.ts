import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createApp } from '../apps/server/src/app.ts';
import { ACCESS_AUDIENCE, createTokens } from '../apps/server/src/platform/auth/index.ts';
import { createLocalBus } from '../apps/server/src/platform/bus/index.ts';
import { loadConfig } from '../apps/server/src/platform/config/index.ts';
import { migrate, openDatabase, startPostgres } from '../apps/server/src/platform/db/index.ts';
import { createFiles } from '../apps/server/src/platform/files/index.ts';
import { Health } from '../apps/server/src/platform/health.ts';
import { createJobs } from '../apps/server/src/platform/jobs/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMailer } from '../apps/server/src/platform/mail/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';
import { createDeviceMedia, createOrders } from '../apps/server/src/platform/orders/index.ts';

/** The api role over a fresh database. */
export interface ApiServer {
  /** Connections of the owner. */
  readonly pool: pg.Pool;
  readonly url: string;
  /** An access token of a user. */
  issue(userId: number): Promise<string>;
}

async function start(folder: string) {
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false });
  await migrate(postgres.url);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const db = openDatabase(postgres.url);
  const log = createLog(config.logLevel);
  const jobs = createJobs(postgres.url, log);
  const mail = createMailer(config, jobs);
  const [bus, metrics, health] = [createLocalBus(), createMetrics(), new Health()];
  const services = {
    ...{ config, db, bus, jobs, mail, log, metrics, health },
    files: createFiles(config),
    orders: createOrders(bus),
    deviceMedia: createDeviceMedia(),
    video: null,
    videoSources: {},
  };
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

/** Runs a benchmark against the api role on a database of its own, and removes both. */
export async function withApiServer<T>(work: (server: ApiServer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-bench-api-'));
  try {
    const server = await start(folder);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
