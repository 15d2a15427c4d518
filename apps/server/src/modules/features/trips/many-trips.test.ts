import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, type LineOf } from '@roadworthy/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { addTrip } from '../../../../test/derived-rows.ts';
import { makeVehicle } from '../../../../test/fleet.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { Partitions } from '../../../gateway/index.ts';

type Line = LineOf<typeof contract.trips.listMany>;

const JUNE = { start: '2026-06-01T00:00:00Z', end: '2026-06-08T00:00:00Z' };
const PATH = '/api/vehicles/trips/';
/** The limit of a call. */
const MANY = 200;

let api: TestApi;
let fleet: TrackedFleet;
/** Vehicles with one trip each, and place names so long that all lines exceed the socket buffer. */
let many: number[];

const address = (vehicles: readonly number[], range: Readonly<Record<string, string>> = JUNE) =>
  `${PATH}?${new URLSearchParams([
    ...vehicles.map((id): [string, string] => ['vehicle', String(id)]),
    ...Object.entries(range),
  ])}`;

const linesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => contract.trips.listMany.line.parse(JSON.parse(line)));

async function lines(as: number, vehicles: readonly number[]): Promise<Line[]> {
  const { status, headers, body } = await api.ask(address(vehicles), { as });
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
  return linesIn(body);
}

/** The error codes of lines, null for lines without an error. */
const codes = (found: readonly Line[]) =>
  found.map((line) => ('error' in line ? line.error.code : null));

/** The SQL texts of statements sent from now on. */
function watchStatements(): string[] {
  const texts: string[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given;
    texts.push(typeof first === 'string' ? first : (first as { text: string }).text);
    return query.apply(this, given);
  } as never);
  return texts;
}

/** The number of statements that read trips: one per batch of vehicles. */
const batchesIn = (texts: readonly string[]) =>
  texts.filter((text) => /from trips where vehicle_id = any/.test(text)).length;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { home, north, vehicles, ann } = fleet;
  const at = { customerId: home.customerId, depotId: north };
  const n1 = { ...at, vehicleId: vehicles.n1.vehicleId, driverId: ann };
  await addTrip(db, { ...n1, start: '2026-06-01T07:00:00Z', end: '2026-06-01T08:00:00Z' });
  await addTrip(db, { ...n1, start: '2026-06-01T09:00:00Z', end: '2026-06-01T09:30:00Z' });
  await addTrip(db, { ...n1, start: '2026-06-08T09:00:00Z', end: '2026-06-08T09:30:00Z' });
  const s1 = { ...at, vehicleId: vehicles.s1.vehicleId };
  await addTrip(db, { ...s1, start: '2026-06-02T07:00:00Z', end: '2026-06-02T08:00:00Z' });
  many = [];
  for (let n = 0; n < MANY; n += 1) {
    many.push((await makeVehicle(db, at, { registration: `T${n} RIP` })).vehicleId);
  }
  await db.pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       segments)
     select $1, v, t, t + interval '20 minutes', false, 52.2574, -1.1636, 52.2405, -0.9027, 1000, 1200, 0,
       90, '[]'
     from unnest($2::int[]) v,
       generate_series('2026-06-01T00:00:00Z'::timestamptz, '2026-06-07', interval '1 hour') t`,
    [home.customerId, many],
  );
});
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

describe('trips of several vehicles', () => {
  it('[M-P07] are sorted as requested, each as in the call for one vehicle', async () => {
    const { people, vehicles } = fleet;
    const asked = [vehicles.s1, vehicles.n2, vehicles.n1].map(({ vehicleId }) => vehicleId);
    const found = await lines(people.manager, asked);
    expect(found.map(({ vehicle }) => vehicle)).toEqual([
      { id: vehicles.s1.vehicleId, registration: 'S1 CCC' },
      { id: vehicles.n2.vehicleId, registration: 'N2 BBB' },
      { id: vehicles.n1.vehicleId, registration: 'N1 AAA' },
    ]);
    for (const { vehicle, ...line } of found) {
      const path = `/api/vehicle/trip/?${new URLSearchParams({ vehicle: `${vehicle.id}`, ...JUNE })}`;
      expect(line).toEqual((await api.ask(path, { as: people.manager })).body);
    }
    expect(found.map((line) => ('totals' in line ? line.totals.trips : null))).toEqual([1, 0, 2]);
  });

  it('[M-P07] contain a vehicle once that is requested twice', async () => {
    const { n1 } = fleet.vehicles;
    expect(await lines(fleet.people.manager, [n1.vehicleId, n1.vehicleId])).toHaveLength(1);
  });

  it('[U-P03] have an error in the line of an invisible or unknown vehicle', async () => {
    const { people, vehicles } = fleet;
    const [n1, s1, f1] = [vehicles.n1, vehicles.s1, vehicles.f1].map((one) => one.vehicleId);
    const asked = [f1 ?? 0, n1 ?? 0, 2_000_000_000, s1 ?? 0];
    const found = await lines(people.north, asked);
    const missing = 'request.not_found';
    expect(codes(found)).toEqual([missing, null, missing, missing]);
    expect(found.map(({ vehicle }) => vehicle.registration)).toEqual([null, 'N1 AAA', null, null]);
    expect(codes(await lines(people.global, asked))).toEqual([null, null, missing, null]);
  });

  it('[U-P03] are refused like the call for one vehicle if none is visible', async () => {
    const { people, vehicles } = fleet;
    const { status, body } = await api.ask(address([vehicles.f1.vehicleId, 2_000_000_000]), {
      as: people.manager,
    });
    const one = await api.ask(
      `/api/vehicle/trip/?${new URLSearchParams({ vehicle: `${vehicles.f1.vehicleId}`, ...JUNE })}`,
      { as: people.manager },
    );
    expect([status, body]).toEqual([404, one.body]);
  });

  it('[M-P07] have limits of vehicles and days, and need the module', async () => {
    const { people } = fleet;
    const status = async (path: string, as = people.manager) =>
      (await api.ask(path, { as })).status;
    expect(await status(address([...many, fleet.vehicles.n1.vehicleId]))).toBe(400);
    expect(await status(address([]))).toBe(400);
    expect(await status(address(many, { start: '2026-05-01', end: '2026-06-01' }))).toBe(400);
    expect(await status(address(many), people.plain)).toBe(403);
  });

  it('[M-P07] contain a line for each readable vehicle and an error for each other', async () => {
    const { pool } = api.services.db;
    const { home, vehicles, people } = fleet;
    const asked = [vehicles.n1, vehicles.x1, vehicles.s1, vehicles.s2].map((one) => one.vehicleId);
    // A time outside the calendar: its row can be read, but not serialised.
    const lost = await addTrip(api.services.db, {
      customerId: home.customerId,
      vehicleId: vehicles.x1.vehicleId,
      start: '2026-06-03T07:00:00Z',
      end: '2026-06-03T08:00:00Z',
    });
    await pool.query(`update trips set ended_at = 'infinity' where id = $1`, [lost]);
    // Distances out of range: the statement fails for the whole batch.
    await new Partitions(pool).ensure([{ timeMs: Date.parse('2026-06-03') }]);
    await pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         fix_valid, private_leg_m)
       select $1, $2, '2026-06-03T07:00:00Z'::timestamptz + n * interval '1 minute', n, $3, false, 3e38
       from generate_series(1, 2) n`,
      [home.customerId, vehicles.s2.vehicleId, vehicles.s2.trackerId],
    );
    const found = await lines(people.manager, asked);
    const failed = 'request.failed';
    expect(codes(found)).toEqual([null, failed, null, failed]);
    expect(found.map(({ vehicle }) => vehicle.registration)).toEqual([
      'N1 AAA',
      'X1 EEE',
      'S1 CCC',
      'S2 50%',
    ]);
    await pool.query('delete from positions');
    await pool.query('delete from trips where id = $1', [lost]);
  });

  it('[M-P07] need a number of statements per batch, not per vehicle', async () => {
    const { manager } = fleet.people;
    const count = async (vehicles: number) => {
      const texts = watchStatements();
      await lines(manager, many.slice(0, vehicles));
      vi.restoreAllMocks();
      return texts.length;
    };
    // The audit log stores repeated views once: after this call, none writes to it.
    await lines(manager, many);
    const [one, ten, twenty] = [await count(1), await count(10), await count(20)];
    expect(ten).toBe(one);
    // A transaction with its settings and three reads.
    expect(twenty - ten).toBe(6);
  });
});

