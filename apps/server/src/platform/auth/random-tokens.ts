import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token that cannot be guessed: 256 random bits, safe in URLs. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token (SHA-256). A random token needs no slow hash. */
export const tokenHash = (token: string | Buffer): Buffer =>
  createHash('sha256').update(token).digest();

/** Compares secrets in a time that depends on neither their bytes nor their lengths. */
export const isSameSecret = (given: string | Buffer, expected: string | Buffer): boolean =>
  timingSafeEqual(tokenHash(given), tokenHash(expected));
