import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.ROADWORTHY_TEST_POSTGRES });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A fresh migrated database of its own, copied from the run's template within some 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asOwner(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = new URL(process.env.ROADWORTHY_TEST_POSTGRES ?? '');
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, { maxConnections: 10 });
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.close();
      await asOwner(`drop database ${name} with (force)`);
    },
  };
}