describe('a reader of the trips of several vehicles', () => {
  /** Sends the request and leaves the response unread. */
  const open = async (as: number) => {
    const headers = { authorization: `Bearer ${await api.token(as)}` };
    return new Promise<IncomingMessage>((done, fail) => {
      get(api.url + address(many), { headers }, done).on('error', fail);
    });
  };
  /** The number of batches read when it no longer increases. */
  const settledBatches = async (texts: readonly string[]): Promise<number> => {
    let before = -1;
    while (batchesIn(texts) !== before) {
      before = batchesIn(texts);
      await sleep(500);
    }
    return before;
  };

  it('[M-P07] pauses the queries if slow, and gets every line in the end', async () => {
    const texts = watchStatements();
    const answer = await open(fleet.people.manager);
    expect(await settledBatches(texts)).toBeLessThan(MANY / 10);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    const found = linesIn(Buffer.concat(parts).toString());
    expect(found.map(({ vehicle }) => vehicle.id)).toEqual(many);
    expect(batchesIn(texts)).toBe(MANY / 10);
  });

  it('[M-P07] gets the first lines before the last are read', async () => {
    const texts = watchStatements();
    const answer = await open(fleet.people.manager);
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toContain('"registration":"T0 RIP"');
    expect(batchesIn(texts)).toBeLessThan(MANY / 10);
    answer.destroy();
    await settledBatches(texts);
  });

  it('[M-P07] stops the queries on disconnect', async () => {
    const texts = watchStatements();
    const answer = await open(fleet.people.manager);
    await once(answer, 'data');
    answer.destroy();
    expect(await settledBatches(texts)).toBeLessThan(MANY / 10);
  });
});

describe('the audit log', () => {
  it('[O-P07] has a view of each vehicle in the response, and of no other', async () => {
    const { people, vehicles, home } = fleet;
    const [n1, s1, f1] = [vehicles.n1, vehicles.s1, vehicles.f1].map((one) => one.vehicleId);
    await lines(people.northAdmin, [n1 ?? 0, s1 ?? 0, f1 ?? 0, many[0] ?? 0]);
    const { rows } = await api.services.db.pool.query(
      `select customer_id, action, subject_kind, subject_id, subject_name, after
       from audit_entries where actor_id = $1 order by id`,
      [people.northAdmin],
    );
    const entry = (id: number | undefined, name: string) => ({
      customer_id: home.customerId,
      action: 'viewed',
      subject_kind: 'vehicle',
      subject_id: String(id),
      subject_name: name,
      after: { shown: 'trips', ...JUNE },
    });
    expect(rows).toEqual([entry(n1, 'N1 AAA'), entry(many[0], 'T0 RIP')]);
  });
});
