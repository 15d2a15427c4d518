import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { daysAgo } from '../../../../test/days-ago.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let self: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const { n1, s1 } = fleet.vehicles;
  manager = await makeUser(db, customerId, 'overview@track.test', { role: 'MANAGER' }, [
    'Track',
    'Trips',
    'Vehicle File',
    'VOR',
    'Vehicle Check',
  ]);
  self = await makeUser(db, customerId, 'self@track.test', { driver_id: fleet.ann }, []);
  const trip = (vehicleId: number, days: number, metres: number, driver: number | null) =>
    db.pool.query(
      `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
         start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
         driver_id, segments)
       values ($1, $2, $3, $3::timestamptz + interval '1 hour', false, 52, -1, 52, -1, $4, 3600, 0, 80,
         $5, '[]')`,
      [customerId, vehicleId, daysAgo(days), metres, driver],
    );
  await trip(n1.vehicleId, 2, 1000, fleet.ann);
  await trip(s1.vehicleId, 3, 2000, fleet.ann);
  await trip(s1.vehicleId, 40, 4000, fleet.ann);
  await db.pool.query(
    `insert into vor_entries (customer_id, vehicle_id, reason, since, cost_per_day, set_by)
     values ($1, $2, 'other', $3, 100, 'Mia Hill')`,
    [customerId, s1.vehicleId, daysAgo(1.5)],
  );
  await db.pool.query(
    `update drivers set email = 'ann@track.test', licence_categories = '{B,C}' where id = $1`,
    [fleet.ann],
  );
});
afterAll(() => api.close());

const ask = (path: string, as: number) => api.ask(`/api/overviews/${path}`, { as });
const vehicle = (name: keyof TrackedFleet['vehicles']) =>
  `vehicles/${fleet.vehicles[name].vehicleId}/`;

describe('the overview of a vehicle', () => {
  it('[A-P03] has its state since the last stop, depots, driver, and days off the road with cost', async () => {
    const { status, body } = await ask(vehicle('s1'), manager);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      registration: 'S1 CCC',
      depots: [{ id: fleet.south, name: 'South' }],
      driver: { id: fleet.ann, first_name: 'Ann' },
      status: { state: 'stopped' },
      off_road: { days: 2, cost: 200 },
      costs: { off_road: 200, defects: 0 },
      schedule: { overdue: 0, due: 0 },
      defects: { open: 0, dangerous: 0, overdue: 0 },
      check: { last_at: null },
      devices: null,
    });
    expect(Date.parse(body.status.since)).toBeLessThan(Date.now());
  });

  it('has no part without its permission', async () => {
    const { body } = await ask(vehicle('s1'), fleet.people.plain);
    expect(body).toMatchObject({
      registration: 'S1 CCC',
      status: null,
      schedule: null,
      defects: null,
      off_road: null,
      check: null,
      costs: { off_road: null, defects: null },
      devices: null,
    });
  });

  it('lists the devices for administrators', async () => {
    const { body } = await ask(vehicle('n1'), fleet.people.admin);
    expect(body.devices.trackers).toHaveLength(1);
    expect(body.devices.cameras).toEqual([]);
  });

  it('hides the place of a vehicle in private use', async () => {
    const id = fleet.vehicles.n2.vehicleId;
    const { pool } = api.services.db;
    await pool.query('update vehicle_states set is_private = true where vehicle_id = $1', [id]);
    const { body } = await ask(vehicle('n2'), manager);
    await pool.query('update vehicle_states set is_private = false where vehicle_id = $1', [id]);
    expect(body.status).toMatchObject({
      state: 'private',
      since: null,
      lat: null,
      long: null,
      address: null,
    });
  });

  it('is not found outside the depots of the person, of another customer, or if it does not exist', async () => {
    const { north, foreign } = fleet.people;
    expect((await ask(vehicle('s1'), north)).status).toBe(404);
    expect((await ask(vehicle('n1'), north)).status).toBe(200);
    expect((await ask(vehicle('s1'), foreign)).status).toBe(404);
    expect((await ask('vehicles/999999/', manager)).status).toBe(404);
  });
});

describe('the overview of a driver', () => {
  it('has the assigned vehicles and the last days; contact and licence only for administrators and the driver', async () => {
    const path = `drivers/${fleet.ann}/`;
    const { body } = await ask(path, manager);
    expect(body).toMatchObject({
      first_name: 'Ann',
      vehicles: [{ registration: 'N1 AAA' }, { registration: 'S1 CCC' }],
      driving: { trips: 2, distance: 3000 },
      personal: null,
    });
    const personal = { email: 'ann@track.test', licence_categories: ['B', 'C'] };
    expect((await ask(path, fleet.people.admin)).body.personal).toMatchObject(personal);
    const own = (await ask(path, self)).body;
    expect(own.personal).toMatchObject(personal);
    expect(own).toMatchObject({ driving: null, checks: null });
  });

  it('lists the trips of 31 days, only those of visible vehicles', async () => {
    const path = `drivers/${fleet.ann}/trips/`;
    const registrations = async (as: number) =>
      (await ask(path, as)).body.results.map(
        (trip: { vehicle: { registration: string } }) => trip.vehicle.registration,
      );
    expect(await registrations(manager)).toEqual(['N1 AAA', 'S1 CCC']);
    expect(await registrations(fleet.people.north)).toEqual(['N1 AAA']);
    expect((await ask(path, fleet.people.plain)).status).toBe(403);
  });

  it('is not found for another customer', async () => {
    for (const part of ['', 'trips/', 'checks/']) {
      const path = `drivers/${fleet.ann}/${part}`;
      expect((await ask(path, fleet.people.foreign)).status, part).toBe(404);
    }
  });
});

