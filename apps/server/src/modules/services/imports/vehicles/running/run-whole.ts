import { type Change, recordChanges } from '../../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../../platform/db/index.ts';
import {
  addCounts,
  type Counts,
  changeState,
  type EndedRow,
  endRows,
  isCancelled,
  lockUpload,
  pendingRows,
  type UploadRow,
  writeDone,
} from '../imports-vehicles.repository.ts';
import { Matcher } from '../matching/imports-vehicles-matching-matcher.ts';
import { uploadToRun } from './imports-vehicles-running.repository.ts';
import { BATCH_ROWS, countsOf, processRows } from './imports-vehicles-running-batch.ts';
import type { Ending } from './imports-vehicles-running-end.ts';
import { archiveMissing } from './imports-vehicles-running-missing.ts';
import type { RunServices } from './run-services.ts';

const WRONG: Ending = { state: 'failed', failure: 'upload.failed.rows' };

/** Rolls back the transaction. */
class RolledBack extends Error {
  /** @param errors rows that became invalid since the check; null if the upload was cancelled */
  constructor(readonly errors: readonly EndedRow[] | null) {
    super('An upload was rolled back');
  }
}

const errorsOf = (ended: readonly EndedRow[]) => ended.filter(({ outcome }) => outcome === 'error');

/** Stores which rows are invalid. */
async function storeErrors(
  trx: Transaction,
  id: number,
  errors: readonly EndedRow[],
): Promise<void> {
  await endRows(trx, id, errors);
  await addCounts(trx, id, countsOf(errors));
}

/**
 * Checks all rows. Returns how the upload ended if a row is invalid or it was cancelled, else null.
 */
async function checkAll(
  { db }: RunServices,
  viewer: Viewer,
  { id, customer_id: customerId, choices }: UploadRow,
): Promise<Ending | null> {
  await db.asSystem((trx) => changeState(trx, id, ['waiting', 'running', 'checking'], 'checking'));
  const matcher = await db.asViewer(viewer, (trx) =>
    Matcher.open(trx, viewer, customerId, choices),
  );
  let position = 0;
  for (;;) {
    const last = await db.asViewer(viewer, async (trx) => {
      await lockUpload(trx, id);
      if (await isCancelled(trx, id)) return 'cancelled';
      const rows = await pendingRows(trx, id, position, BATCH_ROWS);
      const what = { customerId, isCheck: true };
      const { ended } = await processRows(trx, viewer, what, matcher, rows);
      await storeErrors(trx, id, errorsOf(ended));
      return rows.at(-1)?.position ?? null;
    });
    if (last === 'cancelled') return { state: 'cancelled' };
    if (last === null) break;
    position = last;
    await db.asSystem((trx) => writeDone(trx, id, position));
  }
  const looked = await db.asSystem((trx) => uploadToRun(trx, id));
  return looked === undefined || looked.error_count > 0 ? WRONG : null;
}

const NOTHING: Counts = { done: 0, created: 0, updated: 0, unchanged: 0, removed: 0, errors: 0 };

/** Writes all rows in one transaction; separate transactions store the progress. */
async function writeAll(
  { db }: RunServices,
  viewer: Viewer,
  upload: UploadRow,
  trx: Transaction,
): Promise<number> {
  const { id, customer_id: customerId, choices } = upload;
  await lockUpload(trx, id);
  const matcher = await Matcher.open(trx, viewer, customerId, choices);
  const audit: (readonly Change[])[] = [];
  const counts = { ...NOTHING };
  let [position, moved] = [0, 0];
  for (;;) {
    if (await isCancelled(trx, id)) throw new RolledBack(null);
    const rows = await pendingRows(trx, id, position, BATCH_ROWS);
    if (rows.length === 0) break;
    const what = { customerId, isCheck: false };
    const worked = await processRows(trx, viewer, what, matcher, rows);
    const errors = errorsOf(worked.ended);
    if (errors.length > 0) throw new RolledBack(errors);
    await endRows(trx, id, worked.ended);
    for (const [name, count] of Object.entries(countsOf(worked.ended))) {
      counts[name as keyof Counts] += count;
    }
    audit.push(worked.changes);
    moved += worked.moved;
    position = rows.at(-1)?.position ?? position;
    const done = counts.done;
    await db.asSystem((other) => writeDone(other, id, done));
  }
  // From here on, this transaction has locked the row of the upload.
  await addCounts(trx, id, { ...counts, done: 0 });
  while (choices.remove_missing) {
    const left = await archiveMissing(trx, viewer, upload, 0);
    if (left === null) break;
    moved += left.moved;
  }
  // Last, because other writers of the audit log wait until this transaction ends.
  for (const changes of audit) await recordChanges(trx, changes);
  return moved;
}

/**
 * Writes all rows of an upload, or none: first checks all, then writes all in one transaction. If
 * the process ended in between, another run starts again.
 */
export async function runWhole(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const { db, bus } = services;
  const { id } = upload;
  const ended = await checkAll(services, viewer, upload);
  if (ended !== null) return ended;
  await db.asSystem(async (trx) => {
    await changeState(trx, id, ['checking'], 'running');
    await writeDone(trx, id, 0);
  });
  try {
    const moved = await db.asViewer(viewer, (trx) => writeAll(services, viewer, upload, trx));
    if (moved > 0) bus.publish('trackers.changed', { trackerId: null });
    bus.publish('activities.changed', { customerId: upload.customer_id });
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    const { errors } = error;
    if (errors === null) return { state: 'cancelled' };
    await db.asViewer(viewer, (trx) => storeErrors(trx, id, errors));
    return WRONG;
  }
}
