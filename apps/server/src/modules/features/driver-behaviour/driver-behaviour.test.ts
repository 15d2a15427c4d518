import { contract } from '@roadworthy/contract';
import { adasScore, behaviourScore } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addEvent, addTrip } from '../../../../test/derived-rows.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
const WEEK = { start: '2026-06-08T00:00:00Z', end: '2026-06-15T00:00:00Z' };
const ABC = '/api/behaviour/safety_abc/vehicle_group/';
const MOBILEYE = '/api/behaviour/safety_mobileeye/vehicle_group/';

type Query = Readonly<Record<string, string | number>>;
const ask = (path: string, as: number, query: Query = {}) =>
  api.ask(
    `${path}?${new URLSearchParams(Object.entries({ ...WEEK, ...query }).map(([k, v]): [string, string] => [k, String(v)]))}`,
    { as },
  );

const none = { harshAcceleration: 0, harshBraking: 0, harshCornering: 0, speeding: 0, idleS: 0 };

/** Writes `count` events of a code, a minute apart. */
async function events(
  of: { customerId: number; vehicleId: number; driverId: number | null },
  code: number,
  from: string,
  count: number,
  value: number | null = null,
) {
  for (let n = 0; n < count; n += 1) {
    const at = new Date(Date.parse(from) + n * 60_000).toISOString();
    await addEvent(api.services.db, { ...of, code, at, value });
  }
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { home, away, ann, foreignDriver, vehicles } = fleet;
  const n1 = { customerId: home.customerId, vehicleId: vehicles.n1.vehicleId, driverId: ann };
  const s1 = { ...n1, vehicleId: vehicles.s1.vehicleId };
  const x1 = { ...n1, vehicleId: vehicles.x1.vehicleId, driverId: null };
  const f1 = {
    customerId: away.customerId,
    vehicleId: vehicles.f1.vehicleId,
    driverId: foreignDriver,
  };
  const drive = (of: typeof x1 | typeof f1, day: string, distanceM: number) =>
    addTrip(db, {
      ...of,
      start: `${day}T08:00:00Z`,
      end: `${day}T10:00:00Z`,
      minutes: [60, 30, 30],
      distanceM,
    });
  await drive(n1, '2026-06-02', 160_900);
  await drive(n1, '2026-06-09', 160_900);
  await drive(n1, '2026-06-10', 160_900);
  await drive(s1, '2026-06-09', 80_000);
  await drive(x1, '2026-06-09', 100_000);
  await drive(f1, '2026-06-09', 100_000);
  await events(n1, 41, '2026-06-02T08:00:00Z', 10);
  await events(n1, 40, '2026-06-09T08:00:00Z', 1);
  await events(n1, 41, '2026-06-09T08:00:30Z', 2);
  await events(n1, 42, '2026-06-10T08:00:00Z', 3);
  await events(n1, 43, '2026-06-10T09:00:00Z', 4);
  await events(n1, 47, '2026-06-10T09:30:00Z', 1);
  await events(n1, 75, '2026-06-10T09:30:00Z', 1);
  await events(n1, 76, '2026-06-10T09:00:10Z', 2, -1);
  await events(n1, 76, '2026-06-10T09:10:10Z', 3, 1);
  await events(n1, 76, '2026-06-10T09:20:10Z', 1);
  await events(n1, 77, '2026-06-10T09:30:10Z', 4);
  await events(n1, 78, '2026-06-10T09:40:10Z', 5);
  await events(n1, 80, '2026-06-10T09:50:10Z', 6);
  await events(s1, 41, '2026-06-09T08:00:00Z', 1);
  await events(f1, 41, '2026-06-09T08:00:00Z', 1);
  // The days before and after the range do not count.
  await events(n1, 41, '2026-06-07T23:59:59Z', 1);
  await events(n1, 41, '2026-06-15T00:00:00Z', 1);
});
afterAll(() => api.close());

