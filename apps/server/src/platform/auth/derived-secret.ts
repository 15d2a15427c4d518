import { createHmac } from 'node:crypto';

/** Derives a secret for one purpose from the secret of the installation. */
export function derivedSecret(sessionSecret: string, purpose: string): string {
  return createHmac('sha256', sessionSecret).update(purpose).digest('base64url');
}
