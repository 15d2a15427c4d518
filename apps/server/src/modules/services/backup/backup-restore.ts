import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Config } from '../../../platform/config/index.ts';
import { migrate } from '../../../platform/db/index.ts';
import { type FileStore, fileStore } from '../../../platform/files/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { type ArchiveEntry, readArchive } from './backup-archive.ts';
import { keyOf, SECRET_ENTRY } from './backup-create.ts';
import { loadTable, prepareTables, setSequences } from './backup-database.ts';
import type { Manifest, StoredTable } from './backup-manifest.ts';
import { verifyBackup } from './backup-verify.ts';

export interface RestoreOptions {
  readonly config: Config;
  /** Connection string of the owner of an empty database. */
  readonly databaseUrl: string;
  readonly path: string;
  readonly passphrase: string | null;
  readonly say: (line: string) => void;
}

const OWNER_ONLY = 0o600;
/** SQLSTATE insufficient_privilege. */
const NOT_PERMITTED = '42501';

/** @throws OperatorError if the database has users or customers */
async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('public.users') as users`);
  if (tables[0]?.users === null) return;
  const { rows } = await client.query(
    'select exists (select from users) or exists (select from customers) as used',
  );
  if (rows[0]?.used === true) throw new OperatorError('backup.not_empty');
}

/** @throws OperatorError if the backup has migrations that this release does not know */
async function refuseOtherRelease(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query('select name, checksum from migrations');
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown === undefined && known.size === manifest.migrations.length) return;
  throw new OperatorError('backup.other_release', { version: manifest.version });
}

/** The parts of one table, which follow each other in the archive. */
async function* partsOf(
  entries: AsyncGenerator<ArchiveEntry>,
  { name, parts }: StoredTable,
): AsyncGenerator<Readable> {
  for (let part = 1; part <= parts; part += 1) {
    const { value, done } = await entries.next();
    if (done === true || value.name !== `database/${name}/${part}`) {
      throw new OperatorError('backup.entry_wrong', { entry: `database/${name}/${part}` });
    }
    yield value.content;
  }
}

/** Loads all tables, in the transaction of the caller. */
async function loadDatabase(
  client: pg.Client,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<void> {
  await prepareTables(client, manifest).catch((cause: Error & { code?: string }) => {
    if (cause.code !== NOT_PERMITTED) throw cause;
    throw new OperatorError('backup.not_permitted', {}, { cause });
  });
  for (const table of manifest.tables) await loadTable(client, table, partsOf(entries, table));
  await setSequences(client, manifest.sequences);
}

async function storeOne(store: FileStore, key: string, entry: ArchiveEntry): Promise<void> {
  await mkdir(store.incoming, { recursive: true, mode: 0o700 });
  const path = join(store.incoming, randomUUID());
  await pipeline(entry.content, createWriteStream(path, { mode: OWNER_ONLY }));
  await store.blobs.put(key, path, entry.sizeBytes);
}

/**
 * Keeps the session secret of the backup if this installation uses the one of its data folder.
 *
 * @returns where the secret is if the operator must configure it; null if nothing is to be done
 */
async function keepSecret(config: Config, secret: string): Promise<string | null> {
  if (secret === config.sessionSecret) return null;
  const own = join(config.dataDir, 'session-secret');
  await mkdir(config.dataDir, { recursive: true });
  if (!config.hasSessionSecret) {
    await writeFile(own, secret, { mode: OWNER_ONLY });
    return null;
  }
  const aside = `${own}.restored`;
  await writeFile(aside, secret, { mode: OWNER_ONLY });
  return aside;
}

/** Stores the entries after the tables; returns what `keepSecret` does. */
async function loadFiles(
  config: Config,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<string | null> {
  const store = fileStore(config);
  let secretPath: string | null = null;
  for (;;) {
    const { value: entry, done } = await entries.next();
    if (done === true) return secretPath;
    const key = keyOf(entry.name);
    if (key !== null) await storeOne(store, key, entry);
    else if (entry.name === SECRET_ENTRY) {
      secretPath = await keepSecret(config, await text(entry.content));
    } else entry.content.resume();
  }
}

/**
 * Restores a backup into an empty installation. The whole backup is verified first. The database is committed
 * when the files are stored too, so that a restore that failed can be repeated. A backup of an earlier release
 * is migrated to this one.
 *
 * @returns the contents, and the file with the session secret if the operator must configure it
 * @throws OperatorError if the installation is not empty, or the backup is damaged or newer
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; secretPath: string | null }> {
  const { config, databaseUrl, path, passphrase, say } = options;
  say('Verifying the backup');
  const manifest = await verifyBackup(path, passphrase);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const entries = readArchive(path, passphrase);
  try {
    await refuseUsed(client);
    await migrate(databaseUrl, undefined, manifest.migrations.at(-1)?.name);
    await refuseOtherRelease(client, manifest);
    say('Loading the database');
    await client.query('begin');
    await loadDatabase(client, manifest, entries);
    say('Storing the files');
    const secretPath = await loadFiles(config, entries);
    await client.query('commit');
    await migrate(databaseUrl);
    await client.query('analyze');
    return { manifest, secretPath };
  } finally {
    await entries.return(undefined);
    await client.end();
  }
}
