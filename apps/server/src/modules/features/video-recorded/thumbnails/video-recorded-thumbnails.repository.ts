import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A photo or video that a thumbnail can be made from. */
export interface ThumbnailSource {
  readonly customer_id: number;
  readonly registration: string;
  readonly clip_started_at: Date;
  readonly key: string;
  readonly kind: 'picture' | 'video';
  readonly camera: number;
  readonly started_at: Date;
  readonly ended_at: Date;
}

/**
 * The files that a thumbnail can be made from, best first: photos, then videos, each by time.
 * Empty if the clip has a thumbnail.
 *
 * @param kinds readable kinds
 * @param maxPhotoBytes larger photos are left out
 */
export async function thumbnailSources(
  trx: Transaction,
  requestId: string,
  kinds: readonly ThumbnailSource['kind'][],
  maxPhotoBytes: number,
): Promise<ThumbnailSource[]> {
  const { rows } = await sql<ThumbnailSource>`
    select r.customer_id, v.registration, r.started_at as clip_started_at, f.key, rf.kind, rf.camera,
      rf.started_at, rf.ended_at
    from video_requests r join vehicles v on v.id = r.vehicle_id
    join video_request_files rf on rf.request_id = r.id join files f on f.id = rf.file_id
    where r.id = ${requestId} and rf.kind = any(${[...kinds]})
      and (rf.kind = 'video' or f.size_bytes <= ${maxPhotoBytes})
      and not exists (select from video_request_files t
        where t.request_id = r.id and t.kind = 'thumbnail')
    order by rf.kind, rf.started_at, rf.camera, rf.id limit 4`.execute(trx);
  return rows;
}

/** The thumbnail files of clips, by clip. */
export async function thumbnailsOfRequests(
  trx: Transaction,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('video_request_files')
    .select(['request_id', 'file_id'])
    .where('request_id', 'in', [...requestIds])
    .where('kind', '=', 'thumbnail')
    .execute();
  return new Map(rows.map((row) => [row.request_id, row.file_id]));
}
