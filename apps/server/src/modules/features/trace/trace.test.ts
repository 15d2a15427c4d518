import { contract } from '@roadworthy/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { Partitions } from '../../../gateway/index.ts';
import { traceQuery, traceRows } from './trace.repository.ts';

let api: TestApi;
let fleet: TrackedFleet;
const DAY_MS = 86_400_000;
const FIRST_DAY = '2026-06-01T00:00:00Z';

/** Positions of a vehicle, one per `stepS` from a start time, driving north. */
async function addTrail(
  vehicle: { vehicleId: number; trackerId: number },
  from: string,
  count: number,
  stepS = 60,
) {
  await api.services.db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition, odometer_m)
     select $1, $2, $3::timestamptz + n * make_interval(secs => $5), n, $4, 52 + n / 1000.0, -1, 40, 0,
       true, true, 1000 + n * 100 from generate_series(0, $6::int - 1) n`,
    [fleet.home.customerId, vehicle.vehicleId, from, vehicle.trackerId, stepS, count],
  );
}

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { pool } = api.services.db;
  const first = Date.parse(FIRST_DAY);
  const days = Array.from({ length: 35 }, (_, n) => first + n * DAY_MS);
  await new Partitions(pool).ensure(days.map((timeMs) => ({ timeMs })));
  await addTrail(fleet.vehicles.n1, FIRST_DAY, 40 * 24, 3600);
  await addTrail(fleet.vehicles.s1, FIRST_DAY, 100);
  // Enough positions of other vehicles that scanning the whole day would be the worse plan.
  await addTrail(fleet.vehicles.n2, '2026-06-10T00:00:00Z', 20_000, 8);
  await pool.query('analyze positions');
});
afterAll(() => api.close());

const ask = (as: number, vehicle: number, start: string, end: string) =>
  api.ask(`/api/trace/?vehicle=${vehicle}&start=${start}&end=${end}`, { as });

describe('the trail', () => {
  it('[R-135] [R-P05] contains records from the start until before the end', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    const { manager } = fleet.people;
    const { status, body } = await ask(manager, vehicleId, FIRST_DAY, '2026-06-01T03:00:00Z');
    expect(status).toBe(200);
    const trail = contract.trace.trace.answer.parse(body);
    expect(trail.vehicle).toEqual({ id: vehicleId, registration: 'N1 AAA' });
    expect(trail.points.map(({ timestamp }) => timestamp)).toEqual([
      '2026-06-01T00:00:00Z',
      '2026-06-01T01:00:00Z',
      '2026-06-01T02:00:00Z',
    ]);
    expect(trail.points[1]).toEqual({
      lat: 52.001,
      long: -1,
      dir: 0,
      timestamp: '2026-06-01T01:00:00Z',
      speed: 40,
      ignition: true,
    });
    expect(trail.summary).toMatchObject({ distance: 200, max_speed: 40 });
  });

  it('[R-P05] takes a date as the whole day in the time zone of the person', async () => {
    const { manager } = fleet.people;
    const { vehicleId } = fleet.vehicles.n1;
    const times = async () => {
      const { body } = await ask(manager, vehicleId, '2026-06-02', '2026-06-02');
      return [body.points.length, body.points[0].timestamp];
    };
    expect(await times()).toEqual([24, '2026-06-02T00:00:00Z']);
    const { db, bus } = api.services;
    await db.pool.query(`update users set time_zone = 'Europe/London' where id = $1`, [manager]);
    bus.publish('users.changed', { userId: manager });
    expect(await times()).toEqual([24, '2026-06-01T23:00:00Z']);
  });

  it('[M-P06] is refused with a text if the range is empty or above 31 days', async () => {
    const { manager } = fleet.people;
    const { vehicleId } = fleet.vehicles.n1;
    const at = (day: string) => `2026-${day}T00:00:00Z`;
    const full = await ask(manager, vehicleId, at('06-01'), at('07-02'));
    expect([full.status, full.body.points.length]).toEqual([200, 31 * 24]);
    const long = await ask(manager, vehicleId, at('06-01'), '2026-07-02T00:00:01Z');
    expect([long.status, long.body.detail]).toEqual([400, 'Choose at most 31 days.']);
    expect(long.body.errors).toEqual({ end: ['Choose at most 31 days.'] });
    for (const end of [at('06-01'), at('05-01')]) {
      expect((await ask(manager, vehicleId, at('06-01'), end)).status).toBe(400);
    }
    for (const wrong of ['', 'yesterday', '2026-13-01', '2026-06-01T00:00:00']) {
      expect((await ask(manager, vehicleId, wrong, at('06-02'))).status).toBe(400);
    }
  });

  it('[U-P03] [R-135] answers 404 for an invisible vehicle', async () => {
    const { people, vehicles } = fleet;
    const status = async (as: number, { vehicleId }: { vehicleId: number }) =>
      (await ask(as, vehicleId, FIRST_DAY, '2026-06-02T00:00:00Z')).status;
    expect(await status(people.north, vehicles.s1)).toBe(404);
    expect(await status(people.foreign, vehicles.n1)).toBe(404);
    expect(await status(people.limited, vehicles.n1)).toBe(404);
    expect(await status(people.driver, vehicles.s1)).toBe(200);
    expect(await status(people.manager, { vehicleId: 2_000_000_000 })).toBe(404);
  });

  it('[R-135] omits records without a fix', async () => {
    const { vehicleId, trackerId } = fleet.vehicles.s1;
    await api.services.db.pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, fix_valid)
       values ($1, $2, $3, 9999, $4, false)`,
      [fleet.home.customerId, vehicleId, '2026-06-01T00:30:30Z', trackerId],
    );
    const { body } = await ask(fleet.people.manager, vehicleId, FIRST_DAY, '2026-06-02T00:00:00Z');
    expect(body.points.length).toBe(100);
  });

  it('[R-135] is thinned evenly above the limit, with its first and last', async () => {
    const { db } = api.services;
    const range = { start: new Date(FIRST_DAY), end: new Date('2026-06-02T00:00:00Z') };
    const rows = async (limit: number) =>
      db.asViewer({ customerId: fleet.home.customerId, isGlobalAdmin: false }, (trx) =>
        traceRows(trx, fleet.vehicles.s1.vehicleId, { ...range, limit }),
      );
    const all = await rows(50_000);
    expect(all.length).toBe(100);
    const thin = await rows(12);
    expect(thin.length).toBeLessThanOrEqual(12);
    expect([thin[0], thin.at(-1)]).toEqual([all[0], all.at(-1)]);
    expect(thin[1]).toEqual(all[10]);
  });

  it('[M-P06] [R-P07] reads the days of the range only, by the primary key', async () => {
    const { db } = api.services;
    const viewer = { customerId: fleet.home.customerId, isGlobalAdmin: false };
    const range = {
      start: new Date('2026-06-10T12:00:00Z'),
      end: new Date('2026-06-11T12:00:00Z'),
      limit: 50_000,
    };
    const { rows } = await db.asViewer(viewer, (trx) =>
      sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off)
        ${traceQuery(fleet.vehicles.n1.vehicleId, range)}`.execute(trx),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const scanned = [...plan.matchAll(/Scan.* on (positions_\w+)/g)].map(([, name]) => name);
    expect(scanned).toEqual(['positions_20260610', 'positions_20260611']);
    expect(plan).not.toContain('Seq Scan');
    expect(plan).toMatch(/Index Cond: \(\(vehicle_id = \d+\) AND \(device_time >=/);
  });
});
