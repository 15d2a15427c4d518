import { contract } from '@roadworthy/contract';
import { CO2_KG } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

const BASE = '/api/costs/co2/';
const calls = contract.costCo2;
const YEAR = 'from=2026-01&to=2026-12';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let foreign: number;

const ask = async (path: string, as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const kg = (litres: number) => Math.round(litres * CO2_KG.diesel_l * 100) / 100;

/** A trip of an hour; `litres` by the engine's counter. */
const drive = (vehicleId: number, at: string, distanceM: number, litres: number | null) =>
  api.services.db.pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       segments, fuel_used_l)
     values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', false, 52, -1, 52, -1, $4, 60,
       0, 80, '[]', $5)`,
    [fleet.home.customerId, vehicleId, at, distanceM, litres],
  );

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customer = fleet.home.customerId) =>
    makeUser(db, customer, `co2-${name}@co2.test`, { role: 'MANAGER' }, ['Costs', 'Tracking']);
  manager = await person('manager');
  south = await person('south');
  foreign = await person('foreign', fleet.away.customerId);
  await limitToDepot(db, south, fleet.south);
  const { n1, s1 } = fleet.vehicles;
  // 0.3 litres a kilometre by the counter in May, and one trip without it; 0.2 in July.
  await drive(n1.vehicleId, '2026-05-31T23:30:00Z', 200_000, 60);
  await drive(n1.vehicleId, '2026-05-02T08:00:00Z', 50_000, null);
  await drive(n1.vehicleId, '2026-09-01T00:00:00Z', 100_000, 20);
  await drive(n1.vehicleId, '2026-09-02T08:00:00Z', 10_000, null);
  // Neither a counter nor bought fuel: no CO2.
  await drive(s1.vehicleId, '2026-05-03T08:00:00Z', 150_000, null);
});
afterAll(() => api.close());

describe('the CO2 of trips', () => {
  it('[O-P02] counts measured fuel before the estimate by the use of the 90 days before the end of the month', async () => {
    const body = await ask(`?${YEAR}&vehicle=${fleet.vehicles.n1.vehicleId}`);
    calls.figures.answer.parse(body);
    expect(body.results).toEqual([
      {
        key: '2026-05',
        name: '2026-05',
        trips: 2,
        distance: 250_000,
        measured_kg: kg(60),
        estimated_kg: kg(50 * 0.3),
        co2_kg: kg(75),
        unknown_trips: 0,
      },
      expect.objectContaining({
        key: '2026-09',
        measured_kg: kg(20),
        // The trips of May are more than 90 days before the end of September.
        estimated_kg: kg(10 * 0.2),
      }),
    ]);
  });

  it('[O-P02] is grouped by vehicle, type and depot, and counts trips without CO2', async () => {
    const { results, totals } = await ask(`?${YEAR}&by=vehicle&ordering=-co2_kg`);
    expect(results.map(({ name }: { name: string }) => name)).toEqual(['N1 AAA', 'S1 CCC']);
    expect(results[1]).toMatchObject({ co2_kg: 0, trips: 1, unknown_trips: 1 });
    expect(totals).toMatchObject({ trips: 5, unknown_trips: 1, distance: 510_000 });
    const depots = await ask(`?${YEAR}&by=depot`);
    const ofSouth = depots.results.find(({ key }: { key: string }) => key === String(fleet.south));
    expect(ofSouth).toMatchObject({ trips: 1 });
    expect(depots.totals).toEqual(totals);
    expect((await ask(`?${YEAR}&by=vehicle`, south)).totals.trips).toBe(1);
    expect((await ask(`?${YEAR}&by=vehicle`, foreign)).count).toBe(0);
  });

  it('[O-P02] opens the trips behind it, whose CO2 adds up to it and is that of the list of trips', async () => {
    const { vehicleId } = fleet.vehicles.n1;
    const body = await ask(`trips/?${YEAR}&vehicle=${vehicleId}`);
    calls.trips.answer.parse(body);
    expect(body.count).toBe(4);
    expect(body.results.map(({ basis }: { basis: string }) => basis)).toEqual([
      'estimated',
      'measured',
      'measured',
      'estimated',
    ]);
    const total = body.results.reduce(
      (all: number, one: { co2_kg: number }) => all + one.co2_kg,
      0,
    );
    const { totals } = await ask(`?${YEAR}&vehicle=${vehicleId}`);
    // Each trip is rounded to 10 g.
    expect(Math.abs(total - totals.co2_kg)).toBeLessThan(0.03);
    const unknown = await ask(`trips/?${YEAR}&vehicle=${fleet.vehicles.s1.vehicleId}`);
    expect(unknown.results).toMatchObject([{ co2_kg: null, basis: 'unknown' }]);
    expect((await ask(`trips/?${YEAR}`, foreign)).count).toBe(0);
  });

  it('[O-P02] opens the trips of one basis, with the sums of the figure', async () => {
    const { totals } = await ask(`?${YEAR}&by=vehicle`);
    const trips = (basis: string) => ask(`trips/?${YEAR}${basis}`);
    expect(await trips('')).toMatchObject({
      count: totals.trips,
      distance: totals.distance,
      co2_kg: totals.co2_kg,
    });
    const measured = await trips('&basis=measured');
    const estimated = await trips('&basis=estimated');
    const unknown = await trips('&basis=unknown');
    expect([measured.count, estimated.count, unknown.count]).toEqual([2, 2, totals.unknown_trips]);
    expect([measured.co2_kg, estimated.co2_kg, unknown.co2_kg]).toEqual([
      totals.measured_kg,
      totals.estimated_kg,
      0,
    ]);
    expect(unknown.distance).toBe(150_000);
    const bases = measured.results.map(({ basis }: { basis: string }) => basis);
    expect(bases).toEqual(['measured', 'measured']);
  });

  it('[O-P02] takes no fuel for the use that was bought before the first trip', async () => {
    const { vehicleId } = fleet.vehicles.n2;
    await drive(vehicleId, '2026-11-10T08:00:00Z', 200_000, null);
    await api.services.db.pool.query(
      `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres)
       select $1, $2, 'fuel', day::date, day::date, 100, litres
       from (values ('2026-10-01', 900), ('2026-11-10', 60)) as t (day, litres)`,
      [fleet.home.customerId, vehicleId],
    );
    const { totals } = await ask(`?${YEAR}&vehicle=${vehicleId}`);
    expect(totals).toMatchObject({ trips: 1, estimated_kg: kg(60), unknown_trips: 0 });
  });

  it('[O-P02] leaves out a trailer with a tracker: its lorry drives the distance and burns the fuel', async () => {
    const { db } = api.services;
    const vehicle = fleet.vehicles.s1.vehicleId;
    const figures = () => api.ask(`/api/costs/figures/?${YEAR}&by=vehicle`, { as: manager });
    const before = (await figures()).body.totals.distance;
    await db.pool.query(`update vehicles set kind = 'semi_trailer' where id = $1`, [vehicle]);
    expect((await ask(`?${YEAR}&by=vehicle`)).totals.unknown_trips).toBe(0);
    expect((await ask(`trips/?${YEAR}&basis=unknown`)).count).toBe(0);
    expect((await figures()).body.totals.distance).toBe(before - 150_000);
    await db.pool.query('update vehicles set kind = null where id = $1', [vehicle]);
  });

  it('[O-P02] is exported, and refuses more than 24 months', async () => {
    const { body } = await api.ask(`${BASE}export/?${YEAR}&by=vehicle&format=csv`, { as: manager });
    expect(body).toContain('CO2 of measured fuel');
    expect(body).toContain('N1 AAA');
    const trips = await api.ask(`${BASE}trips/export/?${YEAR}&format=csv`, { as: manager });
    expect(trips.body).toContain('Measured fuel');
    for (const path of ['', 'trips/']) {
      const { status } = await api.ask(`${BASE}${path}?from=2020-01&to=2026-04`, { as: manager });
      expect(status).toBe(400);
    }
  });
});
