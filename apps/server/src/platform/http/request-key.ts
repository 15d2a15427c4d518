import type { FastifyRequest } from 'fastify';
import { badRequest } from '../errors.ts';

/** Somebody's own name for a request: a UUID, mostly. */
const REQUEST_KEY = /^[\w.:-]{8,100}$/;

/**
 * What the sender calls a request, by its header Idempotency-Key, so that sending it again makes
 * nothing twice; null where it has no name.
 *
 * @throws HttpError 400 for a name of other signs
 */
export function requestKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !REQUEST_KEY.test(key)) {
    throw badRequest('request.key_invalid');
  }
  return key;
}
