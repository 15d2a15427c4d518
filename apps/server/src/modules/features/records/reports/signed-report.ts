import {
  derivedSecret,
  isSignedUntil,
  minuteAfter,
  type SignedQuery,
  signUntil,
} from '../../../../platform/auth/index.ts';

/** Reports that public pages link to. */
export type SignedKind = 'driver-check' | 'inspection';

const PATHS: Readonly<Record<SignedKind, (id: number) => string>> = {
  'driver-check': (id) => `/vehicle-check/api/driver_check_pdf/${id}/`,
  inspection: (id) => `/safety-inspection/api/report_pdf/${id}/`,
};
/** Requirement J-P01; a page that stays open longer requests new links. */
const LIFE_S = 15 * 60;

const keyOf = (secret: string) => derivedSecret(secret, 'record-reports');

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
  const query = signUntil(keyOf(secret), [kind, id], minuteAfter(LIFE_S, nowMs));
  return `${PATHS[kind](id)}?${new URLSearchParams(query)}`;
}

/** Whether a link has a valid signature for this report and has not expired. */
export const isSignedReport = (secret: string, kind: SignedKind, id: number, given: SignedQuery) =>
  isSignedUntil(keyOf(secret), [kind, id], given);
