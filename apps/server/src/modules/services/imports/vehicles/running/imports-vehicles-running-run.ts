import { allows } from '@roadworthy/domain';
import { recordChanges } from '../../../../../platform/audit/index.ts';
import { loadViewer, type Viewer } from '../../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../../platform/db/index.ts';
import { HttpError } from '../../../../../platform/errors.ts';
import {
  addCounts,
  changeState,
  endRows,
  isCancelled,
  lockUpload,
  pendingRows,
  type UploadRow,
} from '../imports-vehicles.repository.ts';
import { Matcher } from '../matching/imports-vehicles-matching-matcher.ts';
import { uploadToRun } from './imports-vehicles-running.repository.ts';
import { BATCH_ROWS, countsOf, processRows } from './imports-vehicles-running-batch.ts';
import { type Ending, endUpload } from './imports-vehicles-running-end.ts';
import { archiveMissing } from './imports-vehicles-running-missing.ts';
import type { RunServices } from './run-services.ts';
import { runWhole } from './run-whole.ts';

const OPEN = ['checking', 'waiting', 'running'] as const;
const isOpen = (state: string) => OPEN.some((one) => one === state);

/** The sender, if that person may still upload. */
async function senderOf({ db }: RunServices, upload: UploadRow): Promise<Viewer | null> {
  const viewer = upload.user_id === null ? null : await loadViewer(db, upload.user_id);
  if (viewer === null || !allows({ kind: 'administrator' }, viewer)) return null;
  return viewer.isGlobalAdmin || viewer.customerId === upload.customer_id ? viewer : null;
}

type Step = 'more' | 'last' | 'cancelled';

/** Runs one transaction of an upload; a lock excludes other workers. */
async function step(
  { db, bus }: RunServices,
  viewer: Viewer,
  { id, customer_id: customerId }: UploadRow,
  work: (trx: Transaction) => Promise<{ moved: number } | null>,
): Promise<Step> {
  const done = await db.asViewer(viewer, async (trx) => {
    await lockUpload(trx, id);
    return (await isCancelled(trx, id)) ? 'cancelled' : work(trx);
  });
  if (done === 'cancelled') return done;
  // Gateways reload devices that moved.
  if (done !== null && done.moved > 0) bus.publish('trackers.changed', { trackerId: null });
  if (done !== null) bus.publish('activities.changed', { customerId });
  return done === null ? 'last' : 'more';
}

/** Writes each valid row completely; another worker can continue where this one ended. */
async function runRowByRow(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const { id, customer_id: customerId, choices } = upload;
  await services.db.asSystem((trx) => changeState(trx, id, OPEN, 'running'));
  const matcher = await services.db.asViewer(viewer, (trx) =>
    Matcher.open(trx, viewer, customerId, choices),
  );
  let at: Step = 'more';
  while (at === 'more') {
    at = await step(services, viewer, upload, async (trx) => {
      const rows = await pendingRows(trx, id, 0, BATCH_ROWS);
      if (rows.length === 0) return null;
      const what = { customerId, isCheck: false };
      const { ended, moved, changes } = await processRows(trx, viewer, what, matcher, rows);
      await endRows(trx, id, ended);
      await addCounts(trx, id, countsOf(ended));
      await recordChanges(trx, changes);
      return { moved };
    });
  }
  if (at === 'cancelled') return { state: 'cancelled' };
  return choices.remove_missing ? archiveAllMissing(services, viewer, upload) : { state: 'done' };
}

/** Archives missing vehicles only if all rows were valid: an invalid row may be one of them. */
async function archiveAllMissing(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const now = await services.db.asSystem((trx) => uploadToRun(trx, upload.id));
  if (now === undefined || now.error_count > 0) return { state: 'done' };
  let at: Step = 'more';
  while (at === 'more') {
    at = await step(services, viewer, upload, (trx) => archiveMissing(trx, viewer, upload, 0));
  }
  return { state: at === 'cancelled' ? 'cancelled' : 'done' };
}

/**
 * Processes an upload in the name of its sender. Another run continues where this one ended; it
 * does nothing if the upload has ended.
 *
 * @throws errors that a retry may resolve
 */
export async function runUpload(services: RunServices, uploadId: number): Promise<void> {
  const upload = await services.db.asSystem((trx) => uploadToRun(trx, uploadId));
  if (upload === undefined || upload.is_check || !isOpen(upload.state)) return;
  const viewer = await senderOf(services, upload);
  if (viewer === null) {
    return endUpload(services, uploadId, 'en', {
      state: 'failed',
      failure: 'upload.failed.nobody',
    });
  }
  try {
    const run = upload.choices.all_or_nothing ? runWhole : runRowByRow;
    await endUpload(services, uploadId, viewer.language, await run(services, viewer, upload));
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
    services.log.warn({ uploadId, status: error.statusCode }, 'an upload was refused');
    await endUpload(services, uploadId, viewer.language, {
      state: 'failed',
      failure: 'upload.failed.refused',
    });
  }
}
