import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A file of a clip. */
export interface FilmRow {
  readonly clip_id: number;
  readonly file_id: string;
  readonly camera: number;
  readonly kind: 'video' | 'picture';
}

/** The videos and photographs of clips, by camera. */
export async function filmsOf(
  trx: Transaction,
  clipIds: readonly number[],
): Promise<readonly FilmRow[]> {
  if (clipIds.length === 0) return [];
  const { rows } = await sql<FilmRow>`
    select f.request_id::float8 as clip_id, f.file_id, f.camera, f.kind from video_request_files f
    where f.request_id = any(${[...clipIds]}::bigint[]) and f.kind in ('video', 'picture')
    order by f.request_id, f.camera, f.started_at`.execute(trx);
  return rows;
}
