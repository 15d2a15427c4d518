import { createHmac, timingSafeEqual } from 'node:crypto';

/** The target of an address: a segment or a still. */
export interface PieceAddress {
  readonly session: number;
  readonly camera: number;
  readonly piece: string;
}

function signature(secret: string, { session, camera, piece }: PieceAddress, expires: number) {
  return createHmac('sha256', secret).update([session, camera, piece, expires].join('\n')).digest();
}

/**
 * The address of a segment, relative to the video host (requirement F-27). It is stable, so that
 * players and browser caches recognise the segment.
 *
 * @param untilMs expiry of the address, ms since 1970 UTC; rounded up to whole seconds
 */
export function signPiece(secret: string, of: PieceAddress, untilMs: number): string {
  const expires = Math.ceil(untilMs / 1000);
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signature(secret, of, expires).toString('base64url'),
  });
  return `/api/live_source/${of.session}/${of.camera}/${of.piece}/?${query}`;
}

/** Whether the signature of an address is valid and has not expired. */
export function isSigned(
  secret: string,
  of: PieceAddress,
  query: { readonly expires?: number | undefined; readonly signature?: string | undefined },
  nowMs: number,
): boolean {
  const { expires, signature: given } = query;
  if (expires === undefined || given === undefined || expires * 1000 <= nowMs) return false;
  const expected = signature(secret, of, expires);
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
