import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Stores the browser of a session, or the time of its last use. */
export async function rememberSession(
  trx: Transaction,
  session: { grantId: string; userId: number; userAgent: string; address: string },
): Promise<void> {
  await sql`insert into account_sessions (grant_id, user_id, user_agent, address)
    values (${session.grantId}, ${session.userId}, ${session.userAgent}, ${session.address})
    on conflict (grant_id) do update set user_agent = excluded.user_agent,
      address = excluded.address, last_used_at = now()`.execute(trx);
}

/** The active sessions of a user, last used first. */
export async function sessionsOf(trx: Transaction, userId: number) {
  const { rows } = await sql<{
    grant_id: string;
    user_agent: string;
    address: string;
    began_at: Date;
    last_used_at: Date;
  }>`select s.* from account_sessions s
    join sign_on_artifacts g on g.model = 'Grant' and g.id = s.grant_id
      and (g.expires_at is null or g.expires_at > now())
    where s.user_id = ${userId} order by s.last_used_at desc, s.grant_id`.execute(trx);
  return rows;
}

/**
 * Ends one session of a user, and the browser's sign-on session, which would renew it.
 *
 * @returns whether the session existed
 */
export async function endSession(
  trx: Transaction,
  userId: number,
  grantId: string,
): Promise<boolean> {
  const known = await trx
    .deleteFrom('account_sessions')
    .where('user_id', '=', userId)
    .where('grant_id', '=', grantId)
    .returning('grant_id')
    .executeTakeFirst();
  if (known === undefined) return false;
  await sql`delete from sign_on_artifacts
    where payload->>'accountId' = ${String(userId)} and (grant_id = ${grantId}
      or (model = 'Grant' and id = ${grantId})
      or (model = 'Session' and jsonb_path_exists(payload->'authorizations',
        '$.*.grantId ? (@ == $ended)', jsonb_build_object('ended', ${grantId}::text))))
  `.execute(trx);
  return true;
}

/** Deletes ended sessions. */
export async function removeEndedSessions(trx: Transaction): Promise<void> {
  await sql`delete from account_sessions s where not exists (
    select from sign_on_artifacts g where g.model = 'Grant' and g.id = s.grant_id)`.execute(trx);
}

/** The valid tokens of a user, newest first. */
export function tokensOf(trx: Transaction, userId: number) {
  return trx
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function insertToken(
  trx: Transaction,
  token: {
    user_id: number;
    name: string;
    token_hash: Buffer;
    hint: string;
    scopes: string[];
    expires_at: Date;
  },
) {
  return trx.insertInto('api_tokens').values(token).returningAll().executeTakeFirstOrThrow();
}

/** Ends every token of a user. Returns the names of those that were valid, oldest first. */
export async function revokeAllTokens(
  trx: Transaction,
  userId: number,
  now: Date,
): Promise<string[]> {
  const ended = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name', 'expires_at'])
    .execute();
  return ended
    .filter(({ expires_at }) => expires_at > now)
    .sort((a, b) => a.id - b.id)
    .map(({ name }) => name);
}

/** Ends a token of a user. Returns its name, or undefined if there is none. */
export async function revokeToken(
  trx: Transaction,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const ended = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return ended?.name;
}
