import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetToMigration } from '../../../test/earlier-schema.ts';
import { makeCustomer } from '../../../test/fleet.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { migrate } from './index.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The migrations from before the squash. */
const OLD = `
  0001_foundation 0002_track_speed 0003_tracker_orderings 0005_derived 0006_derivation
  0007_reading 0008_message_attempts 0009_geofence_visits 0010_video 0011_vehicle_file
  0012_records 0013_investigations 0014_record_life 0015_vehicle_codes 0016_video_files
  0017_audit_and_users 0018_vehicle_catalogue 0019_organisation 0020_pickers 0021_uploads
  0022_vehicle_check 0023_check_templates 0024_defect_lists 0025_texts 0026_privacy
  0027_list_indexes 0028_depot_lists 0029_defect_alerts 0030_list_orders 0031_room_for_updates
  0032_few_in_sight 0033_vor_list 0034_worst_finding_first 0035_raw_frames 0036_sign_in_tries
  0037_group_ids_and_repairers 0038_refused_sign_ins 0039_short_recovery_codes
  0040_device_connections 0041_implausible_positions 0042_clock_faults_by_time
  0043_month_documents 0044_unfitted_trackers 0046_installation_warnings 0047_currency
  0048_clip_thumbnails
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`);

let test: TestDatabase;

beforeEach(async () => {
  test = await testDatabase();
});
afterEach(() => test.drop());

/** The rows of `migrations`. */
async function applied(): Promise<{ name: string; checksum: string }[]> {
  return (await test.db.pool.query('select name, checksum from migrations order by name')).rows;
}

/** The rows that the files of a folder have once they are applied. */
function rowsOf(folder: string): { name: string; checksum: string }[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name));
      return { name, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Takes the schema of the squashed files, and records old migrations as applied. */
async function recordOld(names: readonly string[]): Promise<void> {
  await resetToMigration(test, '0013_audit_privacy_and_uploads.sql');
  await test.db.pool.query('delete from migrations');
  await test.db.pool.query(
    `insert into migrations (name, checksum) select name, 'old' from unnest($1::text[]) as name`,
    [names],
  );
}

describe('squashed migrations', () => {
  it('leave a new database with the rows of the new files', async () => {
    const rows = await applied();
    expect(rows).toEqual(rowsOf(FOLDER));
    await migrate(test.url);
    expect(await applied()).toEqual(rows);
  });

  it('replace the rows of a database that has all old ones, and keep its data', async () => {
    await recordOld(OLD);
    const { customerId } = await makeCustomer(test.db, 'Kept');
    await Promise.all([migrate(test.url), migrate(test.url)]);
    expect(await applied()).toEqual(rowsOf(FOLDER));
    const { rows } = await test.db.pool.query('select name from customers where id = $1', [
      customerId,
    ]);
    expect(rows).toEqual([{ name: 'Kept' }]);
  });

  it('are followed by later migrations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'roadworthy-migrations-'));
    try {
      cpSync(FOLDER, folder, { recursive: true });
      writeFileSync(join(folder, '9999_later.sql'), 'create table later (n int)');
      await recordOld(OLD);
      await migrate(test.url, folder);
      expect(await applied()).toEqual(rowsOf(folder));
      expect((await test.db.pool.query('select from later')).rows).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['an earlier one', OLD.slice(0, 34), /0035_raw_frames\.sql.*0048_clip_thumbnails\.sql once/],
    ['a gap', OLD.filter((name) => !name.startsWith('0020')), /0048_clip_thumbnails\.sql once/],
    ['an unknown later one', [...OLD, '0049_unknown.sql'], /0049_unknown\.sql of an earlier/],
  ])('refuse a database with %s', async (_, names, message) => {
    await recordOld(names);
    await expect(migrate(test.url)).rejects.toThrow(message);
    expect((await applied()).map(({ name }) => name)).toEqual(names);
  });
});
