import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** Whether there is such a customer among those the request may see, and it is not archived. */
export async function customerIsKnown(trx: Transaction, customerId: number): Promise<boolean> {
  const { rows } = await sql`select from customers where id = ${customerId}`.execute(trx);
  return rows.length > 0;
}
