import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedSecret } from '../../../../platform/auth/index.ts';

/** What a token is for; one of a kind opens nothing of the other. */
type Kind = 'notification e-mails' | 'notification deliveries';

function signatureOf(secret: string, kind: Kind, id: number): Buffer {
  const key = derivedSecret(secret, kind);
  return createHmac('sha256', key).update(String(id)).digest().subarray(0, 18);
}

const tokenOf = (secret: string, kind: Kind, id: number) =>
  `${id}.${signatureOf(secret, kind, id).toString('base64url')}`;

function idOf(secret: string, kind: Kind, token: string): number | null {
  const [text = '', signature = ''] = token.split('.');
  if (!/^\d{1,9}$/.test(text)) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, kind, Number(text));
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(text) : null;
}

/**
 * What the link in a mail names its address by: nobody can make one for another.
 *
 * @param secret of this installation
 */
export function unsubscribeToken(secret: string, id: number): string {
  return tokenOf(secret, 'notification e-mails', id);
}

/** The address that a link names; null where it is not ours. */
export function tokenId(secret: string, token: string): number | null {
  return idOf(secret, 'notification e-mails', token);
}

/** What a mail names its delivery by, and brings back where it is returned. */
export function deliveryToken(secret: string, id: number): string {
  return tokenOf(secret, 'notification deliveries', id);
}

/** The delivery that a returned mail names; null where the mail was not ours. */
export function deliveryOfToken(secret: string, token: string): number | null {
  return idOf(secret, 'notification deliveries', token);
}
