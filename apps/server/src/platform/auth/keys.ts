import { createHmac, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../db/index.ts';

/** Signs access tokens; RS256, because every OpenID Connect client must understand it. */
export const SIGNING_ALGORITHM = 'RS256';
const SETTING = 'sign-on.signing-key';

/**
 * The private signing key of this installation, made at the first start and kept in the database,
 * so that every process signs with the same one.
 */
export async function signingKey(db: Database): Promise<JWK> {
  const stored = await db.pool.query<{ value: JWK }>('select value from settings where key = $1', [
    SETTING,
  ]);
  if (stored.rows[0] !== undefined) return stored.rows[0].value;
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const made = {
    ...(await exportJWK(privateKey)),
    kid: randomUUID(),
    use: 'sig',
    alg: SIGNING_ALGORITHM,
  };
  await db.pool.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do nothing',
    [SETTING, JSON.stringify(made)],
  );
  return signingKey(db);
}

/** A secret for one purpose, derived from the installation's. */
export function derivedSecret(sessionSecret: string, purpose: string): string {
  return createHmac('sha256', sessionSecret).update(purpose).digest('base64url');
}
