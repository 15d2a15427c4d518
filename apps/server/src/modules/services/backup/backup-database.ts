import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from './backup-archive.ts';
import type { Manifest, StoredTable } from './backup-manifest.ts';

/** Rows are stored in parts of about this size, because an entry states its size before its content. */
const PART_BYTES = 8 * 1024 * 1024;
/** Written by the migrations themselves. */
const MIGRATIONS = 'migrations';

type Described = Pick<Manifest, 'migrations' | 'tables' | 'partitions' | 'sequences'>;

const quoted = (name: string) => `"${name}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(', ');

/** The tables of the product with the columns that can be written, partitioned ones once. */
async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> $1
     group by c.relname order by c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

async function partitionsOf(client: pg.Client): Promise<Manifest['partitions']> {
  const { rows } = await client.query(
    `select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and c.relkind = 'r'
     order by p.relname, c.relname`,
  );
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' order by sequencename`,
  );
  return rows;
}

async function storeTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: string[] },
  archive: ArchiveWriter,
): Promise<StoredTable> {
  const stream = client.query(
    copyTo(`copy (select ${listed(columns)} from ${quoted(name)}) to stdout`),
  );
  let parts = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = async () => {
    if (waitingBytes === 0) return;
    parts += 1;
    await archive.add(`database/${name}/${parts}`, waitingBytes, waiting);
    waiting = [];
    waitingBytes = 0;
  };
  for await (const part of stream as AsyncIterable<Buffer>) {
    waiting.push(part);
    waitingBytes += part.length;
    if (waitingBytes >= PART_BYTES) await flush();
  }
  await flush();
  return { name, columns, rows: stream.rowCount, parts };
}

/** Stores the rows of all tables. Call it within a transaction that sees one moment. */
export async function storeDatabase(client: pg.Client, archive: ArchiveWriter): Promise<Described> {
  const { rows: migrations } = await client.query(
    `select name, checksum from ${MIGRATIONS} order by name`,
  );
  const tables: StoredTable[] = [];
  for (const table of await tablesOf(client)) {
    tables.push(await storeTable(client, table, archive));
  }
  return {
    migrations,
    tables,
    partitions: await partitionsOf(client),
    sequences: await sequencesOf(client),
  };
}

/** Empties all tables and creates the partitions of the backup, in the transaction that loads them. */
export async function prepareTables(client: pg.Client, manifest: Manifest): Promise<void> {
  // Neither foreign keys nor triggers: the rows are consistent, and come in the order of the names.
  await client.query(`set local session_replication_role = replica`);
  const known = await tablesOf(client);
  await client.query(`truncate ${listed(known.map(({ name }) => name))} cascade`);
  for (const { table, name, bounds } of manifest.partitions) {
    await client.query(
      `create table if not exists ${quoted(name)} partition of ${quoted(table)} ${bounds}`,
    );
  }
}

/** Loads the rows of one table from its parts in their order. */
export async function loadTable(
  client: pg.Client,
  { name, columns }: StoredTable,
  parts: Iterable<Readable> | AsyncIterable<Readable>,
): Promise<void> {
  const into = client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`));
  await pipeline(async function* () {
    for await (const part of parts) yield* part;
  }, into);
}

/** Continues the ids of all tables where the backup ended. */
export async function setSequences(
  client: pg.Client,
  sequences: Manifest['sequences'],
): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(name),
      value ?? '1',
      value !== null,
    ]);
  }
}
