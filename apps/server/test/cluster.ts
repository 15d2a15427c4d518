import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { migrate, removePostgres, startPostgres } from '../src/platform/db/index.ts';
import { isAlive } from './is-alive.ts';

/** Name of the migrated database that every test database is copied from. */
export const TEMPLATE = 'roadworthy_template';

const CLUSTERS = resolve('node_modules/.cache/roadworthy-test-postgres');

/** Ends and removes what runs that were killed left behind; each folder is named by its run's pid. */
async function sweep(): Promise<void> {
  if (!existsSync(CLUSTERS)) return;
  for (const name of readdirSync(CLUSTERS)) {
    if (!isAlive(Number(name))) await removePostgres(join(CLUSTERS, name));
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the run, without the safety against power cuts that
 * makes it slow, and one migrated template in it. Several runs at once do not meet.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await sweep();
  const folder = join(CLUSTERS, String(process.pid));
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres({ folder, durable: false, maxConnections: 200 });
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query(`create database ${TEMPLATE}`);
  await owner.end();
  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  process.env.ROADWORTHY_TEST_POSTGRES = postgres.url;
  return async () => {
    await postgres.stop();
    await removePostgres(folder);
  };
}
