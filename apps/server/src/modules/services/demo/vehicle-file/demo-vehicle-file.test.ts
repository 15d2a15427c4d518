import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderFiles } from '../../../../../test/folder-files.ts';
import { type TestDatabase, testDatabase } from '../../../../../test/harness.ts';
import { prepareDemo } from '../demo.service.ts';
import { vehicleHistory } from './demo-vehicle-file-history.ts';

const NOW = Date.parse('2026-06-05T12:00:00Z');
const lorry = { number: 5, type: 'STR', driver: 'Ann Miles', manager: 'Mo Hill' } as const;

describe('the history of a demo vehicle', () => {
  const { activities, schedules } = vehicleHistory(lorry, NOW);

  it('is reproducible, and ends now', () => {
    expect(vehicleHistory(lorry, NOW)).toEqual({
      activities,
      schedules,
      firstRegisteredDay: expect.any(String),
    });
    for (const { createdMs } of activities) expect(createdMs).toBeLessThanOrEqual(NOW);
  });

  it('has inspections within six weeks, all steps of each defect, and one open schedule per type', () => {
    const inspections = activities
      .filter(({ reference }) => reference === 'SAFETY_INSPECTION')
      .map(({ fulfilledMs }) => fulfilledMs ?? 0);
    expect(inspections.length).toBeGreaterThan(8);
    for (let n = 1; n < inspections.length; n += 1) {
      const days = ((inspections[n] ?? 0) - (inspections[n - 1] ?? 0)) / 86_400_000;
      expect(days).toBeLessThanOrEqual(42);
    }
    const defects = activities.filter(({ reference }) => reference === 'DEFECT');
    const latest = defects.filter(({ isLatest }) => isLatest);
    expect(new Set(defects.map(({ record }) => record)).size).toBe(latest.length);
    const open = schedules.filter(({ fulfilledBy }) => fulfilledBy === null);
    expect(new Set(open.map(({ scheduleTypeId }) => scheduleTypeId)).size).toBe(open.length);
  });
});

