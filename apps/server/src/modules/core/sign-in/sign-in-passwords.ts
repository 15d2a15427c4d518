import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Argon2id (its number in the library) with the OWASP parameters: 19 MiB, two passes. */
const ARGON2ID = 2 as Algorithm;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer passwords would only cost CPU time. */
const MAX_PASSWORD_LENGTH = 200;

/** The Argon2id hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | null = null;

/**
 * Whether a password matches a hash. Without a hash the check takes as long and fails, so that the
 * response time does not reveal whether an account exists.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await decoy), password.slice(0, MAX_PASSWORD_LENGTH));
  return stored !== null && matches;
}
