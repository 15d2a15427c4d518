import { migrate } from '../src/platform/db/index.ts';
import type { TestDatabase } from './harness.ts';

/** Empties a database: it has not even a schema. */
export async function emptyDatabase({ db }: TestDatabase): Promise<void> {
  await db.pool.query('drop schema public cascade; create schema public');
}

/** Empties a database and brings it to the schema of an earlier migration. */
export async function resetToMigration(test: TestDatabase, last: string): Promise<void> {
  await emptyDatabase(test);
  await migrate(test.url, undefined, last);
}
