import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { type Gateway, Partitions, startGateway } from './gateway/index.ts';
import {
  isEmptyInstallation,
  PASSWORD,
  prepareEvaluation,
  SIGN_IN_NAMES,
  startEvaluationFleet,
} from './modules/evaluation/index.ts';
import {
  hashPassword,
  needsFirstAdministrator,
  prepareSetupCode,
} from './modules/sign-in/index.ts';
import { createDatabaseBus } from './platform/bus/index.ts';
import { type Config, ConfigError, loadConfig, readEnvFile } from './platform/config/index.ts';
import { type Database, migrate, openDatabase, startPostgres } from './platform/db/index.ts';
import { Health } from './platform/health.ts';
import { createJobs } from './platform/jobs/index.ts';
import { createLog } from './platform/log/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import type { Services } from './platform/services.ts';

/** How the process was asked to start; from the command line. */
export interface StartOptions {
  /** No evaluation fleet: the first visit makes the first administrator. */
  readonly empty: boolean;
  /** Empties the data folder first. */
  readonly reset: boolean;
}

const here = dirname(fileURLToPath(import.meta.url));

/** What has to be undone at the end, the last first. */
class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | null = null;

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step);
  }

  run(): Promise<void> {
    this.#running ??= (async () => {
      for (const step of this.#steps) {
        await step().catch((error: unknown) => console.error('While stopping:', error));
      }
    })();
    return this.#running;
  }
}

function version(): string {
  let folder = here;
  while (folder !== dirname(folder)) {
    const path = join(folder, 'package.json');
    if (existsSync(path)) {
      const { name, version: found } = JSON.parse(readFileSync(path, 'utf8'));
      if (name === 'roadworthy') return found;
    }
    folder = dirname(folder);
  }
  return '0.0.0';
}

/** The database: DATABASE_URL, otherwise one of our own in the data folder. */
async function database(config: Config, shutdown: Shutdown): Promise<Database> {
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startPostgres({ folder: join(config.dataDir, 'postgres') });
    shutdown.add(() => postgres.stop());
    url = postgres.url;
  }
  await migrate(url);
  const db = openDatabase(url);
  shutdown.add(() => db.close());
  return db;
}

async function services(config: Config, shutdown: Shutdown): Promise<Services> {
  const log = createLog(config.logLevel);
  const db = await database(config, shutdown);
  const bus = await createDatabaseBus(db.url);
  shutdown.add(() => bus.close());
  const jobs = createJobs(db.url, log);
  const health = new Health();
  health.register('database', async () => {
    await db.pool.query('select 1');
    return true;
  });
  const mail = createMailer(config, jobs);
  return { config, db, bus, jobs, mail, log, health, metrics: createMetrics(true) };
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
}

async function startApi(all: Services, shutdown: Shutdown): Promise<void> {
  const webRoot = join(here, '../../web/dist');
  const app = await createApp(all, {
    webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : null,
    version: version(),
  });
  shutdown.add(() => app.close());
  await app.listen({ host: all.config.host, port: all.config.port });
}

/** The evaluation fleet, or the setup code of an installation without anybody. */
async function welcome(
  all: Services,
  gateway: Gateway | null,
  options: StartOptions,
  shutdown: Shutdown,
): Promise<string[]> {
  const { config, db, mail } = all;
  const lines = [`Roadworthy is ready: ${config.publicUrl}`];
  const wanted = config.evaluation.enabled && !options.empty;
  if (wanted && (await isEmptyInstallation(db))) {
    await prepareEvaluation(db, hashPassword);
  }
  if (await needsFirstAdministrator(db)) {
    const code = await prepareSetupCode(db);
    lines.push(`Make the first administrator there. Setup code: ${code}`);
  } else if (wanted && gateway !== null) {
    const fleet = await startEvaluationFleet(all, gateway.addresses, join(here, 'simulator.js'));
    if (fleet !== null) {
      shutdown.add(() => fleet.stop());
      lines.push(`Sign in as ${SIGN_IN_NAMES.join(', ')}`, `Password of all: ${PASSWORD}`);
    }
  }
  if (config.mail.smtpUrl === null) lines.push(`Mails are written to ${mail.destination}`);
  return lines;
}

function resetData(config: Config): void {
  if (config.production) throw new ConfigError('Production data is not emptied by this command.');
  if (config.databaseUrl !== null) {
    throw new ConfigError('DATABASE_URL names a database of yours: empty it yourself.');
  }
  rmSync(config.dataDir, { recursive: true, force: true });
}

async function start(options: StartOptions, shutdown: Shutdown): Promise<string[]> {
  readEnvFile();
  const config = loadConfig(process.env);
  if (options.reset) resetData(config);
  mkdirSync(config.dataDir, { recursive: true });
  const all = await services(config, shutdown);
  registerRetention(all);
  await all.jobs.start({ work: config.roles.includes('worker') });
  shutdown.add(() => all.jobs.stop());
  let gateway: Gateway | null = null;
  if (config.roles.includes('gateway')) {
    gateway = await startGateway(all);
    const started = gateway;
    shutdown.add(() => started.stop());
  }
  if (config.roles.includes('api')) await startApi(all, shutdown);
  return welcome(all, gateway, options, shutdown);
}

/** A sentence for what a person can mend; everything for what only we can. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another port (docs/configuration.md).`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Starts the server and stops it cleanly on Ctrl-C; a second Ctrl-C does not wait.
 *
 * @returns once it is ready, or after the process was told to end because it could not start
 */
export async function main(options: StartOptions): Promise<void> {
  const shutdown = new Shutdown();
  let stopping = false;
  const end = (code: number) => {
    if (stopping) process.exit(code || 130);
    stopping = true;
    void shutdown.run().then(() => process.exit(code));
  };
  process.on('SIGINT', () => end(0));
  process.on('SIGTERM', () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(explain(error));
    end(1);
  });
  try {
    for (const line of await start(options, shutdown)) console.log(line);
  } catch (error) {
    console.error(explain(error));
    end(1);
  }
}
