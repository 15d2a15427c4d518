import { contract } from '@roadworthy/contract';
import { EVENT_TYPES } from '@roadworthy/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent, type TestEvent } from '../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { countEvents, eventRows } from './events.repository.ts';

let api: TestApi;
let fleet: TrackedFleet;
let yard: number;
const DAY = { start: '2026-06-10T00:00:00Z', end: '2026-06-11T00:00:00Z' };

type Query = Readonly<Record<string, string | number | readonly number[]>>;
function list(as: number, query: Query = {}) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...DAY, ...query })) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  return api.ask(`/api/events/?${search}`, { as });
}
const codes = async (as: number, query: Query = {}) =>
  (await list(as, query)).body.results.map(
    ({ event }: { event: { eventCode: number } }) => event.eventCode,
  );
const of = (vehicle: { vehicleId: number }): Pick<TestEvent, 'customerId' | 'vehicleId'> => ({
  customerId: fleet.home.customerId,
  vehicleId: vehicle.vehicleId,
});
const hour = (n: number) => `2026-06-10T${String(n).padStart(2, '0')}:00:00Z`;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { home, away, ann, vehicles } = fleet;
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into geofences (customer_id, name, colour, shape, alert_on_entry, alert_on_exit)
     values ($1, 'Yard', '#0055aa', 'circle', true, true) returning id`,
    [home.customerId],
  );
  yard = rows[0]?.id ?? 0;
  const n1 = { ...of(vehicles.n1), driverId: ann };
  await addEvent(db, { ...n1, code: 4, at: hour(7) });
  await addEvent(db, {
    ...n1,
    code: 43,
    at: hour(8),
    endedAt: '2026-06-10T08:05:00Z',
    value: 128.5,
    speedKmh: 128.5,
    headingDeg: 271,
    source: 'computed',
  });
  await addEvent(db, { ...n1, code: 41, at: hour(9), place: null });
  await addEvent(db, { ...n1, code: 56, at: hour(10), geofenceId: yard });
  await addEvent(db, { ...n1, code: 5, at: hour(17) });
  await addEvent(db, { ...of(vehicles.s1), code: 50, at: hour(12) });
  await addEvent(db, { ...of(vehicles.n2), code: 42, at: DAY.end });
  await addEvent(db, {
    customerId: away.customerId,
    vehicleId: vehicles.f1.vehicleId,
    code: 50,
    at: hour(12),
  });
});
afterAll(() => api.close());

describe('the list of events', () => {
  it('[E-P04] [R-007] [S-30] is newest first by day and time', async () => {
    const { people } = fleet;
    const { status, body } = await list(people.manager);
    expect(status).toBe(200);
    const answer = contract.events.list.answer.parse(body);
    expect([answer.count, answer.count_is_limit]).toEqual([6, false]);
    expect(answer.results.map(({ timestamp }) => timestamp)).toEqual(
      [17, 12, 10, 9, 8, 7].map(hour),
    );
  });

  it('[R-140] contains the type, position, vehicle and driver', async () => {
    const { people, vehicles, ann } = fleet;
    const { body } = await list(people.manager);
    const answer = contract.events.list.answer.parse(body);
    expect(answer.results[4]).toEqual({
      id: expect.any(Number),
      vehicle: { id: vehicles.n1.vehicleId, registration: 'N1 AAA' },
      event: { name: 'Over Speed', eventCode: 43 },
      timestamp: hour(8),
      ended_at: '2026-06-10T08:05:00Z',
      lat: 52.2574,
      long: -1.1636,
      dir: 271,
      speed: 128.5,
      address: 'Daventry',
      driver: { id: ann, first_name: 'Ann', surname: 'Miles' },
      has_video: false,
      clip: null,
      thumbnail: null,
      source: 'computed',
      value: 128.5,
      geofence: null,
      severity: 'medium',
      review: {
        state: 'new',
        dismissal_reason: null,
        assignee: null,
        due_on: null,
        for_coaching: false,
        notes: 0,
        changed_by: null,
        changed_at: null,
        version: 0,
      },
    });
    expect(answer.results[3]).toMatchObject({ lat: null, long: null, address: null, value: null });
    expect(answer.results[2]?.geofence).toEqual({ id: yard, name: 'Yard' });
    expect(answer.results[1]).toMatchObject({ driver: null, source: 'device' });
  });

  it('[R-140] is filtered by vehicle, depot, driver or part of the registration', async () => {
    const { people, vehicles, south, ann } = fleet;
    expect(await codes(people.manager, { vehicle: vehicles.s1.vehicleId })).toEqual([50]);
    expect(await codes(people.manager, { vehicle: vehicles.n2.vehicleId })).toEqual([]);
    expect(await codes(people.manager, { vehicle_group: south })).toEqual([50]);
    expect(await codes(people.manager, { driver: ann })).toEqual([5, 56, 41, 43, 4]);
    expect(await codes(people.manager, { search: 's1' })).toEqual([50]);
    expect(await codes(people.manager, { search: '%' })).toEqual([]);
  });

  it('[E-P02] [R-140] is filtered by one event, which other customers cannot see', async () => {
    const { people } = fleet;
    const { body } = await list(people.manager);
    const [newest, second] = contract.events.list.answer.parse(body).results;
    const alone = await list(people.manager, { id: second?.id ?? 0 });
    expect(alone.body).toMatchObject({ count: 1, results: [second] });
    expect((await list(people.foreign, { id: newest?.id ?? 0 })).body.results).toEqual([]);
  });

  it('[E-32] [R-140] is filtered by types; the code -1 is ignored', async () => {
    const { people, vehicles } = fleet;
    const of = (event: readonly number[], more: Query = {}) =>
      codes(people.manager, { event, ...more });
    expect(await of([41, 50])).toEqual([50, 41]);
    expect(await of([-1, 41, 41])).toEqual([41]);
    expect(await of([-1])).toEqual([5, 50, 56, 41, 43, 4]);
    expect(await of([9999])).toEqual([]);
    expect(await of([4, 5, 50], { vehicle: vehicles.n1.vehicleId })).toEqual([5, 4]);
  });

  it('[E-P04] [R-140] is paged by the server, in a stable order for each filter', async () => {
    const { people, home, vehicles } = fleet;
    const { db } = api.services;
    const july = { start: '2026-07-01', end: '2026-07-01' };
    // Many events at one time: the order must still be stable.
    await db.pool.query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source)
       select $1, v, 40 + n % 3, '2026-07-01T08:00:00Z'::timestamptz + (n / 30) * interval '1 second', 'device'
       from unnest($2::int[]) v, generate_series(0, 119) n on conflict do nothing`,
      [home.customerId, [vehicles.n1.vehicleId, vehicles.n2.vehicleId]],
    );
    for (const filter of [{}, { event: [40, 41, 42] }, { search: 'n' }]) {
      const seen: number[] = [];
      const page = (n: number) =>
        list(people.manager, { ...july, ...filter, pageSize: 5, page: n });
      for (let n = 1; n <= 5; n += 1) {
        const { body } = await page(n);
        expect(body.count).toBe(24);
        seen.push(...body.results.map(({ id }: { id: number }) => id));
      }
      expect(new Set(seen).size).toBe(24);
      const all = await list(people.manager, { ...july, ...filter });
      expect(all.body.results.map(({ id }: { id: number }) => id)).toEqual(seen);
      expect((await page(6)).body).toEqual({ count: 24, count_is_limit: false, results: [] });
      const oldest = await list(people.manager, { ...july, ...filter, ordering: 'timestamp' });
      expect(oldest.body.results.map(({ id }: { id: number }) => id)).toEqual(seen.reverse());
    }
  });

  it('[U-P03] [R-140] contains no invisible vehicle', async () => {
    const { people, vehicles, south, away, foreignDriver } = fleet;
    expect(await codes(people.northAdmin)).toEqual([5, 56, 41, 43, 4]);
    expect(await codes(people.driver)).toContain(50);
    expect(await codes(people.limited)).toEqual([]);
    expect(await codes(people.foreign)).toEqual([50]);
    expect((await codes(people.global)).filter((code: number) => code === 50).length).toBe(2);
    const status = async (as: number, query: Query) => (await list(as, query)).status;
    expect(await status(people.northAdmin, { vehicle: vehicles.s1.vehicleId })).toBe(404);
    expect(await status(people.northAdmin, { vehicle_group: south })).toBe(404);
    expect(await status(people.manager, { vehicle: vehicles.f1.vehicleId })).toBe(404);
    expect(await status(people.manager, { vehicle: 2_000_000_000 })).toBe(404);
    expect(await status(people.manager, { vehicle_group: away.depotId })).toBe(404);
    expect(await status(people.manager, { driver: foreignDriver })).toBe(404);
  });

  it('[M-P06] [R-140] refuses ten years, a reversed range and an invalid code', async () => {
    const { people } = fleet;
    for (const start of ['2016-06-10', '2026-06-12']) {
      const { status, body } = await list(people.manager, { start });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['end']]);
    }
    const refused: Query[] = [
      { event: 'harsh' },
      { event: Array.from({ length: 101 }, (_, n) => n) },
      { pageSize: 401 },
    ];
    for (const query of refused) expect((await list(people.manager, query)).status).toBe(400);
  });

  it('[E-P04] [R-P07] of a type reads only its page, for any number of events', async () => {
    const { db } = api.services;
    const { home, vehicles } = fleet;
    await db.pool.query(
      `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, source)
       select $1, $2, case when n % 5000 = 0 then 50 else 40 end,
         '2026-08-01T00:00:00Z'::timestamptz + n * interval '100 seconds', 'device'
       from generate_series(0, 19999) n`,
      [home.customerId, vehicles.n2.vehicleId],
    );
    await db.pool.query('analyze fleet_events');
    const viewer = {
      customerId: home.customerId,
      isGlobalAdmin: false,
      depotScope: 'all' as const,
    };
    const filter = {
      start: new Date('2026-08-01T00:00:00Z'),
      end: new Date('2026-08-31T00:00:00Z'),
      search: '',
    };
    const page = { limit: 50, offset: 0, newestFirst: true };
    await db.asViewer(viewer, async (trx) => {
      const asked = { ...viewer, vehicleId: null } as unknown as Parameters<typeof eventRows>[1];
      const touched = async () => {
        const { rows } = await sql<{ n: string }>`
          select coalesce(sum(idx_tup_fetch + seq_tup_read), 0) as n
          from pg_stat_xact_user_tables where relname = 'fleet_events'`.execute(trx);
        return Number(rows[0]?.n);
      };
      const before = await touched();
      expect((await eventRows(trx, asked, { ...filter, codes: [50] }, page)).length).toBe(4);
      expect((await eventRows(trx, asked, { ...filter, codes: [] }, page)).length).toBe(50);
      expect(await countEvents(trx, asked, { ...filter, codes: [40] }, 101)).toBe(101);
      const read = (await touched()) - before;
      expect(read).toBeGreaterThan(100);
      expect(read).toBeLessThan(400);
    });
  });
});

