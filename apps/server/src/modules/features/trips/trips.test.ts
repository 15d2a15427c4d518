import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addTrip } from '../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let bob: number;
const JUNE = { start: '2026-06-01T00:00:00Z', end: '2026-06-08T00:00:00Z' };

type Query = Readonly<Record<string, string | number>>;
const address = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]))}`;
const ask = (path: string, as: number, query: Query) => api.ask(address(path, query), { as });
const trips = (as: number, vehicle: number, query: Query = JUNE) =>
  ask('/api/vehicle/trip/', as, { vehicle, ...query });
const timesheet = (as: number, vehicle: number, query: Query = JUNE) =>
  ask('/api/vehicle/timesheet/', as, { vehicle, ...query });
const driverTimesheet = (as: number, driver_id: number, query: Query = JUNE) =>
  ask('/api/vehicle/driver_id_timesheet/', as, { driver_id, ...query });

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { home, away, ann, foreignDriver, vehicles } = fleet;
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into drivers (customer_id, first_name, surname) values ($1, 'Bob', 'Alder') returning id`,
    [home.customerId],
  );
  bob = rows[0]?.id ?? 0;
  const n1 = { customerId: home.customerId, vehicleId: vehicles.n1.vehicleId, driverId: ann };
  const s1 = { ...n1, vehicleId: vehicles.s1.vehicleId };
  await addTrip(db, { ...n1, start: '2026-05-31T22:00:00Z', end: '2026-05-31T22:30:00Z' });
  await addTrip(db, {
    ...n1,
    start: '2026-06-01T07:00:00Z',
    end: '2026-06-01T08:00:00Z',
    minutes: [30, 10, 20],
    distanceM: 50_000,
    maxSpeedKmh: 101.5,
    from: [52.2574, -1.1636],
    to: [51.5072, -0.1276],
  });
  await addTrip(db, { ...n1, start: '2026-06-01T09:00:00Z', end: '2026-06-01T09:30:00Z' });
  await addTrip(db, {
    ...n1,
    driverId: bob,
    start: '2026-06-01T23:30:00Z',
    end: '2026-06-02T00:30:00Z',
    distanceM: 60_000,
  });
  await addTrip(db, {
    ...n1,
    driverId: null,
    inProgress: true,
    start: '2026-06-07T23:00:00Z',
    end: '2026-06-07T23:20:00Z',
  });
  await addTrip(db, { ...s1, start: '2026-06-01T12:00:00Z', end: '2026-06-01T13:00:00Z' });
  await addTrip(db, {
    customerId: away.customerId,
    vehicleId: vehicles.f1.vehicleId,
    driverId: foreignDriver,
    start: '2026-06-01T12:00:00Z',
    end: '2026-06-01T13:00:00Z',
  });
});
afterAll(() => api.close());

