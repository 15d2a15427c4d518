import { allows } from '@roadworthy/domain';
import { recordChanges } from '../../../../platform/audit/index.ts';
import { loadViewer, type Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { Matcher } from '../matching/uploads-matching-matcher.ts';
import {
  addCounts,
  endRows,
  holdUpload,
  isCancelled,
  moveOn,
  rowsToDo,
  type UploadRow,
} from '../uploads.repository.ts';
import type { RunServices } from './run-services.ts';
import { runWhole } from './run-whole.ts';
import { uploadToRun } from './uploads-running.repository.ts';
import { BATCH_ROWS, countsOf, workThrough } from './uploads-running-batch.ts';
import { type Ending, endUpload } from './uploads-running-end.ts';
import { leaveOut } from './uploads-running-missing.ts';

const OPEN = ['checking', 'waiting', 'running'] as const;
const isOpen = (state: string) => OPEN.some((one) => one === state);

/** Who sent it, where that person may still do so. */
async function senderOf({ db }: RunServices, upload: UploadRow): Promise<Viewer | null> {
  const viewer = upload.user_id === null ? null : await loadViewer(db, upload.user_id);
  if (viewer === null || !allows({ kind: 'administrator' }, viewer)) return null;
  return viewer.isGlobalAdmin || viewer.customerId === upload.customer_id ? viewer : null;
}

type Step = 'more' | 'last' | 'cancelled';

/** One transaction of the work, by one worker at a time. */
async function step(
  { db, bus }: RunServices,
  viewer: Viewer,
  { id, customer_id: customerId }: UploadRow,
  work: (trx: Transaction) => Promise<{ moved: number } | null>,
): Promise<Step> {
  const done = await db.asViewer(viewer, async (trx) => {
    await holdUpload(trx, id);
    return (await isCancelled(trx, id)) ? 'cancelled' : work(trx);
  });
  if (done === 'cancelled') return done;
  // Gateways look at devices anew where some moved.
  if (done !== null && done.moved > 0) bus.publish('trackers.changed', { trackerId: null });
  if (done !== null) bus.publish('activities.changed', { customerId });
  return done === null ? 'last' : 'more';
}

/** Each row that is right is written, whole; a worker that takes over goes on where this one ended. */
async function runRowByRow(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const { id, customer_id: customerId, choices } = upload;
  await services.db.asSystem((trx) => moveOn(trx, id, OPEN, 'running'));
  const matcher = await services.db.asViewer(viewer, (trx) =>
    Matcher.open(trx, viewer, customerId, choices),
  );
  let at: Step = 'more';
  while (at === 'more') {
    at = await step(services, viewer, upload, async (trx) => {
      const rows = await rowsToDo(trx, id, 0, BATCH_ROWS);
      if (rows.length === 0) return null;
      const what = { customerId, isCheck: false };
      const { ended, moved, changes } = await workThrough(trx, viewer, what, matcher, rows);
      await endRows(trx, id, ended);
      await addCounts(trx, id, countsOf(ended));
      await recordChanges(trx, changes);
      return { moved };
    });
  }
  if (at === 'cancelled') return { state: 'cancelled' };
  return choices.remove_missing ? leaveOutAll(services, viewer, upload) : { state: 'done' };
}

/** Archives what the file leaves out, where every row of it was right: a row that could not be read may be one. */
async function leaveOutAll(
  services: RunServices,
  viewer: Viewer,
  upload: UploadRow,
): Promise<Ending> {
  const now = await services.db.asSystem((trx) => uploadToRun(trx, upload.id));
  if (now === undefined || now.error_count > 0) return { state: 'done' };
  let at: Step = 'more';
  while (at === 'more') {
    at = await step(services, viewer, upload, (trx) => leaveOut(trx, viewer, upload, 0));
  }
  return { state: at === 'cancelled' ? 'cancelled' : 'done' };
}

/**
 * Works through an upload in the name of who sent it. Run again, it goes on where it was, and does nothing
 * once the upload has ended.
 *
 * @throws what went wrong where another try may help
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
    services.log.warn({ uploadId, status: error.statusCode }, 'an upload cannot be worked through');
    await endUpload(services, uploadId, viewer.language, {
      state: 'failed',
      failure: 'upload.failed.refused',
    });
  }
}
