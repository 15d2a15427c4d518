import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from '../apps/server/src/platform/db/postgres/index.ts';

const PREFIX = 'roadworthy-bench-';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function remove(folder: string): Promise<void> {
  await removePostgres(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}

/** Ends and removes what benchmarks that were killed left behind; each folder names its process. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await remove(join(tmpdir(), name));
  }
}

/**
 * A folder for the time of one benchmark, with `postgres` in it for a database. What was left by one
 * that was killed goes first.
 */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // PostgreSQL runs under another account where we are root, and would keep its data elsewhere.
  chmodSync(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await remove(folder);
  }
}
