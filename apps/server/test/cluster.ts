import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { migrate, startPostgres } from '../src/platform/db/index.ts';

/** Name of the migrated database that every test database is copied from. */
export const TEMPLATE = 'roadworthy_template';

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, without the safety against power cuts
 * that makes it slow, and one migrated template in it. One left behind by a killed run is taken over.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = resolve('node_modules/.cache/roadworthy-test-postgres');
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres({ folder, durable: false, maxConnections: 200 });
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const { rows } = await owner.query(
    "select datname from pg_database where datname like 'test\\_%' or datname = $1",
    [TEMPLATE],
  );
  for (const { datname } of rows) await owner.query(`drop database "${datname}" with (force)`);
  await owner.query(`create database ${TEMPLATE}`);
  await owner.end();
  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  process.env.ROADWORTHY_TEST_POSTGRES = postgres.url;
  return () => postgres.stop();
}
