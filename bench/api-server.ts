import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { createApp } from '../apps/server/src/app.ts';
import { startGateway } from '../apps/server/src/gateway/index.ts';
import { ACCESS_AUDIENCE, createTokens } from '../apps/server/src/platform/auth/index.ts';
import { createLocalBus } from '../apps/server/src/platform/bus/index.ts';
import { loadConfig } from '../apps/server/src/platform/config/index.ts';
import {
  type Database,
  migrate,
  openDatabase,
  startPostgres,
} from '../apps/server/src/platform/db/index.ts';
import { createDeliveries } from '../apps/server/src/platform/deliveries/index.ts';
import {
  createDeviceCommands,
  createDeviceMedia,
} from '../apps/server/src/platform/device-commands/index.ts';
import { createFiles } from '../apps/server/src/platform/files/index.ts';
import { AddressBook, outsideGeocoder } from '../apps/server/src/platform/geocoding/index.ts';
import { Health } from '../apps/server/src/platform/health.ts';
import { createJobs } from '../apps/server/src/platform/jobs/index.ts';
import { createLog } from '../apps/server/src/platform/log/index.ts';
import { createMailer } from '../apps/server/src/platform/mail/index.ts';
import { MapArchives } from '../apps/server/src/platform/map-archives/index.ts';
import { createMetrics } from '../apps/server/src/platform/metrics/index.ts';
import type { Services } from '../apps/server/src/platform/services.ts';
import { createVideoHub } from '../apps/server/src/video/index.ts';
import type { LivePace } from '../apps/server/src/video/live-camera.ts';
import { FREE_PORTS } from '../apps/server/test/test-config.ts';
import { withScratch } from './scratch.ts';

/** The api role over a fresh database. */
export interface ApiServer {
  /** Connections of the owner. */
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Its services; jobs are not started. */
  readonly services: Services;
  /** JT/T 808 port; 0 without a gateway. */
  readonly jt808Port: number;
  /** Teltonika port; 0 without a gateway. */
  readonly teltonikaPort: number;
  readonly url: string;
  /** An access token of a user. */
  issue(userId: number): Promise<string>;
}

/** With devices: a gateway and a video hub besides the api role, and pages of the benchmark. */
export interface CameraServerOptions {
  readonly webRoot: string | null;
  readonly pace: Partial<LivePace>;
  /** Whether PostgreSQL waits for the disk, for benchmarks that measure commits. */
  readonly isDurable?: boolean;
}

async function start(folder: string, cameras: CameraServerOptions | null) {
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    durable: cameras?.isDurable ?? false,
  });
  await migrate(postgres.url);
  const common = { NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const config = loadConfig({ ...common, ...FREE_PORTS });
  const db = openDatabase(postgres.url);
  const log = createLog(config.logLevel);
  const jobs = createJobs(postgres.url, log);
  const mail = createMailer(config);
  const deliveries = createDeliveries({ config, db, jobs, mail, log });
  const [bus, metrics, health] = [createLocalBus(), createMetrics(), new Health()];
  const deviceCommands = createDeviceCommands(bus);
  const hub =
    cameras === null
      ? null
      : createVideoHub({ config, db, bus, log, metrics, deviceCommands }, { pace: cameras.pace });
  const services = {
    ...{ config, db, bus, jobs, mail, deliveries, log, metrics, health },
    files: createFiles(config),
    addresses: new AddressBook(outsideGeocoder(config.map.geocoder, log)),
    mapArchives: new MapArchives(config, log),
    deviceCommands,
    deviceMedia: createDeviceMedia(),
    video: hub,
    videoSources: {},
  };
  await hub?.listen();
  const gateway = hub === null ? null : await startGateway(services);
  const app = await createApp(services, { webRoot: cameras?.webRoot ?? null, version: '0.0.0' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const issue = async (userId: number) =>
    (await createTokens(config, db)).issue(userId, ACCESS_AUDIENCE);
  const stop = async () => {
    await app.close();
    await gateway?.stop();
    await hub?.close();
    await jobs.stop().catch(() => undefined);
    await db.close();
    await postgres.stop();
  };
  const jt808Port = gateway?.addresses.jt808 ?? 0;
  const teltonikaPort = gateway?.addresses.teltonika ?? 0;
  const url = `http://127.0.0.1:${port}`;
  return { pool: db.pool, db, services, jt808Port, teltonikaPort, issue, url, stop };
}

/** Runs a benchmark against the api role on a separate database, and removes both. */
export async function withApiServer<T>(
  work: (server: ApiServer) => Promise<T>,
  cameras: CameraServerOptions | null = null,
): Promise<T> {
  return withScratch(async (folder) => {
    const server = await start(folder, cameras);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  });
}