describe('the types of events', () => {
  const served = async () => {
    const { status, body } = await api.ask('/api/event_types/', { as: fleet.people.plain });
    expect(status).toBe(200);
    return contract.events.types.answer.parse(body);
  };

  it('[RP-09] [E-P03] are returned to signed-in people, complete', async () => {
    expect(await served()).toHaveLength(EVENT_TYPES.length);
    expect((await api.ask('/api/event_types/')).status).toBe(401);
  });

  it('[E-23] [V-05] have a name and a code each', async () => {
    for (const type of await served()) {
      expect(type).toMatchObject({ name: expect.any(String), eventCode: expect.any(Number) });
    }
  });

  it.each([
    ['[E-24]', 4, 'Ignition On'],
    ['[E-25]', 5, 'Ignition Off'],
    ['[E-26]', 52, 'Beacon Lights Active'],
    ['[E-27]', 40, 'Harsh Acceleration'],
    ['[E-28]', 41, 'Harsh Braking'],
    ['[E-29]', 42, 'Harsh Cornering'],
    ['[E-30]', 50, 'Panic Button'],
    ['[E-31]', 53, 'Run Lock Active'],
  ])('%s have code %i for %s', async (_, code, name) => {
    expect((await served()).filter(({ eventCode }) => eventCode === code)).toEqual([
      expect.objectContaining({ name }),
    ]);
  });
});