describe('the overview of a depot', () => {
  it('counts its vehicles, their states and drivers', async () => {
    const { body } = await ask(`depots/${fleet.south}/`, manager);
    expect(body).toMatchObject({
      name: 'South',
      vehicles: 3,
      drivers: 1,
      states: { moving: 0, idle: 0, stopped: 1, offline: 2, private: 0 },
      off_road: { vehicles: 1, cost: 200 },
      checks: { checked: 0, with_defects: 0 },
    });
  });

  it('lists the vehicles that each state counts, and those with and without a check', async () => {
    const path = `depots/${fleet.south}/`;
    const { states, checks, vehicles } = (await ask(path, manager)).body;
    for (const [state, count] of Object.entries(states)) {
      const { body } = await ask(`${path}vehicles/?state=${state}`, manager);
      expect([state, body.count]).toEqual([state, count]);
      for (const { status } of body.results) expect(status.state).toBe(state);
    }
    expect((await ask(`${path}vehicles/?state=offline`, fleet.people.plain)).status).toBe(403);
    const day = async (state: string) =>
      (
        await api.ask(`/vehicle-check/api/day_vehicles/?depot=${fleet.south}&state=${state}`, {
          as: manager,
        })
      ).body.count;
    expect(await day('checked')).toBe(checks.checked);
    expect(await day('unchecked')).toBe(vehicles - checks.checked);
  });

  it('lists vehicles and drivers in pages', async () => {
    const of = (part: string) => `depots/${fleet.south}/${part}/`;
    const vehicles = (await ask(`${of('vehicles')}?pageSize=2`, manager)).body;
    expect(vehicles.count).toBe(3);
    expect(vehicles.results).toHaveLength(2);
    const drivers = (await ask(of('drivers'), manager)).body;
    expect(drivers).toMatchObject({
      count: 1,
      results: [{ first_name: 'Ann', vehicle: { registration: 'S1 CCC' } }],
    });
  });

  it('is not found outside the depots of the person and for another customer', async () => {
    const { north, foreign } = fleet.people;
    for (const part of ['', 'vehicles/', 'drivers/']) {
      const path = `depots/${fleet.south}/${part}`;
      expect((await ask(path, north)).status, part).toBe(404);
      expect((await ask(path, foreign)).status, part).toBe(404);
    }
  });
});

describe('the records behind the figures', () => {
  const check = async (kind: string, days: number, defects: number) => {
    const { rows } = await api.services.db.pool.query<{ id: number }>(
      `insert into vehicle_reports (customer_id, vehicle_id, depot_id, kind, done_at, driver_id, author,
         items, defects) values ($1, $2, $3, $4, $5, $6, 'Ann Miles', '[]', $7) returning id`,
      [
        fleet.home.customerId,
        fleet.vehicles.s1.vehicleId,
        fleet.south,
        kind,
        daysAgo(days),
        fleet.ann,
        defects,
      ],
    );
    return rows[0]?.id ?? 0;
  };

  it('are the checks and trips of a driver, with where the newest check is', async () => {
    const path = `drivers/${fleet.ann}/`;
    await check('STD', 100, 2);
    await check('STD', 20, 1);
    const newest = await check('HND', 10, 0);
    const { checks, driving } = (await ask(path, manager)).body;
    const count = async (list: string) => (await ask(`${path}${list}`, manager)).body.count;
    expect(checks).toMatchObject({ count: 2, with_defects: 1 });
    expect(checks.last).toEqual({ id: newest, type: 'HND', depot: fleet.south });
    expect(await count('checks/?days=30')).toBe(checks.count);
    expect(await count('checks/?days=30&defects=true')).toBe(checks.with_defects);
    expect(await count('checks/')).toBe(3);
    const rows = (await ask(`${path}checks/`, manager)).body.results;
    expect(rows[0].check).toEqual(checks.last);
    await api.services.db.pool.query(
      `update trips set started_at = started_at - interval '10 days',
         ended_at = ended_at - interval '10 days' where vehicle_id = $1`,
      [fleet.vehicles.n1.vehicleId],
    );
    expect([driving.trips, await count('trips/?days=7'), await count('trips/')]).toEqual([2, 1, 2]);
    expect((await ask(path, manager)).body.driving.trips).toBe(1);
  });

  it('are the last check of a vehicle, without a depot that the person may not see', async () => {
    const { last } = (await ask(vehicle('s1'), manager)).body.check;
    expect(last).toMatchObject({ type: 'HND', depot: fleet.south });
    await api.services.db.pool.query('update vehicle_reports set depot_id = $1', [fleet.north]);
    const depotOf = async (as: number) => (await ask(vehicle('s1'), as)).body.check.last.depot;
    const south = await makeUser(
      api.services.db,
      fleet.home.customerId,
      'south@track.test',
      { role: 'MANAGER' },
      ['Vehicle Check'],
    );
    await limitToDepot(api.services.db, south, fleet.south);
    expect([await depotOf(manager), await depotOf(south)]).toEqual([fleet.north, null]);
  });

  it('are the vehicles of a depot with a check of the day, whatever else was reported', async () => {
    await check('HND', 0, 0);
    const path = `depots/${fleet.south}/`;
    const day = async () =>
      (
        await api.ask(`/vehicle-check/api/day_vehicles/?depot=${fleet.south}&state=checked`, {
          as: manager,
        })
      ).body.count;
    const checked = async () => (await ask(path, manager)).body.checks.checked;
    expect([await checked(), await day()]).toEqual([0, 0]);
    await check('STD', 0, 0);
    expect([await checked(), await day()]).toEqual([1, 1]);
  });
});
