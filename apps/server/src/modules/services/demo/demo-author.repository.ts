import type { Transaction } from '../../../platform/db/index.ts';

/** The manager who writes the demo records of a customer; undefined without one. */
export function demoAuthor(
  trx: Transaction,
  customerId: number,
): Promise<{ id: number; first_name: string; last_name: string } | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('customer_id', '=', customerId)
    .where('role', '=', 'MANAGER')
    .orderBy('id')
    .executeTakeFirst();
}
