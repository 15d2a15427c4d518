import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Config } from '../../../platform/config/index.ts';
import { type FileStore, fileStore } from '../../../platform/files/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { ArchiveWriter, type Protection } from './backup-archive.ts';
import { storeDatabase } from './backup-database.ts';
import { FORMAT, MANIFEST_ENTRY, type Manifest } from './backup-manifest.ts';

/** Entry of the session secret: what the database has encrypted needs it. */
export const SECRET_ENTRY = 'session-secret';
const FILES = 'files/';

export interface BackupOptions {
  readonly config: Config;
  /** Connection string of the owner of the database. */
  readonly databaseUrl: string;
  /** The file to write. */
  readonly path: string;
  /** Null for a backup that is not encrypted. */
  readonly protection: Protection | null;
  readonly version: string;
  readonly say: (line: string) => void;
}

const entryOf = (key: string) => `${FILES}${key}`;
/** The name in the file store of an entry; null for another entry. */
export const keyOf = (entry: string): string | null =>
  entry.startsWith(FILES) ? entry.slice(FILES.length) : null;

/** Names in the file store that the database mentions at this moment. */
async function keysOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'select key from files union select unnest(pieces) from video_uploads order by key',
  );
  return rows.map(({ key }) => key);
}

/** Adds the files; those that a running server deleted meanwhile are listed as missing. */
async function storeFiles(
  store: FileStore,
  keys: readonly string[],
  archive: ArchiveWriter,
): Promise<string[]> {
  const missing: string[] = [];
  for (const key of keys) {
    const sizeBytes = await store.blobs.stat(key);
    if (sizeBytes === null) missing.push(key);
    else await archive.add(entryOf(key), sizeBytes, await store.blobs.get(key));
  }
  return missing;
}

/**
 * Writes a backup of database, files and session secret while the server runs. The database is stored as it
 * was at one moment, and the files that it mentions.
 *
 * @returns the contents
 * @throws OperatorError if the file exists or cannot be written
 */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
  const { config, databaseUrl, path, protection, version, say } = options;
  if (existsSync(path)) throw new OperatorError('backup.exists', { file: path });
  say(`Writing ${path}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const archive = new ArchiveWriter(path, protection);
  try {
    await client.query('begin isolation level repeatable read read only');
    const createdAt = new Date();
    const database = await storeDatabase(client, archive);
    say(`  ${database.tables.length} tables`);
    const keys = await keysOf(client);
    await client.query('commit');
    say(`  ${keys.length} files`);
    const missing = await storeFiles(fileStore(config), keys, archive);
    const secret = Buffer.from(config.sessionSecret);
    await archive.add(SECRET_ENTRY, secret.length, [secret]);
    const manifest: Manifest = {
      format: FORMAT,
      created_at: createdAt.toISOString(),
      version,
      ...database,
      missing_files: missing,
      entries: [...archive.entries],
    };
    const text = Buffer.from(JSON.stringify(manifest));
    await archive.add(MANIFEST_ENTRY, text.length, [text]);
    await archive.finish();
    return manifest;
  } catch (error) {
    await archive.discard(error);
    throw error;
  } finally {
    await client.end();
  }
}
