import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { emptyDatabase, resetToMigration } from '../../../../test/earlier-schema.ts';
import { testDatabase } from '../../../../test/harness.ts';
import { photographs, sendRecord } from '../../../../test/record-forms.ts';
import { documentFleet } from '../../../../test/vehicle-documents.ts';
import { loadConfig } from '../../../platform/config/index.ts';
import { migrate } from '../../../platform/db/index.ts';
import { createBackup } from './backup-create.ts';
import { restoreBackup } from './backup-restore.ts';
import { verifyBackup } from './backup-verify.ts';

const PASSPHRASE = 'correct horse battery staple';
const say = () => undefined;

let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await testApi();
  folder = mkdtempSync(join(tmpdir(), 'roadworthy-backup-'));
  const fleet = await documentFleet(api);
  const made = await sendRecord(api, fleet.file.keeper, {
    path: '/defect/api/defects/',
    fields: {
      vehicle: fleet.vehicles.s1.vehicleId,
      items: [{ name: 'Horn', severity: 'minor', finding: 'Weak: "£" \\ \t and\nlines' }],
    },
    photos: await photographs(1),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const day = '2026-06-01';
  await api.services.db.pool.query(
    `create table if not exists positions_20260601 partition of positions
     for values from ('${day} 00:00:00+00') to ('2026-06-02 00:00:00+00')`,
  );
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (name: string, passphrase: string | null = null) =>
  createBackup({
    config: api.services.config,
    databaseUrl: api.services.db.url,
    path: join(folder, name),
    protection: passphrase === null ? null : { passphrase, scryptWorkFactor: 10 },
    version: '0.0.0',
    say,
  });

/** A digest of the rows of each table, whatever their order. */
async function digests(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and c.relname <> 'migrations' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(`select to_jsonb(t)::text as row from "${name}" t`);
    const lines = rows.map(({ row }) => row).sort();
    found[name] = `${lines.length} ${createHash('md5').update(lines.join('\n')).digest('hex')}`;
  }
  await client.end();
  return found;
}

/** An empty installation; `drop` removes its database. */
async function emptyInstallation(name: string, variables: Record<string, string> = {}) {
  const database = await testDatabase();
  await emptyDatabase(database);
  const dataDir = join(folder, name);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...variables });
  const restore = (file: string, passphrase: string | null = null) =>
    restoreBackup({ config, databaseUrl: database.url, path: join(folder, file), passphrase, say });
  return { ...database, config, dataDir, restore };
}

const filesIn = async (dataDir: string) =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();

describe('a backup', () => {
  it('restores every row, every file, the ids and the session secret', async () => {
    const manifest = await backUp('whole.backup', PASSPHRASE);
    expect(manifest.entries.filter(({ name }) => name.startsWith('files/')).length).toBeGreaterThan(
      0,
    );
    const target = await emptyInstallation('whole');
    const { secretPath } = await target.restore('whole.backup', PASSPHRASE);
    expect(secretPath).toBeNull();
    expect(await digests(target.url)).toEqual(await digests(api.services.db.url));
    expect(await filesIn(target.dataDir)).toEqual(await filesIn(api.services.config.dataDir));
    expect(readFileSync(join(target.dataDir, 'session-secret'), 'utf8')).toBe(
      api.services.config.sessionSecret,
    );
    // A new record does not meet the ids of the restored ones.
    const { rows } = await target.db.pool.query(
      `select (select max(id) from customers) < nextval(pg_get_serial_sequence('customers', 'id')) as ok`,
    );
    expect(rows[0].ok).toBe(true);
    await target.drop();
  });

  it('is what it was at one moment while others write', async () => {
    const { pool } = api.services.db;
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        await pool.query(
          `with one as (insert into customers (name) values ('Late') returning id)
           insert into depots (customer_id, name) select id, 'Late' from one`,
        );
      }
    })();
    await backUp('busy.backup').finally(() => {
      isWriting = false;
    });
    await writing;
    const target = await emptyInstallation('busy');
    await target.restore('busy.backup');
    const { rows } = await target.db.pool.query(
      `select (select count(*) from customers where name = 'Late')
         = (select count(*) from depots where name = 'Late') as ok`,
    );
    expect(rows[0].ok).toBe(true);
    await target.drop();
  });

  it('is not written over a file, and leaves nothing behind when it fails', async () => {
    writeFileSync(join(folder, 'taken.backup'), 'mine');
    await expect(backUp('taken.backup')).rejects.toMatchObject({ code: 'backup.exists' });
    expect(readFileSync(join(folder, 'taken.backup'), 'utf8')).toBe('mine');
    await expect(backUp('absent/folder.backup')).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('names the files that the store does not have', async () => {
    const { pool } = api.services.db;
    const { rows } = await pool.query('select id, key from files limit 1');
    await pool.query(`update files set key = 'c1/gone' where id = $1`, [rows[0].id]);
    const { missing_files: missing } = await backUp('gone.backup');
    await pool.query('update files set key = $2 where id = $1', [rows[0].id, rows[0].key]);
    expect(missing).toEqual(['c1/gone']);
    expect((await verifyBackup(join(folder, 'gone.backup'), null)).missing_files).toEqual(missing);
  });
});

