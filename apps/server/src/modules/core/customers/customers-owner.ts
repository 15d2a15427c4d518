import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { badRequest, type ErrorMessage } from '../../../platform/errors.ts';
import { customerIsKnown } from './customers.repository.ts';

/** Texts beside the fields of a refused form. */
export type FieldErrors = Record<string, ErrorMessage[]>;

/** Refuses a form whose fields are wrong; nothing happens where none is. */
export function refuseFaults(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw badRequest('validation.invalid', { errors });
}

/**
 * Whose a new record becomes: the own customer's. Only a global administrator may name another, and
 * one who belongs to none has to (requirement O-P07).
 *
 * @throws HttpError 400 beside the field `customer`
 */
export async function customerFor(
  trx: Transaction,
  viewer: Viewer,
  wanted: number | undefined,
): Promise<number> {
  const customerId = wanted ?? viewer.customerId;
  if (customerId === null) refuseFaults({ customer: ['customer.required'] });
  const isOwn = customerId === viewer.customerId;
  if (!isOwn && !(viewer.isGlobalAdmin && (await customerIsKnown(trx, customerId ?? 0)))) {
    refuseFaults({ customer: ['customer.unknown'] });
  }
  return customerId ?? 0;
}

/** Condition of what an administrator of customers sees: one customer, or all (null). */
export function customerScope(viewer: Viewer): number | null {
  return viewer.isGlobalAdmin ? null : (viewer.customerId ?? 0);
}

/** What PostgreSQL says of a second record with the same name. */
const UNIQUE_VIOLATION = '23505';

/**
 * Runs a change; where somebody else took the name in the same moment, refuses it as if that had
 * been seen before.
 */
export async function refusingTaken<T>(work: Promise<T>, refuse: () => never): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) refuse();
    throw error;
  }
}
