import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, migrationNames } from '../src/platform/db/index.ts';
import { resetToMigration } from './earlier-schema.ts';
import { type TestDatabase, testDatabase } from './harness.ts';

/*
 * A new migration must not lock a large table for as long as it reads or writes all its rows: devices and people
 * would wait. PostgreSQL does so when it rewrites a table, builds an index without `concurrently`, or checks all rows for
 * a constraint. The test compares the catalogue before and after each new file, so that it needs no large table.
 */

/** The last file from before this rule. */
const LAST_BEFORE = '0023_vehicle_shares.sql';

/** Tables that grow with the fleet and with time. */
const LARGE = [
  'accident_reports',
  'alerts',
  'alert_deliveries',
  'audit_entries',
  'clock_fault_records',
  'defect_records',
  'deliveries',
  'derivations',
  'driver_assignments',
  'driver_check_records',
  'files',
  'fleet_events',
  'geofence_visits',
  'inspection_records',
  'positions',
  'raw_frames',
  'record_changes',
  'tracker_connections',
  'trips',
  'vehicle_activities',
  'vehicle_file_changes',
  'vehicle_messages',
  'vehicle_states',
  'video_requests',
  'video_views',
];

/**
 * Tables that grow in the same way. The files up to `LAST_BEFORE_THEM` made and changed them before any release had
 * them, so an upgrade finds them empty.
 */
const LARGE_SINCE = ['cost_entries', 'couplings', 'part_movements', 'work_orders'];
const LAST_BEFORE_THEM = '0062_fault_alert_indexes.sql';

interface Catalogue {
  /** Files of tables; another one means that the table was rewritten. */
  readonly tables: ReadonlyMap<string, string>;
  /** Index → its table. */
  readonly indexes: ReadonlyMap<string, string>;
  /** Checked constraints and columns that must not be null → their table. */
  readonly checked: ReadonlyMap<string, string>;
}

async function catalogue(pool: pg.Pool): Promise<Catalogue> {
  const map = async (query: string): Promise<Map<string, string>> => {
    const { rows } = await pool.query<{ name: string; value: string }>(query);
    return new Map(rows.map(({ name, value }) => [name, value]));
  };
  const own = `relnamespace = 'public'::regnamespace`;
  return {
    tables: await map(
      `select relname as name, relfilenode::text as value from pg_class
       where ${own} and relkind in ('r', 'p')`,
    ),
    indexes: await map(
      `select c.relname as name, t.relname as value from pg_index i
         join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid
       where c.${own}`,
    ),
    checked: await map(
      `select 'constraint ' || conname as name, relname as value from pg_constraint
         join pg_class c on c.oid = conrelid
       where c.${own} and contype in ('c', 'f') and convalidated
       union all
       select 'not null ' || relname || '.' || attname, relname from pg_attribute
         join pg_class c on c.oid = attrelid
       where c.${own} and relkind in ('r', 'p') and attnum > 0 and attnotnull`,
    ),
  };
}

/** The table of which it is a partition, or itself. */
const nameOf = (table: string) => (/^positions_/.test(table) ? 'positions' : table);

/** The large tables while a migration runs. */
const largeAt = (name: string) => (name > LAST_BEFORE_THEM ? [...LARGE, ...LARGE_SINCE] : LARGE);

/** What a migration does to large tables while it locks them. */
function lockFaults(
  before: Catalogue,
  after: Catalogue,
  { isConcurrent, large }: { readonly isConcurrent: boolean; readonly large: readonly string[] },
): string[] {
  const isLarge = (table: string) => large.includes(nameOf(table)) && before.tables.has(table);
  const rewritten = [...before.tables]
    .filter(([table, file]) => isLarge(table) && (after.tables.get(table) ?? file) !== file)
    .map(([table]) => `rewrites ${table}`)
    .sort();
  const indexed = [...after.indexes]
    .filter(([name, table]) => !before.indexes.has(name) && isLarge(table) && !isConcurrent)
    .map(([name, table]) => `builds ${name} while ${table} is locked`);
  const scanned = [...after.checked]
    .filter(([name, table]) => !before.checked.has(name) && isLarge(table))
    .map(([name, table]) => `checks all rows of ${table} for ${name}`);
  return [...rewritten, ...indexed, ...scanned];
}

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'roadworthy-migrations-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Applies a file that follows all others, and tells what it locks. */
async function faultsOf(name: string, sql: string): Promise<string[]> {
  const before = await catalogue(database.db.pool);
  writeFileSync(join(folder, name), sql);
  await migrate(database.url, folder);
  const isConcurrent = /concurrently/.test(sql);
  return lockFaults(before, await catalogue(database.db.pool), {
    isConcurrent,
    large: largeAt(name),
  });
}

it('a new migration locks no large table while it reads or writes all of it', async () => {
  await resetToMigration(database, LAST_BEFORE);
  const added = migrationNames().filter((name) => name > LAST_BEFORE);
  const source = join(import.meta.dirname, '../migrations');
  let before = await catalogue(database.db.pool);
  for (const name of added) {
    await migrate(database.url, undefined, name);
    const after = await catalogue(database.db.pool);
    const sql = readFileSync(join(source, name), 'utf8');
    const isConcurrent = sql.startsWith('-- without transaction');
    expect(lockFaults(before, after, { isConcurrent, large: largeAt(name) }), name).toEqual([]);
    before = after;
  }
});

it('finds rewritten tables, indexes and checked constraints, and lets their forms without a lock pass', async () => {
  // The known files stay: a folder without them would be of another database.
  for (const name of migrationNames()) {
    const path = join(import.meta.dirname, '../migrations', name);
    writeFileSync(join(folder, name), readFileSync(path));
  }
  expect(
    await faultsOf(
      '9001_wrong.sql',
      `alter table trips add column wrong uuid default gen_random_uuid();
       create index wrong_index on fleet_events (customer_id);
       alter table alerts add constraint wrong_check check (id > -1);
       alter table vehicle_states add column fine int default 1;
       alter table cost_entries add column wrong text generated always as (upper(note)) stored;`,
    ),
  ).toEqual([
    'rewrites cost_entries',
    'rewrites trips',
    'builds wrong_index while fleet_events is locked',
    'checks all rows of alerts for constraint wrong_check',
  ]);
  expect(
    await faultsOf(
      '9002_right.sql',
      `-- without transaction
       create index concurrently right_index on fleet_events (customer_id, id);
       alter table alerts add constraint right_check check (id > -2) not valid;`,
    ),
  ).toEqual([]);
});
