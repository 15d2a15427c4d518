import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedSecret } from '../../../../platform/auth/index.ts';

function signatureOf(secret: string, id: number): Buffer {
  const key = derivedSecret(secret, 'notification e-mails');
  return createHmac('sha256', key).update(String(id)).digest().subarray(0, 18);
}

/**
 * What the link in a mail names its address by: nobody can make one for another.
 *
 * @param secret of this installation
 */
export function unsubscribeToken(secret: string, id: number): string {
  return `${id}.${signatureOf(secret, id).toString('base64url')}`;
}

/** The address that a link names; null where it is not ours. */
export function tokenId(secret: string, token: string): number | null {
  const [text = '', signature = ''] = token.split('.');
  if (!/^\d{1,9}$/.test(text)) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, Number(text));
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(text) : null;
}
