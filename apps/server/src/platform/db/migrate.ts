import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { replaceSquashed } from './squashed-migrations.ts';

/** Arbitrary, the same in every process: only one migration at a time on one database. */
const LOCK = 726_231_001;
const LOCK_RETRY_MS = 200;

/** First line of a file whose statements run one by one: for indexes on large tables. */
const WITHOUT_TRANSACTION = '-- without transaction';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The folder `migrations`, found from the sources and from the bundle. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'migrations', '0001_customers_and_depots.sql'))) {
    if (folder === dirname(folder)) throw new OperatorError('migration.folder_missing');
    folder = dirname(folder);
  }
  return join(folder, 'migrations');
}

function read(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** The migrations of this release, oldest first. */
export const migrationNames = (): string[] => read(migrationsFolder()).map(({ name }) => name);

async function applied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query('select name, checksum from migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Waits until no other process migrates. A process that waited within PostgreSQL would have a snapshot, for which
 * `create index concurrently` waits in turn.
 */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK]);
    if (rows[0].is_ours === true) return;
    await sleep(LOCK_RETRY_MS);
  }
}

/** The statements of a file that runs without a transaction; each ends at the end of a line. */
const statementsOf = (sql: string): string[] =>
  sql.split(/;\s*$/m).filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '');

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const isWhole = !sql.startsWith(WITHOUT_TRANSACTION);
  try {
    if (isWhole) await client.query('begin');
    for (const statement of isWhole ? [sql] : statementsOf(sql)) await client.query(statement);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    if (isWhole) await client.query('commit');
  } catch (error) {
    throw new OperatorError(
      'migration.failed',
      { name, reason: (error as Error).message },
      { cause: error },
    );
  }
}

/**
 * Migrates the database to the newest schema: each numbered file of `migrations/` once, in sequence,
 * each in its own transaction. A file that begins with `-- without transaction` runs statement by statement,
 * and again from its beginning after an interruption.
 *
 * @param until the last file to apply; all of them by default
 * @throws OperatorError if an applied file has changed since, if its SQL fails, or if the database stopped within the
 * files of before the squash
 */
export async function migrate(
  url: string,
  folder = migrationsFolder(),
  until?: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await lock(client);
    const files = read(folder);
    const done = await replaceSquashed(client, await applied(client), files);
    for (const { name, sql, checksum } of files) {
      if (until !== undefined && name > until) break;
      const known = done.get(name);
      if (known === checksum) continue;
      if (known !== undefined) {
        throw new OperatorError('migration.changed', { name });
      }
      await apply(client, { name, sql, checksum });
    }
  } finally {
    await client.end();
  }
}
