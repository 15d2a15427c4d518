import { createHmac } from 'node:crypto';

/** A secret for one purpose, derived from the installation's. */
export function derivedSecret(sessionSecret: string, purpose: string): string {
  return createHmac('sha256', sessionSecret).update(purpose).digest('base64url');
}
