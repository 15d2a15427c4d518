import type { Transaction } from '../../../../platform/db/index.ts';

/** The stored clips of a vehicle between two moments. */
export async function videosHere(
  trx: Transaction,
  vehicleId: number,
  range: { readonly start: Date; readonly end: Date },
) {
  return trx
    .selectFrom('video_request_files as rf')
    .innerJoin('video_requests as r', 'r.id', 'rf.request_id')
    .select(['rf.request_id', 'rf.camera', 'rf.started_at', 'rf.ended_at'])
    .where('r.vehicle_id', '=', vehicleId)
    .where('rf.kind', '=', 'video')
    .where('rf.started_at', '<', range.end)
    .where('rf.ended_at', '>', range.start)
    .orderBy('rf.started_at')
    .limit(2000)
    .execute();
}

/** The pending clips of a vehicle. */
export async function requestsComing(
  trx: Transaction,
  vehicleId: number,
  range: { readonly start: Date; readonly end: Date },
) {
  return trx
    .selectFrom('video_requests')
    .select(['id', 'cameras', 'started_at', 'duration_s'])
    .where('vehicle_id', '=', vehicleId)
    .where('state', 'in', ['requested', 'uploading'])
    .where('started_at', '<', range.end)
    .where('started_at', '>', new Date(range.start.getTime() - 86_400_000))
    .orderBy('started_at')
    .limit(500)
    .execute();
}
