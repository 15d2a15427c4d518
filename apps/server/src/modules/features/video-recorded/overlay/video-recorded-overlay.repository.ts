import type { Transaction } from '../../../../platform/db/index.ts';

/** The trail that is stored with a clip. */
export async function trailFile(trx: Transaction, requestId: string) {
  return trx
    .selectFrom('video_request_files as rf')
    .innerJoin('files as f', 'f.id', 'rf.file_id')
    .select(['f.key'])
    .where('rf.request_id', '=', requestId)
    .where('rf.kind', '=', 'trail')
    .executeTakeFirst();
}

/** Starts a burnt-in copy. Returns false if one was started already. */
export async function beginBurnIn(trx: Transaction, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('video_requests')
    .set({ burnt_in: 'making' })
    .where('id', '=', requestId)
    .where('burnt_in', 'in', ['none', 'failed'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endBurnIn(
  trx: Transaction,
  requestId: string,
  burntIn: 'ready' | 'failed',
): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({ burnt_in: burntIn })
    .where('id', '=', requestId)
    .execute();
}

/** A clip with its MP4 files, for a burnt-in copy. */
export async function clipToBurn(trx: Transaction, requestId: string) {
  const clip = await trx
    .selectFrom('video_requests as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .select([
      'r.id as request_id',
      'r.customer_id',
      'r.vehicle_id',
      'r.started_at',
      'r.duration_s',
      'r.burnt_in',
      'v.registration',
    ])
    .where('r.id', '=', requestId)
    .executeTakeFirst();
  if (clip === undefined) return undefined;
  const videos = await trx
    .selectFrom('video_request_files as rf')
    .innerJoin('files as f', 'f.id', 'rf.file_id')
    .select(['rf.camera', 'rf.started_at', 'rf.ended_at', 'f.key', 'f.name'])
    .where('rf.request_id', '=', requestId)
    .where('rf.kind', '=', 'video')
    .where('rf.camera', 'not in', (eb) =>
      eb
        .selectFrom('video_request_files as done')
        .select('done.camera')
        .where('done.request_id', '=', requestId)
        .where('done.kind', '=', 'burnt-in'),
    )
    .orderBy('rf.camera')
    .execute();
  return { clip, videos };
}
