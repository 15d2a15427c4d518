import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../db/index.ts';
import type { SecretBox } from './secret-box.ts';

/** Signs access tokens; RS256, because every OpenID Connect client must support it. */
export const SIGNING_ALGORITHM = 'RS256';

const SETTING = 'sign-on.signing-key';

/** The stored key: encrypted, or in plain text if written by the first release. */
type Stored = JWK | { readonly sealed: string };

interface ReadKey {
  readonly key: JWK;
  /** Whether it must be encrypted again. */
  readonly isStale: boolean;
}

function read(stored: Stored, box: SecretBox): ReadKey | null {
  if (!('sealed' in stored)) return { key: stored as JWK, isStale: true };
  const found = box.open(Buffer.from(stored.sealed as string, 'base64'));
  return found === null ? null : { key: JSON.parse(found.text) as JWK, isStale: found.isOld };
}

async function made(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: randomUUID(), use: 'sig', alg: SIGNING_ALGORITHM };
}

/**
 * The private signing key of this installation, created at the first start and stored encrypted in the
 * database, so that all processes share it. A key that cannot be decrypted is replaced: access tokens
 * that it signed become invalid, and browsers fetch new ones with their refresh tokens.
 */
export async function signingKey(db: Database, box: SecretBox): Promise<JWK> {
  const { rows } = await db.pool.query<{ value: Stored }>(
    'select value from settings where key = $1',
    [SETTING],
  );
  const stored = rows[0]?.value;
  const found = stored === undefined ? null : read(stored, box);
  if (found !== null && !found.isStale) return found.key;
  const sealed = box.seal(JSON.stringify(found?.key ?? (await made()))).toString('base64');
  // If another process has stored a key meanwhile, that key is used.
  await db.pool.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update
       set value = excluded.value, updated_at = now() where settings.value = $3::jsonb`,
    [SETTING, JSON.stringify({ sealed }), JSON.stringify(stored ?? null)],
  );
  return signingKey(db, box);
}
