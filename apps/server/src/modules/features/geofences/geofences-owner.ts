import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, type FieldMessages } from '../../../platform/errors.ts';

/**
 * The customer for whom a person makes something.
 *
 * @throws HttpError 400 for a person who belongs to none
 */
export function ownCustomer(viewer: Viewer): number {
  if (viewer.customerId === null) {
    throw badRequest('access.customer_required');
  }
  return viewer.customerId;
}

/** The refusal of a form with wrong fields. */
export function wrongFields(errors: FieldMessages) {
  return badRequest('validation.invalid', { errors });
}
