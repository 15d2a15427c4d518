import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type Gateway, Partitions, startGateway } from './gateway/index.ts';
import { openStream, startPartitions } from './ingest.ts';
import { emptyInstallation, openInstallation } from './installation.ts';
import {
  hashPassword,
  needsFirstAdministrator,
  prepareSetupCode,
} from './modules/core/sign-in/index.ts';
import { startAlerts } from './modules/features/alerts/index.ts';
import { startMonthDocuments } from './modules/features/vehicle-check/index.ts';
import {
  keepMediaOfDevices,
  startClips,
  startFetching,
} from './modules/features/video-recorded/index.ts';
import {
  PASSWORD,
  prepareDemo,
  SIGN_IN_NAMES,
  startDemoFleet,
} from './modules/services/demo/index.ts';
import { createDatabaseBus, createNatsBus } from './platform/bus/index.ts';
import { type Config, loadConfig, ROLES, readEnvFile } from './platform/config/index.ts';
import { createDeliveries } from './platform/deliveries/index.ts';
import { createDeviceCommands, createDeviceMedia } from './platform/device-commands/index.ts';
import { createFiles, makePrivate, registerFileJobs } from './platform/files/index.ts';
import { AddressBook, outsideGeocoder } from './platform/geocoding/index.ts';
import { Health } from './platform/health.ts';
import { InstallationWarnings, installationFaults } from './platform/installation-warnings.ts';
import { createJobs } from './platform/jobs/index.ts';
import { createLog } from './platform/log/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { MapArchives } from './platform/map-archives/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import { OperatorError } from './platform/operator-error.ts';
import { productVersion } from './platform/product-version.ts';
import type { Services } from './platform/services.ts';
import { Shutdown } from './platform/shutdown.ts';
import { startTracing } from './platform/tracing/index.ts';
import { registerFeatureJobs } from './registration.ts';
import { createVideoHub, type RunningHub, videoSources } from './video/index.ts';

/** Options of the command line. */
export interface StartOptions {
  /** No demo fleet: the first visitor creates the first administrator. */
  readonly empty: boolean;
  /** Empties the data folder first. */
  readonly reset: boolean;
}

/** Time limit for an interrupted start to reach a point where it can be undone. */
const START_LIMIT_MS = 10_000;
const here = dirname(fileURLToPath(import.meta.url));

/** The services of a whole process, including the start of the video hub. */
interface ProcessServices extends Services {
  readonly video: RunningHub;
}

async function services(config: Config, shutdown: Shutdown): Promise<ProcessServices> {
  const log = createLog(config.logLevel);
  const stopTracing = await startTracing(config, productVersion());
  if (stopTracing !== null) shutdown.add('tracing', stopTracing);
  const db = await openInstallation(config, log, shutdown);
  const bus =
    config.bus === null ? await createDatabaseBus(db.url) : await createNatsBus(config.bus, log);
  shutdown.add('bus', () => bus.close());
  const jobs = createJobs(db.url, log);
  const health = new Health();
  health.register('database', async () => {
    await db.pool.query('select 1');
    return true;
  });
  if (config.bus !== null) health.register('bus', async () => bus.health?.() ?? true);
  const mail = createMailer(config);
  const deliveries = createDeliveries({ config, db, jobs, mail, log });
  const deviceCommands = createDeviceCommands(bus, config.video.host);
  shutdown.add('deviceCommands', async () => deviceCommands.close());
  const deviceMedia = createDeviceMedia();
  const metrics = createMetrics(true);
  const files = createFiles(config);
  // A large store takes a while; its folder is made private first, so that the start need not wait.
  for (const folder of ['files', 'mail']) {
    makePrivate(join(config.dataDir, folder)).then(
      (changed) => changed > 0 && log.info({ folder, changed }, 'modes of stored files corrected'),
      (error: unknown) => log.error({ err: error, folder }, 'modes of stored files not corrected'),
    );
  }
  health.register('disk', files.space.health);
  const video = createVideoHub({ config, db, bus, log, metrics, deviceCommands });
  return {
    config,
    db,
    bus,
    jobs,
    files,
    mail,
    deliveries,
    log,
    health,
    metrics,
    deviceCommands,
    deviceMedia,
    addresses: new AddressBook(outsideGeocoder(config.map.geocoder, log)),
    mapArchives: new MapArchives(config, log),
    video,
    videoSources: videoSources(deviceCommands, video),
  };
}

function registerRetention({ config, db, jobs, log }: Services): void {
  const partitions = new Partitions(db.pool);
  jobs.register(
    'positions-partitions',
    async () => {
      await partitions.prepare(Date.now());
      const dropped = await partitions.dropExpired(Date.now(), config.positionsRetentionDays);
      log.info({ dropped }, 'partitions of positions prepared');
    },
    '17 3 * * *',
  );
  jobs.register('positions-reception', () => partitions.indexReception(Date.now()), '* * * * *');
}

/** Declares every job, including those that another process runs. */
function registerJobs(all: Services): void {
  registerRetention(all);
  registerFileJobs(all);
  registerFeatureJobs(all);
}

