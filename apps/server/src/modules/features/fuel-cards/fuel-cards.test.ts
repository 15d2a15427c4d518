import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { importCostFile } from '../../../../test/cost-file.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { checkAgain, checkNext } from './index.ts';

const BASE = '/api/fuel_cards/findings/';
const NOW_MS = Date.parse('2026-06-02T12:00:00Z');

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let foreign: number;
let admin: number;

const ask = async (path = '', as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const check = async () => {
  while (await checkNext(api.services.db, NOW_MS));
};
const rules = (list: { results: { rule: string }[] }) =>
  list.results.map(({ rule }) => rule).sort();

const FILE = (time: string) =>
  [
    'Reg No,Transaction Date,Transaction Time,Product,Litres Drawn,Net Amount,Site Name,Receipt Number',
    `N2 BBB,01/06/2026,${time},DERV,120,160.00,Yard pump,R-1`,
  ].join('\n');

const upload = async (file: string) => (await importCostFile(api, admin, file)).body;

/** Records each minute from 11:00 to 13:00 UTC at a latitude. */
const drive = (latitude: number) =>
  api.services.db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id, latitude,
       longitude, speed_kmh, fix_valid, ignition)
     select $1, $2, timestamptz '2026-06-01 11:00+00' + n * interval '1 minute', n, $3, $4, -1, 0, true, true
     from generate_series(0, 120) n
     on conflict do nothing`,
    [fleet.home.customerId, fleet.vehicles.n2.vehicleId, fleet.vehicles.n2.trackerId, latitude],
  );

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, role: 'ADMIN' | 'MANAGER', of = customerId) =>
    makeUser(db, of, `cards-${name}@costs.test`, { role }, ['Costs']);
  manager = await person('manager', 'MANAGER');
  admin = await person('admin', 'ADMIN');
  south = await person('south', 'MANAGER');
  foreign = await person('foreign', 'MANAGER', fleet.away.customerId);
  await limitToDepot(db, south, fleet.south);
  await db.pool.query(
    `insert into geofences (customer_id, name, colour, shape, centre_latitude, centre_longitude, radius_m,
       alert_on_entry, alert_on_exit) values ($1, 'Yard Pump', '#000000', 'circle', 52, -1, 400, false, false)`,
    [customerId],
  );
});
afterAll(() => api.close());

describe('purchases of fuel', () => {
  it('are imported with time, place and product of a card, once', async () => {
    const first = await upload(FILE('12:30'));
    expect(first, JSON.stringify(first)).toMatchObject({ written: true, created: 1, ignored: [] });
    expect(await upload(FILE('12:30'))).toMatchObject({ unchanged: 1, created: 0 });
    const { body } = await api.ask('/api/costs/', { as: manager });
    contract.costs.list.answer.parse(body);
    expect(body.results[0]).toMatchObject({
      time: '12:30',
      transaction_at: '2026-06-01T12:30:00Z',
      place: 'Yard pump',
      product: 'DERV',
    });
    expect(await upload(FILE('25:30'))).toMatchObject({ written: false, wrong: 1 });
  });

  it('of a vehicle without positions cannot be checked, and is checked again when they come', async () => {
    await check();
    expect((await ask()).count).toBe(0);
    const { rows } = await api.services.db.pool.query(
      `select verdicts -> 'place' ->> 'reason' as reason, again_at from fuel_card_checks`,
    );
    expect(rows).toEqual([{ reason: 'no_positions', again_at: new Date(NOW_MS + 86_400_000) }]);
    await drive(52.1);
    await checkAgain(api.services.db, NOW_MS);
    await check();
    expect((await ask()).count).toBe(0);
    await checkAgain(api.services.db, NOW_MS + 86_400_000);
    await check();
    const list = await ask();
    contract.fuelCards.list.answer.parse(list);
    expect(list.results).toMatchObject([{ rule: 'place', entry: { place: 'Yard pump' } }]);
    // 11.1 km less the radius of the geofence.
    expect(list.results[0].figures.distance_m / 1000).toBeCloseTo(10.7, 1);
    expect(list.results[0].checks).toContainEqual({
      rule: 'level',
      outcome: 'unknown',
      reason: 'no_level',
    });
  });

  it('are counted on home, scoped, filtered and exported', async () => {
    expect((await ask('?rule=place&state=open&from=2026-06-01&to=2026-06-01')).count).toBe(1);
    expect((await ask('?rule=level')).count).toBe(0);
    expect((await ask(`?depot=${fleet.south}`)).count).toBe(0);
    expect((await ask('?search=yard')).count).toBe(1);
    for (const other of [south, foreign]) expect((await ask('', other)).count).toBe(0);
    const { body } = await api.ask(`${BASE}export/?format=csv`, { as: manager });
    expect(body).toContain('Vehicle elsewhere');
    await api.services.db.pool.query(
      `update fuel_card_findings set occurred_at = now() - interval '1 hour'`,
    );
    const home = await api.ask('/api/home_overview/', { as: manager });
    const { open, start_date, end_date } = home.body.fuel_cards;
    expect(open).toBe((await ask(`?state=open&from=${start_date}&to=${end_date}`)).count);
    expect(open).toBe(1);
  });

  it('are decided about, with the capacity of the tank, which is checked at once', async () => {
    const [one] = (await ask()).results;
    const decide = (body: object, as = manager) =>
      api.ask(`${BASE}${one.id}/`, { as, method: 'PUT', body });
    const body = { state: 'explained', note: 'Mobile bowser', tank: 100, version: one.version };
    expect((await decide(body, foreign)).status).toBe(404);
    const decided = await decide(body);
    expect(decided.body, JSON.stringify(decided.body)).toMatchObject({
      state: 'explained',
      tank: 100,
      decided_by: expect.any(String),
    });
    expect((await decide(body)).status).toBe(409);
    await api.services.db.pool.query(
      `insert into fuel_card_due (customer_id, vehicle_id, from_day, to_day)
       select customer_id, vehicle_id, starts_on, starts_on from cost_entries`,
    );
    await check();
    expect(rules(await ask())).toEqual(['capacity', 'place']);
    const { rows } = await api.services.db.pool.query(
      `select after from audit_entries where subject_kind = 'fuel_card_finding' and action = 'changed'`,
    );
    expect(rows).toMatchObject([{ after: { state: 'explained', tank: 100 } }]);
  });

  it('are judged again when the entry changes: open findings go, decided ones are outdated', async () => {
    const { body: costs } = await api.ask('/api/costs/', { as: manager });
    const [{ id, vehicle: _, ...entry }] = costs.results;
    const change = (changed: object) =>
      api.ask(`/api/costs/${id}/`, {
        as: manager,
        method: 'PUT',
        body: { ...entry, vehicle: fleet.vehicles.n2.vehicleId, version: undefined, ...changed },
      });
    expect((await change({ litres: 90, place: 'Nowhere' })).status).toBe(200);
    await check();
    const list = await ask();
    expect(rules(list)).toEqual(['place']);
    expect(list.results[0]).toMatchObject({ is_outdated: true, state: 'explained' });
    // A change by an older client keeps what it does not know.
    const { time, transaction_at, place, lat, long, product, ...old } = entry;
    expect([time, transaction_at, place, lat, long, product]).toHaveLength(6);
    await api.ask(`/api/costs/${id}/`, {
      as: manager,
      method: 'PUT',
      body: { ...old, litres: 90, vehicle: fleet.vehicles.n2.vehicleId, version: undefined },
    });
    const { body: kept } = await api.ask(`/api/costs/${id}/`, { as: manager });
    expect(kept).toMatchObject({ place: 'Nowhere', time: '12:30', product: 'DERV' });
  });

  it('are found when the vehicle is off the road, and by its trips when they come too soon', async () => {
    const { pool } = api.services.db;
    const { customerId } = fleet.home;
    const { vehicleId } = fleet.vehicles.n2;
    await pool.query(
      `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
       values ($1, $2, 'defect', '2026-05-31', 'Ann')`,
      [customerId, vehicleId],
    );
    await pool.query(
      `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres,
         product, time_of_day, transaction_at)
       values ($1, $2, 'fuel', '2026-06-01', '2026-06-01', 100, 80, 'Diesel', '11:30',
         '2026-06-01 11:30+00')`,
      [customerId, vehicleId],
    );
    await check();
    expect(rules(await ask('?state=open'))).toEqual(['off_road', 'off_road', 'too_soon']);
    await pool.query(
      `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
         start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
         segments)
       values ($1, $2, '2026-06-01 11:31+00', '2026-06-01 12:29+00', false, 52, -1, 52, -1, 900000, 60,
         0, 80, '[]')`,
      [customerId, vehicleId],
    );
    await check();
    expect(rules(await ask('?state=open'))).toEqual(['off_road', 'off_road']);
  });
});
