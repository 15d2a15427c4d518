import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log/index.ts';
import type { Files } from './files.ts';
import { endedFiles, forgetFiles, unknownKeys } from './repository.ts';

const AT_ONCE = 500;
/** A file that is being written has no row yet; after a day that is no longer possible. */
const ORPHAN_AFTER_MS = 86_400_000;

interface CleaningServices {
  readonly db: Database;
  readonly files: Files;
}

/**
 * Deletes expired files: the object first, then the row, so that the next run completes a deletion
 * that failed between the two.
 *
 * @returns number of deleted files
 */
export async function removeEnded({ db, files }: CleaningServices): Promise<number> {
  let removed = 0;
  for (;;) {
    const ended = await db.asSystem((trx) => endedFiles(trx, AT_ONCE));
    if (ended.length === 0) return removed;
    await files.blobs.remove(ended.map(({ key }) => key));
    await db.asSystem((trx) =>
      forgetFiles(
        trx,
        ended.map(({ id }) => id),
      ),
    );
    removed += ended.length;
  }
}

/** Deletes objects without a reference, left by a killed process or a deleted customer. */
export async function removeOrphans(
  { db, files }: CleaningServices,
  nowMs: number,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    const orphans = await db.asSystem((trx) => unknownKeys(trx, batch));
    if (orphans.length > 0) await files.blobs.remove(orphans);
    removed += orphans.length;
    batch = [];
  };
  for await (const { key, changedMs } of files.blobs.list()) {
    if (nowMs - changedMs < ORPHAN_AFTER_MS) continue;
    batch.push(key);
    if (batch.length >= AT_ONCE) await removeBatch();
  }
  await removeBatch();
  return removed;
}

/** Declares the jobs that clean the store. Call it before `jobs.start`. */
export function registerFileJobs(
  services: CleaningServices & { readonly jobs: Jobs; readonly log: Log },
): void {
  const { jobs, log, files } = services;
  jobs.register(
    'files-ended',
    async () => {
      const removed = await removeEnded(services);
      if (removed > 0) log.info({ removed }, 'files past their time were removed');
    },
    '*/10 * * * *',
  );
  jobs.register(
    'files-orphans',
    async () => {
      const removed = await removeOrphans(services, Date.now());
      await files.removeUnfinished(Date.now() - ORPHAN_AFTER_MS);
      if (removed > 0) log.warn({ removed }, 'objects that nothing refers to were removed');
    },
    '53 2 * * *',
  );
}
