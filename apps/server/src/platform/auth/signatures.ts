import { createHmac } from 'node:crypto';
import { isSameSecret } from './random-tokens.ts';

/** The HMAC-SHA256 of a text. */
export const signatureOf = (key: string, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Derives a secret for one purpose from the secret of the installation. */
export const derivedSecret = (sessionSecret: string, purpose: string): string =>
  signatureOf(sessionSecret, purpose).toString('base64url');

/** The query of a signed address, as received. */
export interface SignedQuery {
  /** s since 1970 UTC */
  readonly expires?: number | undefined;
  readonly signature?: string | undefined;
}

/** What an address gives access to. */
type Parts = readonly (string | number)[];

const signatureUntil = (key: string, parts: Parts, expires: number) =>
  signatureOf(key, [...parts, expires].join('\n'));

/**
 * The query that signs an address until it expires.
 *
 * @param key for addresses of this kind only, see {@link derivedSecret}
 * @param untilMs ms since 1970 UTC; rounded up to whole seconds
 */
export function signUntil(key: string, parts: Parts, untilMs: number) {
  const expires = Math.ceil(untilMs / 1000);
  const signature = signatureUntil(key, parts, expires).toString('base64url');
  return { expires: String(expires), signature };
}

/** Whether an address is signed for these parts and has not expired. */
export function isSignedUntil(
  key: string,
  parts: Parts,
  { expires, signature }: SignedQuery,
  nowMs = Date.now(),
): boolean {
  if (expires === undefined || signature === undefined) return false;
  if (!Number.isSafeInteger(expires) || expires * 1000 <= nowMs) return false;
  const given = Buffer.from(signature, 'base64url');
  return isSameSecret(given, signatureUntil(key, parts, expires));
}

/**
 * The end of a life, rounded up to a minute, so that a polled list returns the same address for a while
 * and the browser can cache its content.
 *
 * @returns ms since 1970 UTC
 */
export const minuteAfter = (lifeS: number, nowMs = Date.now()): number =>
  Math.ceil((nowMs / 1000 + lifeS) / 60) * 60_000;
