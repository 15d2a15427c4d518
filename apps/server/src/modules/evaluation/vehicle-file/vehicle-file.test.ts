import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts';
import { createFiles } from '../../../platform/files/index.ts';
import { prepareEvaluation } from '../index.ts';
import { vehicleHistory } from './history.ts';

const NOW = Date.parse('2026-06-05T12:00:00Z');
const lorry = { number: 5, type: 'STR', driver: 'Ann Miles', manager: 'Mo Hill' } as const;

describe('The history of an evaluation vehicle', () => {
  const { activities, schedules } = vehicleHistory(lorry, NOW);

  it('is the same each time, and ends now', () => {
    expect(vehicleHistory(lorry, NOW)).toEqual({
      activities,
      schedules,
      firstRegisteredDay: expect.any(String),
    });
    for (const { createdMs } of activities) expect(createdMs).toBeLessThanOrEqual(NOW);
  });

  it('has inspections within six weeks, a life of each defect, and one open schedule of a type', () => {
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

describe('The evaluation', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'roadworthy-evaluation-'));
    const files = createFiles({ dataDir: folder, filesUrl: null, sessionSecret: 'x'.repeat(32) });
    await prepareEvaluation(database.db, async () => 'no password', files);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has fifteen months of activities, and what is due next', async () => {
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
    // What is made next has an id of its own.
    await database.db.pool.query(
      `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, created_by)
       select customer_id, id, 18, 'Next', 'Test' from vehicles limit 1`,
    );
  });
});
