import { createHmac, timingSafeEqual } from 'node:crypto';

/** An address serves this long (requirement J-P01). */
const LIFE_S = 15 * 60;

function signatureOf(secret: string, path: string, expiresS: number): Buffer {
  return createHmac('sha256', secret).update(`${path}\n${expiresS}`).digest();
}

/**
 * An address that opens one path for whoever holds it, for 15 minutes.
 *
 * @param secret of this installation, for one purpose (`derivedSecret`)
 * @returns the path with `expires` (seconds since 1970 UTC) and `signature` in its query
 */
export function signPath(secret: string, path: string, nowMs = Date.now()): string {
  const expiresS = Math.ceil(nowMs / 1000) + LIFE_S;
  const signature = signatureOf(secret, path, expiresS).toString('base64url');
  return `${path}?${new URLSearchParams({ expires: String(expiresS), signature })}`;
}

/** Whether the query of a request is one that {@link signPath} made for its path, and still serves. */
export function isSignedPath(
  secret: string,
  path: string,
  query: { readonly signature?: string | undefined; readonly expires?: number | undefined },
  nowMs = Date.now(),
): boolean {
  const { signature, expires } = query;
  if (signature === undefined || expires === undefined || expires * 1000 <= nowMs) return false;
  const expected = signatureOf(secret, path, expires);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
