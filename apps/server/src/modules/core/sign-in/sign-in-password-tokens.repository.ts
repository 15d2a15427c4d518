import type { Transaction } from '../../../platform/db/index.ts';

/** Stores the hash of a token sent by e-mail. */
export function savePasswordToken(
  trx: Transaction,
  token: { token_hash: Buffer; user_id: number; purpose: 'reset' | 'set'; expires_at: Date },
) {
  return trx.insertInto('password_tokens').values(token).execute();
}

/** Invalidates a token. Returns its user, or undefined if it is unknown, used or expired. */
export function usePasswordToken(
  trx: Transaction,
  tokenHash: Buffer,
  purpose: 'reset' | 'set',
  now: Date,
) {
  return trx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}

/** The user of a valid token, without using it up; undefined for an invalid one. */
export function passwordTokenUser(
  trx: Transaction,
  tokenHash: Buffer,
  purpose: 'reset' | 'set',
  now: Date,
) {
  return trx
    .selectFrom('password_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Invalidates every other token of a user. */
export function voidPasswordTokens(trx: Transaction, userId: number, now: Date) {
  return trx
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** The number of unused tokens of a purpose that expire after this moment. */
export async function countPasswordTokens(
  trx: Transaction,
  userId: number,
  purpose: 'reset' | 'set',
  expiringAfter: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('password_tokens')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', expiringAfter)
    .executeTakeFirstOrThrow();
  return Number(count);
}
