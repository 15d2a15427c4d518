import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removePostgres } from '../apps/server/src/platform/db/postgres/index.ts';
import { isAlive } from '../apps/server/test/is-alive.ts';

const PREFIX = 'roadworthy-bench-';

/** Stops the database of a folder, even one left running, and removes both. */
export async function removeScratch(folder: string): Promise<void> {
  await removePostgres(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}

/** Stops and removes the databases of killed benchmarks; each folder contains its process id. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // A server of the killed benchmark can still use its database: it is removed next time.
    await removeScratch(join(tmpdir(), name)).catch((error: Error) =>
      console.warn(`${name} stays for now: ${error.message}`),
    );
  }
}

/** A process that removes the folder if this one ends without doing so (`scratch-keeper.ts`). */
function startKeeper(folder: string) {
  const program = join(fileURLToPath(import.meta.url), '../scratch-keeper.js');
  // In a separate process group, so that killing the benchmark does not end it.
  const keeper = spawn(process.execPath, [program, folder], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  return keeper;
}

/**
 * A folder for the time of one benchmark, with `postgres` in it for a database. It is removed at the end,
 * even if the benchmark is killed. Folders left by earlier benchmarks, such as by a machine that
 * stopped, are removed first.
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
