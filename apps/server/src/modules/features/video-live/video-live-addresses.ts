import { isSignedUntil, type SignedQuery, signUntil } from '../../../platform/auth/index.ts';

/** The target of an address: a segment or a still. */
export interface PieceAddress {
  readonly session: number;
  readonly camera: number;
  readonly piece: string;
}

const partsOf = ({ session, camera, piece }: PieceAddress) => [session, camera, piece];

/**
 * The address of a segment, relative to the video host (requirement F-27). It is stable, so that
 * players and browser caches recognise the segment.
 *
 * @param untilMs expiry of the address, ms since 1970 UTC; rounded up to whole seconds
 */
export function signPiece(secret: string, of: PieceAddress, untilMs: number): string {
  const query = new URLSearchParams(signUntil(secret, partsOf(of), untilMs));
  return `/api/live_source/${of.session}/${of.camera}/${of.piece}/?${query}`;
}

/** Whether the signature of an address is valid and has not expired. */
export const isSigned = (secret: string, of: PieceAddress, query: SignedQuery, nowMs: number) =>
  isSignedUntil(secret, partsOf(of), query, nowMs);
