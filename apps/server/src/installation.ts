import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './platform/config/index.ts';
import {
  type Database,
  homeElsewhere,
  migrate,
  openDatabase,
  removePostgres,
  runningPostgres,
  startPostgres,
} from './platform/db/index.ts';
import type { Log } from './platform/log/index.ts';
import { OperatorError } from './platform/operator-error.ts';
import type { Shutdown } from './platform/shutdown.ts';

/** Folder of our own PostgreSQL within the data folder. */
const POSTGRES = 'postgres';

/** The database of DATABASE_URL; if it is unavailable, the start fails without showing its password. */
async function foreignDatabase(url: string): Promise<string> {
  try {
    await migrate(url);
    return url;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const { host } = new URL(url);
    throw new OperatorError('database.not_usable', { host, reason: message || (code ?? '') });
  }
}

/**
 * Opens and migrates the database: that of DATABASE_URL, otherwise our own in the data folder.
 *
 * @param shutdown receives the steps that close it and stop PostgreSQL
 * @throws OperatorError if DATABASE_URL cannot be used or our own database cannot run
 */
export async function openInstallation(
  config: Config,
  log: Log,
  shutdown: Shutdown,
): Promise<Database> {
  let url = config.databaseUrl;
  if (url === null) {
    const postgres = await startPostgres({
      folder: join(config.dataDir, POSTGRES),
      onRestart: () => log.error('PostgreSQL had ended by itself and was started again'),
    });
    shutdown.add('PostgreSQL', () => postgres.stop());
    url = postgres.url;
    await migrate(url);
  } else {
    await foreignDatabase(url);
  }
  const db = openDatabase(url);
  shutdown.add('connections', () => db.close());
  return db;
}

/** Connection string of the database, for a command of the terminal, and a function to call afterwards. */
export interface OpenedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Connection string of the database if it runs; null otherwise. That of DATABASE_URL counts as running. */
export async function runningDatabase(config: Config): Promise<string | null> {
  return config.databaseUrl ?? (await runningPostgres(join(config.dataDir, POSTGRES)));
}

/** Whether the installation has a database: false before the first start. */
export const hasDatabase = (config: Config): boolean =>
  config.databaseUrl !== null ||
  [join(config.dataDir, POSTGRES), homeElsewhere(join(config.dataDir, POSTGRES))].some((folder) =>
    existsSync(join(folder, 'cluster')),
  );

/**
 * The database of the installation for a command: that of a running server, otherwise our own PostgreSQL is
 * started.
 *
 * @param isAlone whether the command must not run beside a server
 * @throws OperatorError if a server is running and must not, or PostgreSQL cannot run
 */
export async function databaseForCommand(
  config: Config,
  isAlone: boolean,
): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, close: async () => undefined };
  const folder = join(config.dataDir, POSTGRES);
  const running = isAlone ? null : await runningPostgres(folder);
  if (running !== null) return { url: running, close: async () => undefined };
  mkdirSync(config.dataDir, { recursive: true });
  const postgres = await startPostgres({ folder });
  return { url: postgres.url, close: () => postgres.stop() };
}

/**
 * Deletes the product's content of the data folder; other files stay.
 *
 * @throws OperatorError in production, with DATABASE_URL, and while a server is running
 */
export async function emptyInstallation(config: Config): Promise<void> {
  if (config.production) throw new OperatorError('reset.production');
  if (config.databaseUrl !== null) {
    throw new OperatorError('reset.foreign_database');
  }
  console.log(`Emptying ${config.dataDir} …`);
  await removePostgres(join(config.dataDir, POSTGRES));
  for (const name of ['mail', 'session-secret', 'demo-fleet.json']) {
    rmSync(join(config.dataDir, name), { recursive: true, force: true });
  }
}
