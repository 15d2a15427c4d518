import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/platform/db/index.ts';
import type { TestDatabase } from './harness.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Empties a database and brings it to the schema of an earlier migration. */
export async function resetToMigration({ db, url }: TestDatabase, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-migrations-'));
  try {
    cpSync(MIGRATIONS, folder, {
      recursive: true,
      filter: (path) => path === MIGRATIONS || basename(path) <= last,
    });
    await db.pool.query('drop schema public cascade; create schema public');
    await migrate(url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
