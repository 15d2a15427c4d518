import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Ends the database of a folder, whoever left it running, and removes both. */
export async function removeScratch(folder: string): Promise<void> {
  await removePostgres(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}

/** Ends and removes what benchmarks that were killed left behind; each folder names its process. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await removeScratch(join(tmpdir(), name));
  }
}

/** A process that removes the folder when this one ends without having done so; see there. */
function startKeeper(folder: string) {
  const program = join(fileURLToPath(import.meta.url), '../scratch-keeper.js');
  // Of a group of its own, so that what ends the benchmark spares it.
  const keeper = spawn(process.execPath, [program, folder], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  return keeper;
}

/**
 * A folder for the time of one benchmark, with `postgres` in it for a database. It goes with the
 * benchmark, also where that is killed; what is left even so, as by a machine that stopped, goes first.
 */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // PostgreSQL runs under another account where we are root, and would keep its data elsewhere.
  chmodSync(folder, 0o755);
  const keeper = startKeeper(folder);
  try {
    return await work(folder);
  } finally {
    await removeScratch(folder);
    keeper.stdin?.end();
  }
}
