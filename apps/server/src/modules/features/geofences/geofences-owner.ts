import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest, type FieldMessages } from '../../../platform/errors.ts';

/**
 * The customer of a person, who adds something for it.
 *
 * @throws HttpError 400 for a person without a customer
 */
export function ownCustomer(viewer: Viewer): number {
  if (viewer.customerId === null) {
    throw badRequest('access.customer_required');
  }
  return viewer.customerId;
}

/** The error for a form with wrong fields. */
export function wrongFields(errors: FieldMessages) {
  return badRequest('validation.invalid', { errors });
}
