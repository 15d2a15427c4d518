import type { Transaction } from '../../../platform/db/index.ts';

/** The e-mail address and the language of an active user; undefined if there is none. */
export async function emailOfUser(trx: Transaction, userId: number) {
  return trx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}
