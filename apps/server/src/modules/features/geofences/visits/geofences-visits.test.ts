import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { makeGeofence } from '../../../../../test/geofences.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let yard: { id: number };
let shop: { id: number };

const MAY = '?start=2026-05-01&end=2026-05-31';

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { people, vehicles, home, away } = fleet;
  yard = await makeGeofence(api, people.manager, { name: 'Yard' });
  shop = await makeGeofence(api, people.manager, { name: 'Shop 50%' });
  const theirs = await makeGeofence(api, people.foreign, { name: 'Theirs' });
  const visit = (
    vehicle: { vehicleId: number },
    geofence: { id: number },
    entered: string,
    left: string | null,
    more: { driver?: number; customerId?: number } = {},
  ) =>
    api.services.db.pool.query(
      `insert into geofence_visits (customer_id, vehicle_id, geofence_id, driver_id, entered_at,
         left_at, max_speed_kmh) values ($1, $2, $3, $4, $5, $6, 31.5)`,
      [
        more.customerId ?? home.customerId,
        vehicle.vehicleId,
        geofence.id,
        more.driver ?? null,
        entered,
        left,
      ],
    );
  await visit(vehicles.n1, yard, '2026-05-04T08:00:00Z', '2026-05-04T09:30:00Z', {
    driver: fleet.ann,
  });
  await visit(vehicles.s1, yard, '2026-05-05T08:00:00Z', '2026-05-05T08:10:00Z');
  await visit(vehicles.n2, shop, '2026-05-06T08:00:00Z', '2026-05-06T08:01:00Z');
  // Visits that overlap May from hours and from months before, that still last, and that do not
  // overlap.
  await visit(vehicles.s2, yard, '2026-04-30T20:00:00Z', '2026-05-01T04:00:00Z');
  await visit(vehicles.x1, yard, '2026-01-10T00:00:00Z', '2026-05-02T00:00:00Z');
  await visit(vehicles.z1, yard, '2026-02-01T00:00:00Z', null);
  await visit(vehicles.n1, yard, '2026-04-20T00:00:00Z', '2026-04-30T23:00:00Z');
  await visit(vehicles.n1, yard, '2026-06-01T00:00:00Z', null);
  await visit(vehicles.f1, theirs, '2026-05-04T08:00:00Z', null, { customerId: away.customerId });
});
afterAll(() => api.close());

const ask = (query: string, as = fleet.people.manager) =>
  api.ask(`/api/geofence_visits/${query}`, { as });
const read = async (query: string, as?: number) => {
  const { status, body } = await ask(query, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return contract.geofences.visits.answer.parse(body);
};
const registrations = async (query: string, as?: number) =>
  (await read(query, as)).results.map(({ vehicle }) => vehicle.registration);

describe('visits', () => {
  it('[M-17] contain vehicle, start and end, newest first', async () => {
    const { count, results } = await read(MAY);
    expect(count).toBe(6);
    expect(results.map(({ vehicle }) => vehicle.registration)).toEqual([
      'N2 BBB',
      'S1 CCC',
      'N1 AAA',
      'S2 50%',
      'Z1 FFF',
      'X1 EEE',
    ]);
    expect(results[2]).toEqual({
      id: expect.any(Number),
      geofence: { id: yard.id, name: 'Yard' },
      vehicle: { id: fleet.vehicles.n1.vehicleId, registration: 'N1 AAA' },
      driver: { id: fleet.ann, first_name: 'Ann', surname: 'Miles' },
      entered_at: '2026-05-04T08:00:00Z',
      left_at: '2026-05-04T09:30:00Z',
      dwell_time: 5400,
      max_speed: 31.5,
    });
  });

  it('[M-17] that still last are counted until now', async () => {
    const { results } = await read(`${MAY}&vehicle=${fleet.vehicles.z1.vehicleId}`);
    const soFarS = (Date.now() - Date.UTC(2026, 1, 1)) / 1000;
    expect(results[0]?.left_at).toBeNull();
    expect(Math.abs((results[0]?.dwell_time ?? 0) - soFarS)).toBeLessThan(60);
  });

  it('[M-17] are filtered by geofence, vehicle and text, paged and sorted both ways', async () => {
    expect(await registrations(`${MAY}&geofence=${shop.id}`)).toEqual(['N2 BBB']);
    expect(await registrations(`${MAY}&search=%25`)).toEqual(['N2 BBB', 'S2 50%']);
    expect(await registrations(`${MAY}&search=s1`)).toEqual(['S1 CCC']);
    expect(await registrations(`${MAY}&ordering=entered_at&pageSize=2`)).toEqual([
      'X1 EEE',
      'Z1 FFF',
    ]);
    expect(await registrations(`${MAY}&ordering=-entered_at&pageSize=2&page=2`)).toEqual([
      'N1 AAA',
      'S2 50%',
    ]);
    expect((await read(`${MAY}&page=7`)).count).toBe(6);
  });

  it('[M-17] are limited to visible vehicles', async () => {
    const { people, vehicles } = fleet;
    expect(await registrations(MAY, people.north)).toEqual(['N2 BBB', 'N1 AAA', 'X1 EEE']);
    expect(await registrations(MAY, people.driver)).toEqual(['S1 CCC']);
    expect(await registrations(MAY, people.foreign)).toEqual(['F1 GGG']);
    for (const [query, as] of [
      [`vehicle=${vehicles.f1.vehicleId}`, people.manager],
      [`vehicle=${vehicles.s1.vehicleId}`, people.north],
      [`geofence=${yard.id}`, people.foreign],
      ['vehicle=2000000000', people.manager],
    ] as const) {
      expect((await ask(`${MAY}&${query}`, as)).status).toBe(404);
    }
  });

  it.each([
    ['an end before its start', '?start=2026-05-02&end=2026-05-01'],
    ['ten years', '?start=2016-05-02&end=2026-05-01'],
    ['32 days', '?start=2026-05-01&end=2026-06-01'],
  ])('[M-17] of a range of %s are refused', async (_what, query) => {
    const { status, body } = await ask(query);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['end']]);
  });
});