describe('the demo fleet', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'roadworthy-demo-'));
    const files = folderFiles(folder);
    await prepareDemo(database.db, async () => 'no password', files);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has fifteen months of activities, and the next due dates', async () => {
    const { rows } = await database.db.pool.query(
      `select count(*)::int as activities, min(created_at) < now() - interval '14 months' as reaches,
         (select count(*) from scheduled_activities where fulfilled_at is null)::int as open,
         (select count(*) from files where purpose = 'vehicle-file')::int as documents,
         (select count(*) from vehicle_file_changes)::int as changes
       from vehicle_activities`,
    );
    expect(rows[0]).toMatchObject({ reaches: true, documents: 24, changes: rows[0].activities });
    expect(rows[0].activities).toBeGreaterThan(2000);
    expect(rows[0].open).toBeGreaterThan(200);
    // The next inserted activity gets a new id.
    await database.db.pool.query(
      `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, created_by)
       select customer_id, id, 18, 'Next', 'Test' from vehicles limit 1`,
    );
  });

  it('has tachograph files of drivers and vehicles, assigned and without problems', async () => {
    const { rows } = await database.db.pool.query(
      `select kind, count(*)::int as files, count(coalesce(driver_id, vehicle_id))::int as assigned,
         sum(problem_count)::int as problems
       from tachograph_files group by kind order by kind`,
    );
    expect(rows).toMatchObject([
      { kind: 'driver_card', problems: 0 },
      { kind: 'vehicle_unit', problems: 0 },
    ]);
    for (const { files, assigned } of rows) expect([files > 1, assigned]).toEqual([true, files]);
  });

  it('[G-73] [I-P04] has investigations, pending and complete, each with the questions of its template', async () => {
    const { rows } = await database.db.pool.query(
      `select count(*) filter (where i.status = 'PENDING')::int as pending,
         count(*) filter (where i.status = 'COMPLETE')::int as complete,
         (select sum(pending_investigations_count)::int from vehicle_activities) as counted,
         (select count(*)::int from investigation_templates) as templates,
         bool_and(i.status = 'PENDING' or (select count(*) from investigation_questions q
           where q.template_id = i.template_id and q.answer_type <> 'FILE')
           = (select count(*) from investigation_answers s where s.investigation_id = i.id)) as answered
       from investigations i`,
    );
    expect(rows[0]).toMatchObject({ templates: 4, answered: true, counted: rows[0].pending });
    expect(rows[0].pending).toBeGreaterThan(2);
    expect(rows[0].complete).toBeGreaterThan(2);
  });

  it('[G-26] [G-27] has a record behind every defect and safety inspection that offers "View"', async () => {
    const { rows } = await database.db.pool.query(
      `select count(*)::int as offered, count(*) filter (where t.reference = 'DEFECT')::int as defects,
         count(*) filter (where d.id is null and i.id is null)::int as missing,
         count(*) filter (where t.reference = 'DEFECT' and a.status like '1610612734%'
           and d.signed_off_at is distinct from a.created_at)::int as unsigned
       from vehicle_activities a join activity_types t on t.id = a.activity_type_id
       left join defect_records d on t.reference = 'DEFECT' and d.id = a.record_id
         and d.vehicle_id = a.vehicle_id and d.customer_id = a.customer_id
         and d.reference_number = a.reference_number
       left join inspection_records i on t.reference = 'SAFETY_INSPECTION' and i.id = a.record_id
         and i.vehicle_id = a.vehicle_id and i.customer_id = a.customer_id
         and i.reference_number = a.reference_number
       where a.record_id is not null and t.reference <> 'DRIVER_CHECK'`,
    );
    expect(rows[0]).toMatchObject({ missing: 0, unsigned: 0 });
    expect(rows[0].defects).toBeGreaterThan(300);
    expect(rows[0].offered - rows[0].defects).toBeGreaterThan(300);
    const { rowCount } = await database.db.pool.query(
      `select from vehicle_activities a join activity_types t on t.id = a.activity_type_id
       where t.reference in ('DEFECT', 'SAFETY_INSPECTION', 'DRIVER_CHECK') and a.record_id is null`,
    );
    expect(rowCount).toBe(0);
  });

  it('[J-23] has a record behind every driver check; those with defects include their findings', async () => {
    const { rows } = await database.db.pool.query(
      `select count(*)::int as checks, count(*) filter (where r.id is null)::int as missing,
         count(*) filter (where r.defects > 0)::int as failed,
         count(*) filter (where (r.defects > 0) <> (a.status = 'Defect reported'))::int as wrong,
         count(*) filter (where r.defects > 0 and d.id is null)::int as unlinked,
         count(*) filter (where r.duration_s < 60)::int as hurried
       from vehicle_activities a join activity_types t on t.id = a.activity_type_id
       left join driver_check_records r on r.id = a.record_id and r.vehicle_id = a.vehicle_id
         and r.reference_number = a.reference_number and r.checked_at = a.created_at
       left join defect_records d on d.id = r.defect_record_id and d.vehicle_id = r.vehicle_id
       where t.reference = 'DRIVER_CHECK'`,
    );
    expect(rows[0]).toMatchObject({ missing: 0, wrong: 0, unlinked: 0 });
    expect(rows[0].checks).toBeGreaterThan(1000);
    expect(rows[0].failed).toBeGreaterThan(10);
    expect(rows[0].hurried).toBeGreaterThan(5);
  });

  it('[N-P02] [G-82] vehicles are off the road according to the newest status of their defects', async () => {
    const { rows } = await database.db.pool.query(
      `select count(*)::int as all, count(*) filter (where e.returned_at is null)::int as open,
         count(*) filter (where (e.returned_at is null) <> (a.status like '%_IS_VOR'))::int as wrong
       from vor_entries e join vehicle_activities a on a.record_id = e.defect_record_id
         and a.vehicle_id = e.vehicle_id and a.is_latest
       join activity_types t on t.id = a.activity_type_id and t.reference = 'DEFECT'`,
    );
    expect(rows[0].wrong).toBe(0);
    expect(rows[0].all).toBeGreaterThan(50);
    expect(rows[0].open).toBeGreaterThan(0);
  });

  it('[O-19] has a logo for each customer on its home page', async () => {
    const { rows } = await database.db.pool.query(
      `select c.logo = '/api/logos/' || f.id || '/' as fits, f.media_type, c.render_logo_on_home
       from customers c left join files f on f.id = c.logo_file_id`,
    );
    const logo = { fits: true, media_type: 'image/png', render_logo_on_home: true };
    expect(rows).toEqual([logo, logo]);
  });

  it('has photographs and signatures of the newest records', async () => {
    const { rows } = await database.db.pool.query(
      `select (select count(*) from record_photographs)::int as photographs,
         (select count(*) from record_photographs where shows = 'repair')::int as repairs,
         (select count(*) from driver_check_records where signature_file_id is not null)::int as signed,
         (select count(*) from record_photographs p join files f on f.id = p.report_file_id
           where f.customer_id <> p.customer_id)::int as foreign_files`,
    );
    expect(rows[0].foreign_files).toBe(0);
    expect(rows[0].photographs).toBeGreaterThan(50);
    expect(rows[0].repairs).toBeGreaterThan(0);
    expect(rows[0].signed).toBe(20);
  });
});
