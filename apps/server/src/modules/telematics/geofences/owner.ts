import type { Viewer } from '../../../platform/auth/index.ts';
import { badRequest } from '../../../platform/errors.ts';

/**
 * The customer for whom a person makes something.
 *
 * @throws HttpError 400 for a person who belongs to none
 */
export function ownCustomer(viewer: Viewer): number {
  if (viewer.customerId === null) {
    throw badRequest('Only a person who belongs to a customer can make this.');
  }
  return viewer.customerId;
}

/** The refusal of a form with wrong fields. */
export function wrongFields(errors: Readonly<Record<string, string[]>>) {
  return badRequest('Field(s) are invalid', { errors });
}
