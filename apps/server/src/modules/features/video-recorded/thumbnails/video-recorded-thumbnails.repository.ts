import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A picture or video that a thumbnail can be made from. */
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
 * What a clip's thumbnail can be made from, the best first: its pictures, then its videos, each by time.
 * Empty where the clip has a thumbnail.
 *
 * @param kinds that can be read
 * @param maxPictureBytes larger pictures are left out
 */
export async function thumbnailSources(
  trx: Transaction,
  requestId: string,
  kinds: readonly ThumbnailSource['kind'][],
  maxPictureBytes: number,
): Promise<ThumbnailSource[]> {
  const { rows } = await sql<ThumbnailSource>`
    select r.customer_id, v.registration, r.started_at as clip_started_at, f.key, rf.kind, rf.camera,
      rf.started_at, rf.ended_at
    from video_requests r join vehicles v on v.id = r.vehicle_id
    join video_request_files rf on rf.request_id = r.id join files f on f.id = rf.file_id
    where r.id = ${requestId} and rf.kind = any(${[...kinds]})
      and (rf.kind = 'video' or f.size_bytes <= ${maxPictureBytes})
      and not exists (select from video_request_files t
        where t.request_id = r.id and t.kind = 'thumbnail')
    order by rf.kind, rf.started_at, rf.camera, rf.id limit 4`.execute(trx);
  return rows;
}

/** The files of the thumbnails of clips, by clip. */
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
