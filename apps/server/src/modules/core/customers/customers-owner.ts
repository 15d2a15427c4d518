import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';
import { customerIsKnown } from './customers.repository.ts';

/** Error texts by field of a refused form. */
export type FieldErrors = Record<string, ErrorMessage[]>;

/** Refuses a form with invalid fields; does nothing if there are none. */
export function throwIfInvalid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
}

/**
 * The customer of a new record: the person's own. Only a global administrator may name another one,
 * and one without a customer must (requirement O-P07).
 *
 * @throws HttpError 400 on the field `customer`
 */
export async function customerFor(
  trx: Transaction,
  viewer: Viewer,
  wanted: number | undefined,
): Promise<number> {
  const customerId = wanted ?? viewer.customerId;
  if (customerId === null) throwIfInvalid({ customer: ['customer.required'] });
  const isOwn = customerId === viewer.customerId;
  if (!isOwn && !(viewer.isGlobalAdmin && (await customerIsKnown(trx, customerId ?? 0)))) {
    throwIfInvalid({ customer: ['customer.unknown'] });
  }
  return customerId ?? 0;
}

/** The customer that an administrator of customers can see; null for all. */
export function customerScope(viewer: Viewer): number | null {
  return viewer.isGlobalAdmin ? null : (viewer.customerId ?? 0);
}

/** PostgreSQL's error code for a second record with the same name. */
const UNIQUE_VIOLATION = '23505';

/**
 * Runs a change. If another request takes the name at the same moment, the error is the same as for a
 * name that was already taken.
 */
export async function refusingTaken<T>(work: Promise<T>, refuse: () => never): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) refuse();
    throw error;
  }
}
