import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { tokenHash } from '../../../../platform/auth/index.ts';

/** Tolerated clock difference of a phone, s. */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;
/** Letters and digits that cannot be confused. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** A new secret of an authenticator app (RFC 6238), and its otpauth URL. */
export function newTotp(account: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: 'Roadworthy', label: account, secret }) };
}

/**
 * Checks a code of an authenticator app.
 *
 * @param afterStep time step of the last accepted code; it and earlier ones are refused
 * @returns the time step of the code, or null for a wrong one
 */
export async function totpStep(
  secret: string,
  code: string,
  afterStep: number,
): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({
    secret,
    token,
    epochTolerance: TOLERANCE_S,
    ...(afterStep > 0 ? { afterTimeStep: afterStep } : {}),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Four groups of seven out of 30 characters: 137 bits; a plain hash suffices (ASVS 5.0, 6.5.2). */
const GROUPS = 4;
const GROUP_LENGTH = 7;

/** New recovery codes, each for one sign-in without the phone. */
export function newRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  const code = () => Array.from({ length: GROUPS }, group).join('-');
  return Array.from({ length: RECOVERY_CODES }, code);
}

/** The hash of a recovery code, regardless of its formatting. */
export function recoveryHash(userId: number, code: string): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return tokenHash(`recovery ${userId} ${plain}`);
}
