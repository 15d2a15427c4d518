import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction } from '../../../../platform/db/index.ts';

export type ShareRow = Selectable<Tables['video_shares']>;

/** The shares of a request, newest first, with the number of views of each. */
export async function sharesOfRequest(trx: Transaction, requestId: number) {
  const { rows } = await sql<ShareRow & { views: number; last_view_at: Date | null }>`
    select s.*, coalesce(w.views, 0) as views, w.last_view_at
    from video_shares s
    left join lateral (select count(*)::int as views, max(viewed_at) as last_view_at
      from video_views w where w.request_id = s.request_id and w.share_id = s.id) w on true
    where s.request_id = ${requestId} order by s.id desc`.execute(trx);
  return rows;
}

export async function insertShare(
  trx: Transaction,
  share: {
    customerId: number;
    requestId: number;
    tokenHash: Buffer;
    note: string;
    userId: number;
    userName: string;
    expiresAt: Date;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('video_shares')
    .values({
      customer_id: share.customerId,
      request_id: share.requestId,
      token_hash: share.tokenHash,
      note: share.note,
      created_by: share.userId,
      created_by_name: share.userName,
      expires_at: share.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Revokes a share of a request. Returns whether it existed. */
export async function revokeShare(
  trx: Transaction,
  requestId: number,
  shareId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('video_shares')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', String(shareId))
    .where('request_id', '=', String(requestId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The share of a token that is neither revoked nor expired, with its request. */
export async function livingShare(trx: Transaction, tokenHash: Buffer) {
  return trx
    .selectFrom('video_shares as s')
    .innerJoin('video_requests as r', 'r.id', 's.request_id')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .select([
      's.id as share_id',
      's.note',
      's.created_by_name',
      's.expires_at',
      'r.id as request_id',
      'r.customer_id',
      'r.vehicle_id',
      'r.started_at',
      'r.duration_s',
      'r.cameras',
      'r.event_code',
      'r.event_at',
      'r.reason',
      'v.registration',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('r.state', '=', 'ready')
    .executeTakeFirst();
}