describe('driver behaviour', () => {
  it('[R-130] [M-24] [M-P11] counts a vehicle’s events over its distance and returns the score', async () => {
    const { people, vehicles } = fleet;
    const { status, body } = await ask(ABC, people.manager);
    expect(status).toBe(200);
    const { count, results } = contract.driverBehaviour.abc.answer.parse(body);
    expect(count).toBe(results.length);
    const row = results.find(({ vehicle }) => vehicle?.id === vehicles.n1.vehicleId);
    const sums = { distanceM: 321_800, harshAcceleration: 1, harshBraking: 2 };
    expect(row).toEqual({
      vehicle: { id: vehicles.n1.vehicleId, registration: 'N1 AAA' },
      driver: null,
      depot: null,
      distance: 321_800,
      harsh_acceleration: 1,
      harsh_braking: 2,
      harsh_cornering: 3,
      speeding: 4,
      idling: 1,
      idle_time: 3600,
      score: behaviourScore({ ...sums, harshCornering: 3, speeding: 4, idleS: 3600 }),
      // Ten brakings in the seven days before, and one a second before the range.
      previous_score: behaviourScore({
        ...none,
        distanceM: 160_900,
        harshBraking: 11,
        idleS: 1800,
      }),
    });
    // Best first; a subject without trips or events is left out.
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => (b ?? -1) - (a ?? -1)));
    // 80 km is too short a distance for a score.
    expect(results.at(-1)).toMatchObject({ vehicle: { registration: 'S1 CCC' }, score: null });
    expect(results.map(({ vehicle }) => vehicle?.registration).sort()).toEqual([
      'N1 AAA',
      'S1 CCC',
      'X1 EEE',
    ]);
    expect(results.find(({ vehicle }) => vehicle?.registration === 'X1 EEE')).toMatchObject({
      previous_score: null,
    });
  });

  it('[M-P11] returns the score of all per day, null for days without trips', async () => {
    const { body } = await ask(ABC, fleet.people.manager, { vehicle_group: fleet.north });
    const { trend } = contract.driverBehaviour.abc.answer.parse(body);
    const north = { ...none, harshAcceleration: 1, harshBraking: 2, idleS: 3600 };
    expect(trend).toEqual([
      { date: '2026-06-08', score: null, events: 0 },
      { date: '2026-06-09', score: behaviourScore({ ...north, distanceM: 260_900 }), events: 3 },
      {
        date: '2026-06-10',
        score: behaviourScore({
          ...none,
          distanceM: 160_900,
          harshCornering: 3,
          speeding: 4,
          idleS: 1800,
        }),
        events: 8,
      },
      ...['11', '12', '13', '14'].map((day) => ({
        date: `2026-06-${day}`,
        score: null,
        events: 0,
      })),
    ]);
  });

  it('[M-P11] splits the trend by day in the time zone of the caller', async () => {
    const { vehicles, home, people } = fleet;
    await addTrip(api.services.db, {
      customerId: home.customerId,
      vehicleId: vehicles.z1.vehicleId,
      start: '2026-07-01T23:30:00Z',
      end: '2026-07-01T23:50:00Z',
      distanceM: 100_000,
    });
    const days = async (time_zone: string) => {
      const july = { start: '2026-07-01', end: '2026-07-02', time_zone };
      const { body } = await ask(ABC, people.manager, july);
      return body.trend.map(({ score }: { score: number | null }) => score !== null);
    };
    expect(await days('UTC')).toEqual([true, false]);
    expect(await days('Europe/London')).toEqual([false, true]);
  });

  it('[R-130] [M-P11] is grouped by driver, over several vehicles', async () => {
    const { people, ann } = fleet;
    const { body } = await ask(ABC, people.manager, { by: 'driver' });
    expect(body.results).toMatchObject([
      {
        vehicle: null,
        driver: { id: ann, first_name: 'Ann', surname: 'Miles' },
        distance: 401_800,
        harsh_braking: 3,
      },
    ]);
  });

  it('[R-130] [M-P11] is grouped by depot; a vehicle of two counts in both, and once in the trend', async () => {
    const { people, north, south } = fleet;
    const { body } = await ask(ABC, people.manager, { by: 'depot' });
    const rows = new Map(body.results.map((row: { depot: { id: number } }) => [row.depot.id, row]));
    expect([...rows.keys()].sort()).toEqual([north, south].sort());
    expect(rows.get(north)).toMatchObject({ distance: 421_800, harsh_braking: 2 });
    expect(rows.get(south)).toMatchObject({ distance: 180_000, harsh_braking: 1 });
    const one = await ask(ABC, people.manager, { by: 'depot', vehicle_group: south });
    expect(one.body.results).toMatchObject([{ depot: { id: south, name: 'South' } }]);
    const whole = { ...none, harshAcceleration: 1, harshBraking: 3, idleS: 5400 };
    expect(body.trend[1].score).toBe(behaviourScore({ ...whole, distanceM: 340_900 }));
  });

  it('[R-131] [M-26] [M-P12] counts the warnings of assistance cameras in the same way', async () => {
    const { people, vehicles } = fleet;
    const { status, body } = await ask(MOBILEYE, people.manager);
    expect(status).toBe(200);
    const { results, trend } = contract.driverBehaviour.mobileye.answer.parse(body);
    const row = results.find(({ vehicle }) => vehicle?.id === vehicles.n1.vehicleId);
    const counts = {
      forwardCollision: 1,
      // Two to the left, and one with an unknown side.
      laneDepartureLeft: 3,
      laneDepartureRight: 3,
      headway: 4,
      pedestrian: 5,
      speedLimit: 6,
    };
    expect(row).toEqual({
      vehicle: { id: vehicles.n1.vehicleId, registration: 'N1 AAA' },
      driver: null,
      depot: null,
      distance: 321_800,
      forward_collision: 1,
      lane_departure_left: 3,
      lane_departure_right: 3,
      headway: 4,
      pedestrian: 5,
      speed_limit: 6,
      has_device: true,
      score: adasScore({ ...counts, distanceM: 321_800 }),
      previous_score: 100,
    });
    expect(trend[2]).toEqual({
      date: '2026-06-10',
      score: adasScore({ ...counts, distanceM: 160_900 }),
      events: 22,
    });
  });

  it('[M-P11] [M-P12] counts the events that the list has, of each subject, depot and day', async () => {
    const { people, north } = fleet;
    const as = people.manager;
    const columns = [
      [ABC, 'harsh_braking', 'event=41'],
      [ABC, 'idling', 'event=47'],
      [MOBILEYE, 'lane_departure_left', 'event=76&side=left'],
      [MOBILEYE, 'lane_departure_right', 'event=76&side=right'],
    ] as const;
    for (const [path, column, filter] of columns) {
      for (const by of ['vehicle', 'driver', 'depot'] as const) {
        // The figures of a depot, and the list of the same depot.
        const { results } = (await ask(path, as, { by, vehicle_group: north })).body;
        expect(results.length).toBeGreaterThan(0);
        for (const row of results) {
          const subject = by === 'depot' ? '' : `&${by}=${row[by].id}`;
          const list = `/api/events/?start=${WEEK.start}&end=${WEEK.end}&vehicle_group=${north}`;
          const { body } = await api.ask(`${list}&${filter}${subject}`, { as });
          expect([column, by, body.count]).toEqual([column, by, row[column]]);
        }
      }
    }
  });

  it('[M-P11] [M-P12] counts the events of each day of the trend, as the list has them', async () => {
    const { people, north } = fleet;
    const as = people.manager;
    const codes = { [ABC]: [40, 41, 42, 43, 47], [MOBILEYE]: [75, 76, 77, 78, 80] };
    for (const [path, ofKind] of Object.entries(codes)) {
      const { trend } = (await ask(path, as, { vehicle_group: north })).body;
      expect(trend.some(({ events }: { events: number }) => events > 0)).toBe(true);
      for (const { date, events } of trend) {
        const types = ofKind.map((code) => `event=${code}`).join('&');
        const list = `/api/events/?start=${date}&end=${date}&vehicle_group=${north}&${types}`;
        expect([date, (await api.ask(list, { as })).body.count]).toEqual([date, events]);
      }
    }
  });

  it('[U-P03] [R-130] [R-131] contains no invisible vehicle, depot or driver', async () => {
    const { people, south, away } = fleet;
    for (const path of [ABC, MOBILEYE]) {
      const names = async (as: number, query: Query = {}) =>
        (await ask(path, as, query)).body.results.map(
          (row: { vehicle: { registration: string } | null; depot: { name: string } | null }) =>
            row.vehicle?.registration ?? row.depot?.name,
        );
      expect((await names(people.northAdmin)).sort()).toEqual(['N1 AAA', 'X1 EEE']);
      expect(await names(people.northAdmin, { by: 'depot' })).toEqual(['Home depot']);
      expect(await names(people.driver)).toContain('S1 CCC');
      expect(await names(people.limited)).toEqual([]);
      expect(await names(people.foreign)).toEqual(['F1 GGG']);
      const status = async (as: number, vehicle_group: number) =>
        (await ask(path, as, { vehicle_group })).status;
      expect(await status(people.northAdmin, south)).toBe(404);
      expect(await status(people.manager, away.depotId)).toBe(404);
      expect(await status(people.manager, 2_000_000_000)).toBe(404);
    }
  });

  it('[M-P06] [R-130] [R-131] refuses ten years and a reversed range', async () => {
    for (const path of [ABC, MOBILEYE]) {
      for (const start of ['2016-06-15', '2026-06-20']) {
        const { status, body } = await ask(path, fleet.people.manager, { start });
        expect([status, Object.keys(body.errors)]).toEqual([400, ['end']]);
      }
    }
  });

  it('[M-P12] [R-131] returns no score without a reporting device, and ranks it last', async () => {
    const { people, vehicles, home } = fleet;
    const bare = { customerId: home.customerId, vehicleId: vehicles.n2.vehicleId, driverId: null };
    const drive = { start: '2026-06-11T08:00:00Z', end: '2026-06-11T10:00:00Z' };
    await addTrip(api.services.db, { ...bare, ...drive, minutes: [60, 30, 30], distanceM: 90_000 });
    const row = async () => {
      const { body } = await ask(MOBILEYE, people.manager);
      const { results } = contract.driverBehaviour.mobileye.answer.parse(body);
      const at = results.findIndex(({ vehicle }) => vehicle?.id === bare.vehicleId);
      const scored = results.findLastIndex(({ score }) => score !== null);
      return { ...results[at], isLast: at > scored };
    };
    expect(await row()).toMatchObject({ has_device: false, score: null, isLast: true });
    await api.services.db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode)
       values ($1, $2, 1, 'Road', 'jt1078', 'stream')`,
      [home.customerId, vehicles.n2.trackerId],
    );
    expect(await row()).toMatchObject({ has_device: true, score: 100 });
  });
});