describe('a backup is refused', () => {
  const code = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it('with another passphrase or without one', async () => {
    await backUp('secret.backup', PASSPHRASE);
    const path = join(folder, 'secret.backup');
    expect(await code(verifyBackup(path, 'another'))).toBe('backup.passphrase_wrong');
    expect(await code(verifyBackup(path, null))).toBe('backup.passphrase_missing');
    expect(readFileSync(path).includes('customers')).toBe(false);
  });

  it('if bytes changed or the end is missing, and nothing is restored', async () => {
    await backUp('sound.backup', PASSPHRASE);
    await backUp('plain.backup');
    const target = await emptyInstallation('damaged');
    for (const name of ['sound.backup', 'plain.backup']) {
      const sound = readFileSync(join(folder, name));
      for (const at of [0.3, 0.6, 0.95]) {
        const changed = Buffer.from(sound);
        const place = Math.floor(sound.length * at);
        // One bit of a compressed file may be without a meaning, so that the same content follows.
        for (let n = 0; n < 8; n += 1) changed[place + n] = (changed[place + n] ?? 0) ^ 0xff;
        writeFileSync(join(folder, 'changed.backup'), changed);
        expect(await code(target.restore('changed.backup', PASSPHRASE)), `${name} ${at}`).toMatch(
          /^backup\./,
        );
      }
      writeFileSync(join(folder, 'short.backup'), sound.subarray(0, sound.length - 2000));
      expect(await code(target.restore('short.backup', PASSPHRASE)), name).toMatch(/^backup\./);
    }
    const { rows } = await target.db.pool.query(
      `select to_regclass('public.customers') as customers`,
    );
    expect(rows[0].customers).toBeNull();
    await target.drop();
  });

  it('by an installation in use', async () => {
    await backUp('used.backup');
    const target = await emptyInstallation('used');
    await migrate(target.url);
    await target.db.pool.query(`insert into customers (name) values ('Own')`);
    expect(await code(target.restore('used.backup'))).toBe('backup.not_empty');
    const { rows } = await target.db.pool.query('select name from customers');
    expect(rows).toEqual([{ name: 'Own' }]);
    await target.drop();
  });

  it('by an older release, and its secret is kept aside where another one is configured', async () => {
    await backUp('newer.backup');
    const { pool } = api.services.db;
    await pool.query(
      `insert into migrations (name, checksum) values ('9999_future.sql', repeat('0', 64))`,
    );
    await backUp('future.backup');
    await pool.query(`delete from migrations where name = '9999_future.sql'`);
    const target = await emptyInstallation('older', { SESSION_SECRET: 'b'.repeat(40) });
    expect(await code(target.restore('future.backup'))).toBe('backup.other_release');
    const { secretPath } = await target.restore('newer.backup');
    expect(readFileSync(secretPath ?? '', 'utf8')).toBe(api.services.config.sessionSecret);
    await target.drop();
  });
});

it('a backup of an earlier release is migrated to this one', async () => {
  const earlier = await testDatabase();
  await resetToMigration(earlier, '0015_deliveries.sql');
  await earlier.db.pool.query(`insert into customers (name) values ('Early Haulage')`);
  await createBackup({
    config: api.services.config,
    databaseUrl: earlier.url,
    path: join(folder, 'earlier.backup'),
    protection: null,
    version: '0.0.0',
    say,
  });
  const target = await emptyInstallation('earlier');
  await target.restore('earlier.backup');
  const { rows } = await target.db.pool.query(
    `select name, (select max(name) > '0015' from migrations) as is_newer from customers`,
  );
  expect(rows).toEqual([{ name: 'Early Haulage', is_newer: true }]);
  await target.drop();
  await earlier.drop();
});
