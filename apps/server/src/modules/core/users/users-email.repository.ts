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

/** The administrators of a customer to send mails to, 20 at most. */
export async function administratorsOf(trx: Transaction, customerId: number) {
  return trx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('customer_id', '=', customerId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('role', '=', 'ADMIN'), eb('is_customer_admin', '=', true)]))
    .orderBy('id')
    .limit(20)
    .execute();
}
