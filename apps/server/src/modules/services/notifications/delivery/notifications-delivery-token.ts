import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedSecret } from '../../../../platform/auth/index.ts';

/** Purpose of a token; tokens of one kind are not valid for the other. */
type Kind = 'notification e-mails' | 'notification deliveries';

function signatureOf(secret: string, kind: Kind, id: number | string): Buffer {
  const key = derivedSecret(secret, kind);
  return createHmac('sha256', key).update(String(id)).digest().subarray(0, 18);
}

const tokenOf = (secret: string, kind: Kind, id: number | string) =>
  `${id}.${signatureOf(secret, kind, id).toString('base64url')}`;

function idOf(secret: string, kind: Kind, token: string): number | null {
  const [text = '', signature = ''] = token.split('.');
  if (!/^\d{1,15}$/.test(text)) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, kind, Number(text));
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(text) : null;
}

/**
 * The token of an address in unsubscribe links; cannot be forged for another address.
 *
 * @param secret secret of this installation
 */
export function unsubscribeToken(secret: string, id: number): string {
  return tokenOf(secret, 'notification e-mails', id);
}

/** The address of a token; null if the token is invalid. */
export function tokenId(secret: string, token: string): number | null {
  return idOf(secret, 'notification e-mails', token);
}

/** The token of a delivery in the header of its mail, which a returned mail contains. */
export function deliveryToken(secret: string, id: string): string {
  return tokenOf(secret, 'notification deliveries', id);
}

/** The delivery of a returned mail; null if the token is invalid. */
export function deliveryOfToken(secret: string, token: string): number | null {
  return idOf(secret, 'notification deliveries', token);
}
