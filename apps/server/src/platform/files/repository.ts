import { sql } from 'kysely';
import type { Transaction } from '../db/index.ts';

/** A row of the table `files`. */
export interface FileRow {
  readonly id: string;
  readonly customerId: number;
  readonly purpose: string;
  readonly key: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly name: string;
}

/** Writes the row of a stored file, in the transaction that refers to it. */
export async function storeFile(
  trx: Transaction,
  file: FileRow,
  keptUntil: Date | null = null,
): Promise<void> {
  await trx
    .insertInto('files')
    .values({
      id: file.id,
      customer_id: file.customerId,
      purpose: file.purpose,
      key: file.key,
      media_type: file.mediaType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      name: file.name,
      kept_until: keptUntil,
    })
    .execute();
}

/** Files that have not expired; row-level security limits them to the caller's customer. */
export async function filesById(trx: Transaction, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', [...ids])
    .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '>', sql<Date>`now()`)]))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    purpose: row.purpose,
    key: row.key,
    mediaType: row.media_type,
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256,
    name: row.name,
  }));
}

/** One file, as {@link filesById}. */
export async function fileById(trx: Transaction, id: string): Promise<FileRow | undefined> {
  const [file] = await filesById(trx, [id]);
  return file;
}

/** Sets the expiry of files; now to let the job delete them at its next run. */
export async function endFiles(
  trx: Transaction,
  ids: readonly string[],
  at: Date = new Date(),
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('files')
    .set({ kept_until: at })
    .where('id', 'in', [...ids])
    .execute();
}

/** A batch of expired files. */
export async function endedFiles(trx: Transaction, limit: number) {
  return trx
    .selectFrom('files')
    .select(['id', 'key'])
    .where('kept_until', '<=', sql<Date>`now()`)
    .orderBy('kept_until')
    .limit(limit)
    .execute();
}

export async function forgetFiles(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('files')
    .where('id', 'in', [...ids])
    .execute();
}

/** The given object names without a reference. */
export async function unknownKeys(trx: Transaction, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) as k (key)
    where not exists (select from files f where f.key = k.key)
      and not exists (select from video_uploads u where k.key = any(u.pieces))`.execute(trx);
  return rows.map(({ key }) => key);
}
