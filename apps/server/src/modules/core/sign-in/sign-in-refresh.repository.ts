import type { Database } from '../../../platform/db/index.ts';

/** How long other tabs get the same result for the same refresh token. */
const REFRESH_GRACE_S = 15;

/** Claims the exchange of a refresh token; false if another request has claimed it. */
export async function claimRefresh(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `insert into sign_on_artifacts (model, id, payload, expires_at)
     values ('RefreshGrace', $1, '{}', now() + make_interval(secs => $2))
     on conflict (model, id) do update
       set payload = '{}', grant_id = null, expires_at = excluded.expires_at
       where sign_on_artifacts.expires_at < now()`,
    [id, REFRESH_GRACE_S],
  );
  return rowCount === 1;
}

/** Stores the result of a refresh token; it is deleted with its session. */
export async function finishRefresh(
  db: Database,
  id: string,
  grantId: string | null,
  sealed: string,
): Promise<void> {
  await db.pool.query(
    `update sign_on_artifacts set grant_id = $2, payload = jsonb_build_object('sealed', $3::text)
     where model = 'RefreshGrace' and id = $1`,
    [id, grantId, sealed],
  );
}

/** Releases a claim after a failure. */
export async function dropRefresh(db: Database, id: string): Promise<void> {
  await db.pool.query("delete from sign_on_artifacts where model = 'RefreshGrace' and id = $1", [
    id,
  ]);
}

/** The result for a refresh token: null while it is being exchanged, undefined if there is none. */
export async function readRefresh(db: Database, id: string): Promise<string | null | undefined> {
  const { rows } = await db.pool.query<{ sealed: string | null }>(
    `select payload->>'sealed' as sealed from sign_on_artifacts
     where model = 'RefreshGrace' and id = $1 and expires_at > now()`,
    [id],
  );
  return rows[0]?.sealed;
}
