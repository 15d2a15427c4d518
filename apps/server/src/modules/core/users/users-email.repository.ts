import { sql } from 'kysely';
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

/** A person who is notified. */
export interface InformedUser {
  readonly id: number;
  readonly email: string;
  readonly language: string;
}

/** The people of a customer who have information by e-mail in their notification preferences. */
export async function readersOfInformation(
  trx: Transaction,
  customerId: number,
): Promise<readonly InformedUser[]> {
  const { rows } = await sql<InformedUser>`select u.id, u.email, u.language from users u
    join notification_preferences p on p.user_id = u.id
    where u.customer_id = ${customerId} and u.is_active and u.archived_at is null and u.email <> ''
      and 'information' = any(p.email_kinds) order by u.id`.execute(trx);
  return rows;
}
