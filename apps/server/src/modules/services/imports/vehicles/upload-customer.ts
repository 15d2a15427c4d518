import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { customerFor, throwIfInvalid } from '../../../core/customers/index.ts';

/**
 * The customer of a file: the viewer's, or the one that a global administrator names (requirement
 *
 *
 * @throws HttpError 400 on the field `customer_id`, the name in these forms
 */
export async function uploadCustomer(
  trx: Transaction,
  viewer: Viewer,
  wanted: number | undefined,
): Promise<number> {
  try {
    return await customerFor(trx, viewer, wanted);
  } catch (error) {
    const { customer } = error instanceof HttpError ? (error.extra.errors ?? {}) : {};
    if (customer !== undefined) throwIfInvalid({ customer_id: [...customer] });
    throw error;
  }
}
