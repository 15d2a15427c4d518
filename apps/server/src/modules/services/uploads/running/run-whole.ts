import { type Change, recordChanges } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { Matcher } from '../matching/uploads-matching-matcher.ts';
import {
  addCounts,
  type Counts,
  type EndedRow,
  endRows,
  holdUpload,
  isCancelled,
  moveOn,
  rowsToDo,
  type UploadRow,
  writeDone,
} from '../uploads.repository.ts';
import type { RunServices } from './run-services.ts';
import { uploadToRun } from './uploads-running.repository.ts';
import { BATCH_ROWS, countsOf, workThrough } from './uploads-running-batch.ts';
import type { Ending } from './uploads-running-end.ts';
import { leaveOut } from './uploads-running-missing.ts';

const WRONG: Ending = { state: 'failed', failure: 'upload.failed.rows' };

/** Undoes the transaction. */
class Undone extends Error {
  /** @param errors rows that went wrong since they were looked at; null where somebody cancelled */
  constructor(readonly errors: readonly EndedRow[] | null) {
    super('An upload was undone');
  }
}

const errorsOf = (ended: readonly EndedRow[]) => ended.filter(({ outcome }) => outcome === 'error');

/** Keeps which rows are wrong. */
async function keepErrors(
  trx: Transaction,
  id: number,
  errors: readonly EndedRow[],
): Promise<void> {
  await endRows(trx, id, errors);
  await addCounts(trx, id, countsOf(errors));
}

/** Looks at every row. Returns how it ended where one is wrong, else null. */
async function lookThrough(
  { db }: RunServices,
  viewer: Viewer,
  { id, customer_id: customerId, choices }: UploadRow,
): Promise<Ending | null> {
  await db.asSystem((trx) => moveOn(trx, id, ['waiting', 'running', 'checking'], 'checking'));
  const matcher = await db.asViewer(viewer, (trx) =>
    Matcher.open(trx, viewer, customerId, choices),
  );
  let position = 0;
  for (;;) {
    const last = await db.asViewer(viewer, async (trx) => {
      await holdUpload(trx, id);
      if (await isCancelled(trx, id)) return 'cancelled';
      const rows = await rowsToDo(trx, id, position, BATCH_ROWS);
      const what = { customerId, isCheck: true };
      const { ended } = await workThrough(trx, viewer, what, matcher, rows);
      await keepErrors(trx, id, errorsOf(ended));
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

/** Writes every row within one transaction; how far it is, others see meanwhile. */
async function writeAll(
  { db }: RunServices,
  viewer: Viewer,
  upload: UploadRow,
  trx: Transaction,
): Promise<number> {
  const { id, customer_id: customerId, choices } = upload;
  await holdUpload(trx, id);
  const matcher = await Matcher.open(trx, viewer, customerId, choices);
  const audit: (readonly Change[])[] = [];
  const counts = { ...NOTHING };
  let [position, moved] = [0, 0];
  for (;;) {
    if (await isCancelled(trx, id)) throw new Undone(null);
    const rows = await rowsToDo(trx, id, position, BATCH_ROWS);
    if (rows.length === 0) break;
    const what = { customerId, isCheck: false };
    const worked = await workThrough(trx, viewer, what, matcher, rows);
    const errors = errorsOf(worked.ended);
    if (errors.length > 0) throw new Undone(errors);
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
  // From here on the row of the upload is this transaction's own.
  await addCounts(trx, id, { ...counts, done: 0 });
  while (choices.remove_missing) {
    const left = await leaveOut(trx, viewer, upload, 0);
    if (left === null) break;
    moved += left.moved;
  }
  // Last, as others who write to the log wait for the end of this.
  for (const changes of audit) await recordChanges(trx, changes);
  return moved;
}

/**
 * Writes every row of an upload, or none: first all are looked at, then all are written in one
 * transaction. Run again after the process ended in the middle, it begins anew.
 */
export async function runWhole(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const { db, bus } = services;
  const { id } = upload;
  const ended = await lookThrough(services, viewer, upload);
  if (ended !== null) return ended;
  await db.asSystem(async (trx) => {
    await moveOn(trx, id, ['checking'], 'running');
    await writeDone(trx, id, 0);
  });
  try {
    const moved = await db.asViewer(viewer, (trx) => writeAll(services, viewer, upload, trx));
    if (moved > 0) bus.publish('trackers.changed', { trackerId: null });
    bus.publish('activities.changed', { customerId: upload.customer_id });
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    const { errors } = error;
    if (errors === null) return { state: 'cancelled' };
    await db.asViewer(viewer, (trx) => keepErrors(trx, id, errors));
    return WRONG;
  }
}
