import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedSecret } from '../../../../platform/auth/derived-secret.ts';

/** Reports that public pages link to. */
export type SignedKind = 'driver-check' | 'inspection';

const PATHS: Readonly<Record<SignedKind, (id: number) => string>> = {
  'driver-check': (id) => `/vehicle-check/api/driver_check_pdf/${id}/`,
  inspection: (id) => `/safety-inspection/api/report_pdf/${id}/`,
};
/** Requirement J-P01; a page that stays open longer requests new links. */
const LIFE_S = 15 * 60;
const MINUTE_S = 60;

function signatureOf(secret: string, kind: SignedKind, id: number, expiresS: number): Buffer {
  return createHmac('sha256', derivedSecret(secret, 'record-reports'))
    .update(`${kind}\n${id}\n${expiresS}`)
    .digest();
}

/**
 * A signed link to a report that is valid for 15 minutes without a login.
 *
 * @param secret the session secret of the installation
 * @returns path and query; the caller prepends the base URL of the host
 */
export function signedReportAddress(
  secret: string,
  kind: SignedKind,
  id: number,
  nowMs = Date.now(),
): string {
  const expiresS = Math.ceil((nowMs / 1000 + LIFE_S) / MINUTE_S) * MINUTE_S;
  const signature = signatureOf(secret, kind, id, expiresS).toString('base64url');
  return `${PATHS[kind](id)}?${new URLSearchParams({ expires: String(expiresS), signature })}`;
}

/** Whether a link has a valid signature for this report and has not expired. */
export function isSignedReport(
  secret: string,
  kind: SignedKind,
  id: number,
  given: { readonly signature?: string | undefined; readonly expires?: number | undefined },
  nowMs = Date.now(),
): boolean {
  if (given.signature === undefined || given.expires === undefined) return false;
  if (!Number.isSafeInteger(given.expires) || given.expires * 1000 <= nowMs) return false;
  const expected = signatureOf(secret, kind, id, given.expires);
  const signature = Buffer.from(given.signature, 'base64url');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