describe('trips', () => {
  it('[R-136] [M-13] of a vehicle are those that started in the range', async () => {
    const { people, vehicles } = fleet;
    const { status, body } = await trips(people.manager, vehicles.n1.vehicleId);
    expect(status).toBe(200);
    const answer = contract.trips.list.answer.parse(body);
    expect(answer).toEqual(body);
    expect(answer.results.map(({ start_time }) => start_time)).toEqual([
      '2026-06-01T07:00:00Z',
      '2026-06-01T09:00:00Z',
      '2026-06-01T23:30:00Z',
      '2026-06-07T23:00:00Z',
    ]);
  });

  it('[M-P07] [M-11] have places, times, speed and driver, and totals', async () => {
    const { people, vehicles, ann } = fleet;
    const { body } = await trips(people.manager, vehicles.n1.vehicleId);
    const answer = contract.trips.list.answer.parse(body);
    expect(answer.results[0]).toMatchObject({
      end_time: '2026-06-01T08:00:00Z',
      start: { lat: 52.2574, long: -1.1636 },
      end: { lat: 51.5072, long: -0.1276 },
      distance: 50_000,
      driving_time: 3000,
      idle_time: 600,
      stop_after: 3600,
      max_speed: 101.5,
      fuel_used: null,
      co2_kg: null,
      co2_is_estimate: false,
      driver: { id: ann, first_name: 'Ann', surname: 'Miles' },
      in_progress: false,
    });
    // Bought fuel over the distance of all trips is the vehicle's own use: 140 km and 13 litres. What was bought
    // before the first trip is of other trips.
    await api.services.db.pool.query(
      `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres)
       values ($1, $2, 'fuel', '2026-06-02', '2026-06-02', 20, 13),
         ($1, $2, 'fuel', '2026-05-20', '2026-05-20', 900, 600)`,
      [fleet.home.customerId, vehicles.n1.vehicleId],
    );
    const { body: measured } = await trips(people.manager, vehicles.n1.vehicleId);
    expect(measured.results[0]).toMatchObject({ co2_kg: 11.67, co2_is_estimate: true });
    expect(answer.results[0]?.start_address).toBe('Daventry');
    expect(answer.results[0]?.end_address).toMatch(/London/);
    expect([answer.count, answer.totals]).toEqual([
      4,
      { trips: 4, distance: 130_000, driving_time: 3000 + 1800 + 3600 + 1200, idle_time: 600 },
    ]);
  });

  it('[M-P05] [M-P07] the trail has the distance, the times and the stops of the trips', async () => {
    const { people, vehicles } = fleet;
    const vehicle = vehicles.n1.vehicleId;
    const day = { start: '2026-06-01T00:00:00Z', end: '2026-06-01T10:00:00Z' };
    const { body: list } = await trips(people.manager, vehicle, day);
    const { body: trail } = await ask('/api/trace/', people.manager, { vehicle, ...day });
    expect(trail.summary).toMatchObject({
      distance: list.totals.distance,
      driving_time: list.totals.driving_time,
      idle_time: list.totals.idle_time,
      stops: 2,
    });
    const rests = list.results.map(({ end_time, stop_after }: Record<string, unknown>) => [
      end_time,
      stop_after,
    ]);
    const stops = trail.stops.map(({ start, end }: Record<string, string>) => [
      start,
      (Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000,
    ]);
    expect(stops).toEqual(rests);
  });

  it('[M-P07] include the rest afterwards, also beyond the end of the range', async () => {
    const { people, vehicles } = fleet;
    const vehicle = vehicles.n1.vehicleId;
    const day = { start: '2026-06-01T00:00:00Z', end: '2026-06-01T10:00:00Z' };
    const { body } = await trips(people.manager, vehicle, day);
    const stops = body.results.map((trip: { stop_after: number }) => trip.stop_after);
    expect(stops).toEqual([3600, 14 * 3600]);
    const all = await trips(people.manager, vehicle);
    expect(all.body.results.at(-1)).toMatchObject({
      stop_after: null,
      in_progress: true,
      driver: null,
    });
  });

  it('[M-P07] name places in the distance unit of the person', async () => {
    const { people, vehicles, home } = fleet;
    await addTrip(api.services.db, {
      customerId: home.customerId,
      vehicleId: vehicles.n2.vehicleId,
      start: '2026-06-01T07:00:00Z',
      end: '2026-06-01T08:00:00Z',
      from: [52.3, -1.1636],
    });
    const place = async (as: number) =>
      (await trips(as, vehicles.n2.vehicleId)).body.results[0].start_address;
    expect(await place(people.manager)).toMatch(/ mi .*of Daventry/);
    expect(await place(people.kilometres)).toMatch(/ km .*of Daventry/);
  });
});

describe('the timesheet of a vehicle', () => {
  it('[R-137] [M-14] [S-19] has one row per day, including days without trips', async () => {
    const { people, vehicles } = fleet;
    const { status, body } = await timesheet(people.manager, vehicles.n1.vehicleId);
    expect(status).toBe(200);
    const { count, results } = contract.timesheets.vehicleTimesheet.answer.parse(body);
    expect([count, results.length]).toEqual([7, 7]);
    expect(results.map(({ date, week }) => [date, week])).toEqual([
      ['2026-06-01', 23],
      ['2026-06-02', 23],
      ['2026-06-03', 23],
      ['2026-06-04', 23],
      ['2026-06-05', 23],
      ['2026-06-06', 23],
      ['2026-06-07', 23],
    ]);
    expect(results[2]).toMatchObject({ first_start: null, last_stop: null, trips: 0, breaks: [] });
  });

  it('[M-P09] [M-12] has starts, stops, times and breaks of each day, and totals', async () => {
    const { people, vehicles } = fleet;
    const { body } = await timesheet(people.manager, vehicles.n1.vehicleId);
    const { results, totals } = contract.timesheets.vehicleTimesheet.answer.parse(body);
    expect(results[0]).toEqual({
      date: '2026-06-01',
      week: 23,
      first_start: '2026-06-01T07:00:00Z',
      last_stop: '2026-06-02T00:00:00Z',
      in_progress: false,
      driving_time: 3000 + 1800 + 1800,
      idle_time: 600,
      stopped_time: 3600 + 14 * 3600,
      distance: 50_000 + 10_000 + 30_000,
      trips: 3,
      breaks: [
        { start: '2026-06-01T08:00:00Z', end: '2026-06-01T09:00:00Z' },
        { start: '2026-06-01T09:30:00Z', end: '2026-06-01T23:30:00Z' },
      ],
      vehicle: { id: vehicles.n1.vehicleId, registration: 'N1 AAA' },
      driver: null,
    });
    expect(results[1]).toMatchObject({
      first_start: '2026-06-02T00:00:00Z',
      driving_time: 1800,
      distance: 30_000,
      trips: 0,
      driver: { id: bob, first_name: 'Bob', surname: 'Alder' },
    });
    expect(results[6]).toMatchObject({ in_progress: true, driver: null });
    expect(totals).toEqual({
      driving_time: 3000 + 1800 + 3600 + 1200,
      idle_time: 600,
      stopped_time: 15 * 3600,
      distance: 130_000,
      trips: 4,
    });
  });

  it('[M-15] names the driver of the day', async () => {
    const { people, vehicles, ann } = fleet;
    const day = await timesheet(people.manager, vehicles.n1.vehicleId, {
      start: '2026-06-01T00:00:00Z',
      end: '2026-06-01T12:00:00Z',
    });
    expect(day.body.results[0].driver.id).toBe(ann);
  });

  it('[M-P09] splits days in the preferred time zone of the person, else in that of the browser', async () => {
    const { people, vehicles } = fleet;
    const { pool } = api.services.db;
    const day = { start: '2026-06-02', end: '2026-06-02' };
    const first = async (query: Query) =>
      (await timesheet(people.north, vehicles.n1.vehicleId, query)).body.results[0];
    expect((await first(day)).first_start).toBe('2026-06-02T00:00:00Z');
    const london = await first({ ...day, time_zone: 'Europe/London' });
    expect([london.date, london.first_start, london.trips]).toEqual([
      '2026-06-02',
      '2026-06-01T23:30:00Z',
      1,
    ]);
    await pool.query(`update users set time_zone = 'America/New_York' where id = $1`, [
      people.north,
    ]);
    api.services.bus.publish('users.changed', { userId: people.north });
    expect((await first({ ...day, time_zone: 'Europe/London' })).first_start).toBeNull();
  });
});

describe('the timesheet of a driver', () => {
  it('[R-138] [M-15] covers all vehicles driven', async () => {
    const { people, vehicles, ann } = fleet;
    const { status, body } = await driverTimesheet(people.manager, ann);
    expect(status).toBe(200);
    const { results, totals } = contract.timesheets.driverTimesheet.answer.parse(body);
    expect(results[0]).toMatchObject({
      first_start: '2026-06-01T07:00:00Z',
      last_stop: '2026-06-01T13:00:00Z',
      trips: 3,
      vehicle: null,
      driver: { id: ann, first_name: 'Ann', surname: 'Miles' },
    });
    expect(totals.trips).toBe(3);
    const bobs = await driverTimesheet(people.manager, bob);
    expect(bobs.body.results.slice(0, 2)).toMatchObject([
      { trips: 1, driving_time: 1800, vehicle: { id: vehicles.n1.vehicleId } },
      { trips: 0, driving_time: 1800, vehicle: { id: vehicles.n1.vehicleId } },
    ]);
  });

  it('[U-P03] [R-138] shows only drives of visible vehicles, and their drivers', async () => {
    const { people, ann, foreignDriver } = fleet;
    const north = await driverTimesheet(people.northAdmin, ann);
    expect(north.body.totals.trips).toBe(2);
    // Bob has no assignment, but has driven a vehicle of the depot.
    expect((await driverTimesheet(people.northAdmin, bob)).status).toBe(200);
    expect((await driverTimesheet(people.driver, bob)).status).toBe(404);
    expect((await driverTimesheet(people.limited, ann)).status).toBe(404);
    expect((await driverTimesheet(people.manager, foreignDriver)).status).toBe(404);
    expect((await driverTimesheet(people.global, foreignDriver)).status).toBe(200);
  });

  it('[M-15] is chosen from the visible drivers, found by name', async () => {
    const { people, ann } = fleet;
    const drivers = async (as: number, search = '') => {
      const { body } = await ask('/api/vehicle/driver_id_timesheet/drivers/', as, { search });
      return body.results.map(({ surname }: { surname: string }) => surname);
    };
    expect(await drivers(people.manager)).toEqual(['Alder', 'Miles']);
    expect(await drivers(people.manager, 'ann m')).toEqual(['Miles']);
    expect(await drivers(people.manager, '%')).toEqual([]);
    expect(await drivers(people.northAdmin)).toEqual(['Alder', 'Miles']);
    expect(await drivers(people.driver)).toEqual(['Miles']);
    expect(await drivers(people.limited)).toEqual([]);
    expect(ann).toBeGreaterThan(0);
  });
});

describe('invalid requests', () => {
  const asked = (query: Query) => trips(fleet.people.manager, fleet.vehicles.n1.vehicleId, query);
  const ofVehicle = (query: Query) =>
    timesheet(fleet.people.manager, fleet.vehicles.n1.vehicleId, query);
  const ofDriver = (query: Query) => driverTimesheet(fleet.people.manager, fleet.ann, query);

  it.each([
    ['[R-136] of trips', asked],
    ['[R-137] of the timesheet of a vehicle', ofVehicle],
    ['[R-138] of the timesheet of a driver', ofDriver],
  ])(
    '[M-P06] refuses a range of ten years, a reversed one and a missing one: %s',
    async (_, question) => {
      const years = await question({ start: '2016-06-01', end: '2026-06-01' });
      expect([years.status, years.body.errors]).toEqual([
        400,
        { end: ['Choose at most 31 days.'] },
      ]);
      const turned = await question({ start: '2026-06-02', end: '2026-06-01' });
      expect([turned.status, turned.body.errors]).toEqual([
        400,
        { end: ['The end must be after the start.'] },
      ]);
      const none = await question({});
      expect([none.status, Object.keys(none.body.errors)]).toEqual([400, ['start', 'end']]);
      expect((await question({ start: '2026-13-01', end: 'now' })).status).toBe(400);
      expect((await question({ start: '0000-01-01', end: '0000-01-02' })).status).toBe(400);
      expect((await question({ start: '9999-12-30', end: '9999-12-31' })).status).toBe(400);
    },
  );

  it('[U-P03] [R-136] [R-137] answers 404 for an unknown vehicle or one of another depot or person', async () => {
    const { people, vehicles } = fleet;
    for (const question of [trips, timesheet]) {
      const status = async (as: number, vehicle: number) => (await question(as, vehicle)).status;
      expect(await status(people.manager, 2_000_000_000)).toBe(404);
      expect(await status(people.northAdmin, vehicles.s1.vehicleId)).toBe(404);
      expect(await status(people.foreign, vehicles.n1.vehicleId)).toBe(404);
      expect(await status(people.manager, vehicles.f1.vehicleId)).toBe(404);
      expect(await status(people.driver, vehicles.s1.vehicleId)).toBe(200);
    }
  });
});
