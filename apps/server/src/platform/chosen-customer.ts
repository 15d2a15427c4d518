import type { Viewer } from './auth/index.ts';
import type { Transaction } from './db/index.ts';
import { wrongField } from './errors.ts';

/**
 * The customer of a new record: the viewer's, or one that a global administrator selects.
 *
 * @throws HttpError 400 on the field `customer`
 */
export async function chosenCustomer(
  trx: Transaction,
  viewer: Viewer,
  wanted: number | undefined,
): Promise<number> {
  const customerId = wanted ?? viewer.customerId;
  if (customerId === null) throw wrongField('customer', 'customer.required');
  const isOwn = customerId === viewer.customerId;
  if (isOwn) return customerId;
  const exists =
    viewer.isGlobalAdmin &&
    (await trx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customerId)
      .executeTakeFirst());
  if (!exists) throw wrongField('customer', 'customer.unknown');
  return customerId;
}