describe('the vehicle groups of a sidebar', () => {
  const groups = async (as: number, query = '') => {
    const { status, body } = await api.ask(`/api/vehicles_group_list/?${query}`, { as });
    expect(status).toBe(200);
    const answer = contract.events.vehicleGroups.answer.parse(body);
    return {
      count: answer.count,
      names: answer.vehicle_groups.map(({ name, vehicles }) => [
        name,
        vehicles.map(({ registration }) => registration).join(),
      ]),
    };
  };

  it('[R-076] are the visible depots by name, each with its vehicles and their types', async () => {
    const { people } = fleet;
    expect(await groups(people.manager)).toEqual({
      count: 2,
      names: [
        ['Home depot', 'N1 AAA,N2 BBB,X1 EEE'],
        ['South', 'S1 CCC,S2 50%,X1 EEE'],
      ],
    });
    const whole = await api.ask('/api/vehicles_group_list/', { as: people.manager });
    const alone = await api.ask(`/api/vehicle/${fleet.vehicles.n1.vehicleId}/`, {
      as: people.manager,
    });
    expect(whole.body.vehicle_groups[0].vehicles[0]).toEqual(alone.body);
    const { body } = await api.ask('/api/vehicles_group_list/?brief=true', { as: people.manager });
    expect(body.vehicle_groups[0].vehicles[0]).toEqual({
      id: fleet.vehicles.n1.vehicleId,
      registration: 'N1 AAA',
      type: 'CAR',
    });
  });

  it('[R-077] are limited to vehicles with trackers by the documented query', async () => {
    const { people, vehicles } = fleet;
    const { pool } = api.services.db;
    const documented =
      'trackers_only=true&pageSize=400&page=1&ordering=name&orderingDirection=&search=';
    expect((await groups(people.manager, documented)).count).toBe(2);
    await pool.query('update trackers set vehicle_id = null where vehicle_id = any($1)', [
      [vehicles.s1.vehicleId, vehicles.s2.vehicleId, vehicles.x1.vehicleId],
    ]);
    expect((await groups(people.manager, documented)).names).toEqual([
      ['Home depot', 'N1 AAA,N2 BBB'],
    ]);
    expect((await groups(people.manager)).count).toBe(2);
  });

  it('[R-076] are searched by depot and by registration, sorted and paged', async () => {
    const { people } = fleet;
    expect((await groups(people.manager, 'search=south')).names).toEqual([
      ['South', 'S1 CCC,S2 50%,X1 EEE'],
    ]);
    expect((await groups(people.manager, 'search=n1')).names).toEqual([['Home depot', 'N1 AAA']]);
    expect((await groups(people.manager, 'search=50%25')).names).toEqual([['South', 'S2 50%']]);
    const first = await groups(people.manager, 'pageSize=1&ordering=-name');
    expect([first.count, first.names[0]?.[0]]).toEqual([2, 'South']);
    expect(await groups(people.manager, 'pageSize=1&page=3')).toEqual({ count: 2, names: [] });
  });

  it('[U-P03] [R-076] [R-077] contain no invisible depot or vehicle', async () => {
    const { people } = fleet;
    expect((await groups(people.northAdmin)).names).toEqual([
      ['Home depot', 'N1 AAA,N2 BBB,X1 EEE'],
    ]);
    expect((await groups(people.driver)).names).toContainEqual(['South', expect.any(String)]);
    expect((await groups(people.limited)).count).toBe(0);
    expect((await groups(people.foreign)).names).toEqual([['Away depot', 'F1 GGG']]);
  });
});
