import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { DriverName } from '../../../core/fleet/index.ts';

/** The driver to whom the account of the caller is linked; null without one. */
export async function ownDriver(trx: Transaction, viewer: Viewer): Promise<DriverName | null> {
  const { rows } = await sql<DriverName>`select d.id, d.first_name, d.surname
    from users u join drivers d on d.id = u.driver_id and d.customer_id = u.customer_id
    where u.id = ${viewer.userId} and d.archived_at is null`.execute(trx);
  return rows[0] ?? null;
}

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
