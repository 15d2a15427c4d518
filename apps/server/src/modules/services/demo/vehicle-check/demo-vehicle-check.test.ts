import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderFiles } from '../../../../../test/folder-files.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/harness.ts';
import { prepareDemo } from '../demo.service.ts';
import { illustrateVehicleCheck } from './demo-vehicle-check-illustrations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await prepareDemo(database.db, async () => 'no password');
});
afterAll(() => database.drop());

it('[L-10] [L-11] has reports of every type at every depot, with defects, and sends no mail about them', async () => {
  const { rows } = await database.db.pool.query(
    `select g.name,
       (select count(distinct kind)::int from vehicle_reports r where r.depot_id = g.id) as kinds,
       exists (select from vehicle_damages d where d.depot_id = g.id) as damages,
       exists (select from notice_letters n where n.depot_id = g.id) as letters,
       exists (select from audit_surveys s where s.depot_id = g.id) as surveys,
       (select sum(d.std) from depot_check_days d where d.depot_id = g.id)::int
         = (select count(*)::int from vehicle_reports r
            where r.depot_id = g.id and r.kind = 'STD') as sums
     from depots g`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { name, ...has } of rows) {
    expect([name, has]).toEqual([
      name,
      { kinds: 5, damages: true, letters: true, surveys: true, sums: true },
    ]);
  }
  const defects = await database.db.pool.query(
    `select count(*)::int as failed, count(d.id)::int as recorded,
       count(*) filter (where d.signed_off_at is not null)::int as signed_off,
       count(*) filter (where d.items -> 0 ->> 'severity' in ('major', 'dangerous'))::int as serious
     from vehicle_reports r left join defect_records d on d.id = r.defect_record_id
       and d.vehicle_id = r.vehicle_id and d.reported_by = r.author
       and d.items -> 0 ->> 'finding' in (select i ->> 'note' from jsonb_array_elements(r.items) i)
     where r.defects > 0 and r.kind <> 'DRV'`,
  );
  const { failed, recorded, signed_off: signedOff, serious } = defects.rows[0];
  expect([recorded, serious]).toEqual([failed, 0]);
  // Findings of weeks ago have been fixed.
  expect(failed).toBeGreaterThan(15);
  expect(signedOff).toBeGreaterThan(5);
  const mails = await database.db.pool.query('select from deliveries');
  expect(mails.rows).toEqual([]);
});

it('[L-21] [L-P04] letters and the newest damage reports are signed by hand', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-illustrations-'));
  try {
    const files = folderFiles(folder);
    await illustrateVehicleCheck(database.db, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { rows } = await database.db.pool.query(
    `select (select bool_and(signature_file_id is not null) from notice_letters) as letters,
       (select count(signature_file_id)::int from vehicle_reports) as reports`,
  );
  expect(rows[0].letters).toBe(true);
  expect(rows[0].reports).toBeGreaterThan(5);
});
