import { type Algorithm, hash, verify } from '@node-rs/argon2';
import type { TextKey } from '../../platform/texts.ts';

/** Argon2id (its number in the library) with the OWASP parameters: 19 MiB, two passes. */
const ARGON2ID = 2 as Algorithm;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Requirement D-25. */
const MIN_PASSWORD_LENGTH = 10;
/** Longer ones would only cost the server time. */
const MAX_PASSWORD_LENGTH = 200;

/**
 * The text that says what is wrong with a new password, or null. The server checks it whatever the
 * form did (requirements D-P03, OP-065).
 */
export function passwordFault(password: string): TextKey | null {
  if (password === '') return 'password.required';
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'password.tooShort';
  if (password.length > MAX_PASSWORD_LENGTH) return 'password.tooLong';
  return null;
}

/** The Argon2id hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | null = null;

/**
 * Whether a password belongs to a hash. Without a hash it takes as long and says no, so that the
 * time of the answer does not tell whether an account exists.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await decoy), password.slice(0, MAX_PASSWORD_LENGTH));
  return stored !== null && matches;
}
