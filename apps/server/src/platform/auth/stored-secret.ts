import type { Database } from '../db/index.ts';
import type { SecretBox } from './secret-box.ts';

/** Encrypted, or in plain text if written by the first release. */
type Stored<T> = T | { readonly sealed: string };

interface ReadSecret<T> {
  readonly value: T;
  /** Whether it must be encrypted again. */
  readonly isStale: boolean;
}

function read<T extends object>(stored: Stored<T>, box: SecretBox): ReadSecret<T> | null {
  if (!('sealed' in stored)) return { value: stored, isStale: true };
  const found = box.open(Buffer.from(stored.sealed as string, 'base64'));
  return found === null ? null : { value: JSON.parse(found.text) as T, isStale: found.isOld };
}

/**
 * A secret of this installation, created when it is first needed and stored encrypted in the database,
 * so that all processes share it. One that cannot be decrypted is replaced.
 *
 * @param setting its key in the table `settings`
 */
export async function storedSecret<T extends object>(
  db: Pick<Database, 'pool'>,
  box: SecretBox,
  setting: string,
  make: () => Promise<T>,
): Promise<T> {
  const { rows } = await db.pool.query<{ value: Stored<T> }>(
    'select value from settings where key = $1',
    [setting],
  );
  const stored = rows[0]?.value;
  const found = stored === undefined ? null : read(stored, box);
  if (found !== null && !found.isStale) return found.value;
  const sealed = box.seal(JSON.stringify(found?.value ?? (await make()))).toString('base64');
  // If another process has stored one meanwhile, that one is used.
  await db.pool.query(
    `insert into settings (key, value) values ($1, $2) on conflict (key) do update
       set value = excluded.value, updated_at = now() where settings.value = $3::jsonb`,
    [setting, JSON.stringify({ sealed }), JSON.stringify(stored ?? null)],
  );
  return storedSecret(db, box, setting, make);
}
