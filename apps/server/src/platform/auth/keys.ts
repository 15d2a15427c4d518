import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../db/index.ts';
import type { SecretBox } from './secret-box.ts';
import { storedSecret } from './stored-secret.ts';

/** Signs access tokens; RS256, because every OpenID Connect client must support it. */
export const SIGNING_ALGORITHM = 'RS256';

async function made(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: randomUUID(), use: 'sig', alg: SIGNING_ALGORITHM };
}

/**
 * The private signing key of this installation. After a replacement, access tokens that the old one
 * signed are invalid, and browsers fetch new ones with their refresh tokens.
 */
export const signingKey = (db: Database, box: SecretBox): Promise<JWK> =>
  storedSecret(db, box, 'sign-on.signing-key', made);
