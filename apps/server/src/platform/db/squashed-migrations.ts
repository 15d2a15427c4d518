import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';

/** First and last of the migrations that were squashed, and their number. */
const FIRST = '0001_foundation.sql';
const LAST = '0048_clip_thumbnails.sql';
const COUNT = 46;

/** The last of the files that create the same schema; later files are not applied to such a database yet. */
const SQUASHED_INTO = '0013_audit_privacy_and_uploads.sql';

/**
 * Recognises a database that has all migrations from before the squash (decision 26): its schema is that of
 * the new files, so the rows of `migrations` are replaced, in one transaction, and nothing else changes.
 *
 * @param done applied migrations, checksum by name
 * @param files the present migrations
 * @returns the applied migrations after the replacement; `done` if there is nothing to replace
 * @throws OperatorError if only some of the old migrations were applied
 */
export async function replaceSquashed(
  client: pg.Client,
  done: ReadonlyMap<string, string>,
  files: readonly { readonly name: string; readonly checksum: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (!done.has(FIRST)) return done;
  const newest = [...done.keys()].sort().at(-1);
  if (newest !== LAST || done.size !== COUNT) {
    throw new OperatorError('migration.too_old', { newest: newest ?? '', last: LAST });
  }
  const replaced = files.filter(({ name }) => name <= SQUASHED_INTO);
  await client.query('begin');
  await client.query('delete from migrations');
  await client.query(
    'insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])',
    [replaced.map(({ name }) => name), replaced.map(({ checksum }) => checksum)],
  );
  await client.query('commit');
  return new Map(replaced.map(({ name, checksum }) => [name, checksum]));
}