/** The `api` role, not listening yet. */
async function prepareApi(all: Services, shutdown: Shutdown): Promise<FastifyInstance> {
  const webRoot = join(here, '../../web/dist');
  const app = await createApp(all, {
    webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : null,
    version: productVersion(),
  });
  shutdown.add('api', () => app.close());
  return app;
}

/** Opens the camera ports if this process shows live video or fetches recordings. */
async function startVideo(all: ProcessServices, shutdown: Shutdown): Promise<void> {
  const { config, health, video } = all;
  if (!config.roles.includes('api') && !config.roles.includes('worker')) return;
  await video.listen();
  shutdown.add('video', () => video.close());
  health.register('video', async () => video.health());
  shutdown.add('fetching of video', startFetching(all));
}

/** Starts the roles; HTTP last. Returns the gateway if there is one. */
async function startRoles(all: ProcessServices, shutdown: Shutdown): Promise<Gateway | null> {
  const { config, jobs } = all;
  registerJobs(all);
  await startVideo(all, shutdown);
  await jobs.start({ work: config.roles.includes('worker') });
  shutdown.add('jobs', () => jobs.stop());
  all.health.register('jobs', async () => jobs.health());
  const stream = await openStream(all, shutdown);
  if (config.roles.includes('worker')) {
    const stopAlerts = startAlerts(all);
    shutdown.add('alerts', async () => stopAlerts());
    shutdown.add('documents', startMonthDocuments(all));
    const stopClips = startClips(all);
    shutdown.add('clips', async () => stopClips());
    startPartitions(all, stream, shutdown);
  }
  keepMediaOfDevices(all);
  const gateway = config.roles.includes('gateway') ? await startGateway(all, {}, stream) : null;
  if (gateway !== null) {
    shutdown.add('gateway', () => gateway.stop());
    all.health.register('gateway', async () => gateway.health());
  }
  const warnings = new InstallationWarnings({
    pool: all.db.pool,
    log: all.log,
    findFaults: () => installationFaults(all.files.space, gateway, all.mapArchives),
  });
  shutdown.add('warnings', () => warnings.close());
  if (config.roles.includes('api')) {
    const app = await prepareApi(all, shutdown);
    await app.listen({ host: config.host, port: config.port });
  }
  return gateway;
}

/** Starts the simulated vehicles if this installation has them. */
async function driveFleet(all: Services, gateway: Gateway, shutdown: Shutdown): Promise<string[]> {
  const fleet = await startDemoFleet(all, gateway.addresses, join(here, 'simulator.js'));
  if (fleet === null) return [];
  shutdown.add('simulated fleet', () => fleet.stop());
  return [`Sign in as ${SIGN_IN_NAMES.join(', ')}`, `Password of all: ${PASSWORD}`];
}

/** The message once the server is up. */
async function welcome({ config, db, mail }: Services, fleet: string[]): Promise<string[]> {
  if (!config.roles.includes('api')) return [`Roadworthy is ready: ${config.roles.join(', ')}`];
  const lines = [`Roadworthy is ready: ${config.publicUrl}`, ...fleet];
  if (await needsFirstAdministrator(db)) {
    const code = await prepareSetupCode(db);
    lines.push(`Make the first administrator there. Setup code: ${code}`);
  }
  if (config.mail.smtpUrl === null) lines.push(`Mails are written to ${mail.destination}`);
  return lines;
}

/** Whether this process is the whole server, as the demo fleet requires. */
const isWhole = (config: Config) => ROLES.every((role) => config.roles.includes(role));

async function start(options: StartOptions, shutdown: Shutdown): Promise<string[]> {
  readEnvFile();
  const config = loadConfig(process.env);
  if (options.reset) await emptyInstallation(config);
  mkdirSync(config.dataDir, { recursive: true });
  const all = await services(config, shutdown);
  const hasFleet = config.demo.enabled && !options.empty && isWhole(config);
  if (hasFleet) await prepareDemo(all.db, hashPassword, all.files);
  const gateway = await startRoles(all, shutdown);
  const fleet = hasFleet && gateway !== null ? await driveFleet(all, gateway, shutdown) : [];
  return welcome(all, fleet);
}

/** A sentence for errors that the operator can fix; all details for others. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another port (docs/configuration.md).`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Starts the server and stops it cleanly on Ctrl-C; a second Ctrl-C does not wait.
 *
 * @returns once it is ready, or after the process was set to end because it could not start
 */
export async function main(options: StartOptions): Promise<void> {
  const shutdown = new Shutdown();
  let starting: Promise<unknown> = Promise.resolve();
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code || 130);
    ending = true;
    // The current step is finished first, so that it can be undone.
    await Promise.race([starting.catch(() => undefined), sleep(START_LIMIT_MS)]);
    process.exit((await shutdown.run()) ? code : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(explain(error));
    void end(1);
  });
  try {
    const lines = start(options, shutdown);
    starting = lines;
    for (const line of await lines) if (!ending) console.log(line);
  } catch (error) {
    if (ending) return;
    console.error(explain(error));
    void end(1);
  }
}
