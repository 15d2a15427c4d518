import type { FastifyRequest } from 'fastify';
import { badRequest } from '../errors.ts';

/** A client's key for a request, usually a UUID. */
const REQUEST_KEY = /^[\w.:-]{8,100}$/;

/**
 * The Idempotency-Key of a request, so that repeating it creates nothing twice; null without the
 * header.
 *
 * @throws HttpError 400 for invalid characters
 */
export function requestKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !REQUEST_KEY.test(key)) {
    throw badRequest('request.key_invalid');
  }
  return key;
}
