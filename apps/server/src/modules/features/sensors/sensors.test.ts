import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { setState, type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
/** The last record, in whole minutes. */
const LAST_MS = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
const MINUTES = 3000;
const at = (minutesBefore: number) => new Date(LAST_MS - minutesBefore * 60_000).toISOString();

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { vehicleId, trackerId } = fleet.vehicles.n1;
  await setState(db, fleet.home.customerId, fleet.vehicles.n1, {
    ageS: (Date.now() - LAST_MS) / 1000,
  });
  await db.pool.query(`update vehicle_states set device_time = $2 where vehicle_id = $1`, [
    vehicleId,
    new Date(LAST_MS),
  ]);
  // Two days at one record a minute: more than one page. The last hour is private use.
  await db.pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       fix_valid, odometer_m, temperature_c, driver_tag, attributes, private_leg_m)
     select $1, $2, $3::timestamptz - make_interval(mins => n), n, $4, false, 100000 - n * 10.0,
       case when n < 60 then null else 4.5 end, case when n < 60 then null else 'A1B2' end,
       case when n < 60 then null else jsonb_build_object('fuelLevelL', 100 - n / 100.0,
         'engineWorkMin', 120, 'frontLeftDoor', n % 2 = 0, 'io999', 1, 'fuel', 7,
         'coolantTemperatureC', case when n = 60 then 400 else 88 end) end,
       case when n < 60 then 1.0 end
     from generate_series(0, $5::int - 1) n`,
    [fleet.home.customerId, vehicleId, new Date(LAST_MS), trackerId, MINUTES],
  );
});
afterAll(() => api.close());

const latest = (name: keyof TrackedFleet['vehicles'], as: number) =>
  api.ask(`/api/sensors/vehicles/${fleet.vehicles[name].vehicleId}/`, { as });
const series = (query: Readonly<Record<string, string>>, as = fleet.people.manager) =>
  api.ask(
    `/api/sensors/series/?${new URLSearchParams({
      vehicle: String(fleet.vehicles.n1.vehicleId),
      ...query,
    })}`,
    { as },
  );

/** The sensors with a course over time. */
const NUMERIC = [
  'fuelLevelL',
  'coolantTemperatureC',
  'engineHours',
  'totalDistanceM',
  'temperature1C',
  'frontLeftDoor',
];

describe('the sensors of a vehicle', () => {
  it('have their last value, unit, time and course of a day, without private use', async () => {
    const { status, body } = await latest('n1', fleet.people.manager);
    expect(status, JSON.stringify(body)).toBe(200);
    const answer = contract.sensors.latest.answer.parse(body);
    expect(answer.until).toBe(at(60).replace('.000', ''));
    // io999 has no meaning; the unit of `fuel` is open.
    expect(answer.raw).toBe(2);
    const byName = new Map(answer.sensors.map((one) => [one.name, one]));
    expect([...byName.keys()]).toEqual([...NUMERIC, 'driverTag']);
    const fuel = byName.get('fuelLevelL');
    expect(fuel).toMatchObject({ value: 99.4, unit: 'L', group: 'fuel', timestamp: answer.until });
    expect(fuel?.spark).toHaveLength(48);
    // Half an hour of the slope, near the end.
    expect(fuel?.spark?.at(-1)).toBeCloseTo(99.26, 1);
    expect(fuel?.spark?.[0]).toBeCloseTo(85.3, 0);
    // 400 °C is no temperature of a coolant: the value before it counts.
    expect(byName.get('coolantTemperatureC')).toMatchObject({
      value: 88,
      timestamp: at(61).replace('.000', ''),
    });
    expect(byName.get('driverTag')).toMatchObject({ value: 'A1B2', spark: null, kind: 'text' });
    expect(byName.get('frontLeftDoor')?.value).toBe(true);
  });

  it('are none for a vehicle without records, and not for others', async () => {
    expect((await latest('x1', fleet.people.manager)).body).toMatchObject({
      until: null,
      sensors: [],
    });
    expect((await latest('f1', fleet.people.admin)).status).toBe(404);
    expect((await latest('s1', fleet.people.north)).status).toBe(404);
    expect((await latest('n1', fleet.people.plain)).status).toBe(403);
  });
});

describe('sensors over time', () => {
  it('are the requested ones, across pages, with the list of all', async () => {
    const { status, body } = await series({
      start: at(MINUTES),
      end: at(0),
      names: 'fuelLevelL,frontLeftDoor,nonsense,axle1LoadKg',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const answer = contract.sensors.series.answer.parse(body);
    expect(answer.available.map(({ name }) => name)).toEqual(NUMERIC);
    const [fuel, door, ...others] = answer.series;
    expect(others).toEqual([]);
    expect(fuel?.name).toBe('fuelLevelL');
    // Parts of a minute and a half: all of the range, thinned, in order, on the slope.
    expect(fuel?.times.length).toBeGreaterThan(1900);
    expect(fuel?.times.length).toBeLessThanOrEqual(2000);
    fuel?.times.forEach((timeS, n) => {
      const minutes = (LAST_MS / 1000 - timeS) / 60;
      expect(Math.abs((fuel.values[n] ?? 0) - (100 - minutes / 100))).toBeLessThan(0.03);
    });
    expect(new Set(door?.values)).toEqual(new Set([0, 1, 0.5]));
  });

  it('are refused for a long range, an invisible vehicle or without a module', async () => {
    const days = { start: '2026-05-01', end: '2026-06-15' };
    expect((await series(days)).status).toBe(400);
    const day = { start: '2026-06-02', end: '2026-06-02' };
    expect((await series(day, fleet.people.plain)).status).toBe(403);
    expect((await series({ ...day, vehicle: String(fleet.vehicles.f1.vehicleId) })).status).toBe(
      404,
    );
    expect((await series(day)).body).toEqual({ available: [], series: [] });
  });
});
