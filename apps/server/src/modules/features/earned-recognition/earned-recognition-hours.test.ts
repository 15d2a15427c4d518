import { periodOf } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const DAY_MS = 86_400_000;
/** The latest completed period. */
const period = periodOf(new Date().toISOString().slice(0, 10), -1);
const at = (day: number, hour = 8) =>
  new Date(Date.parse(period.first) + day * DAY_MS + hour * 3_600_000).toISOString();

let api: TestApi;
let fleet: TrackedFleet;
let ben: number;
let manager: number;
let maintenanceManager: number;

const run = (text: string, values: readonly unknown[]) =>
  api.services.db.pool.query(text, [...values]);

async function activity(driver: number, day: number, kind = 'driving') {
  await run(
    `insert into driver_activities (customer_id, driver_id, started_at, ended_at, kind, source)
     values ($1, $2, $3, $4, $5, 'card')`,
    [fleet.home.customerId, driver, at(day), at(day, 12), kind],
  );
}
async function infringement(driver: number, day: number, rule: string, more: object = {}) {
  const row = {
    customer_id: fleet.home.customerId,
    driver_id: driver,
    rule,
    paragraph: 'Article 7',
    severity: null,
    started_at: at(day),
    ended_at: at(day, 13),
    actual_s: 18_000,
    limit_s: 16_200,
    ...more,
  };
  const names = Object.keys(row);
  await run(
    `insert into hours_infringements (${names.join(', ')})
     values (${names.map((_name, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
}
async function trip(vehicleId: number, day: number) {
  await run(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       segments) values ($1, $2, $3, $4, false, 52, -1, 52, -1, 40000, 3000, 0, 80, '[]')`,
    [fleet.home.customerId, vehicleId, at(day), at(day, 9)],
  );
}
async function unaccounted(vehicleId: number, day: number, more: object = {}) {
  const row = { kind: 'without_card', state: 'new', ...more };
  await run(
    `insert into unaccounted_driving (customer_id, vehicle_id, kind, started_at, ended_at, driven_s,
       needs_unit, needs_card, is_odometer, state)
     values ($1, $2, $3, $4, $5, 600, false, false, false, $6)`,
    [fleet.home.customerId, vehicleId, row.kind, at(day), at(day, 9), row.state],
  );
}
async function download(driver: number, day: number, receivedOn: number) {
  const { rows } = await run(
    `insert into files (id, customer_id, purpose, key, media_type, size_bytes, sha256, name)
     values (gen_random_uuid(), $1, 'tachograph', $2, 'application/octet-stream', 1, '', 'card.ddd') returning id`,
    [fleet.home.customerId, `card-${driver}-${day}`],
  );
  await run(
    `insert into tachograph_files (customer_id, file_id, name, sha256, size_bytes, kind, generation,
       source, received_at, last_day, signature, problem_count, driver_id)
     values ($1, $2, 'card.ddd', $3, 1, 'driver_card', '2', 'upload', $4, $5::timestamptz, 'valid', 0,
       $6)`,
    [
      fleet.home.customerId,
      rows[0].id,
      Buffer.from(`${driver} ${day}`),
      at(receivedOn),
      at(day),
      driver,
    ],
  );
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const made = await run(
    "insert into drivers (customer_id, first_name, surname) values ($1, 'Ben', 'Oak') returning id",
    [fleet.home.customerId],
  );
  ben = made.rows[0].id;
  const person = (name: string, modules: string[]) =>
    makeUser(db, fleet.home.customerId, `er-${name}@er.test`, { role: 'MANAGER' }, modules);
  manager = await person('manager', ['accessEarnedRecognition', 'accessTachoGraf']);
  maintenanceManager = await person('maintenance', ['accessEarnedRecognition']);
  const { ann, vehicles } = fleet;
  for (const day of [1, 2, 3]) await activity(ann, day);
  await activity(ben, 1);
  // Work without driving counts for the week alone.
  await activity(ben, 9, 'work');
  await infringement(ann, 2, 'break', { severity: 'MI' });
  await infringement(ann, 3, 'daily_driving', { severity: 'MSI' });
  await infringement(ben, 1, 'break', { state: 'dismissed' });
  // A rest that was too short on a day without driving.
  await infringement(ben, 5, 'weekly_rest_short', { severity: 'SI' });
  await infringement(ann, 4, 'working_time_week');
  await run("update vehicles set type = 'STR' where id = any($1)", [
    [vehicles.n1.vehicleId, vehicles.s1.vehicleId],
  ]);
  for (const day of [1, 2, 3]) await trip(vehicles.n1.vehicleId, day);
  // Without a tachograph.
  await trip(vehicles.n2.vehicleId, 1);
  await unaccounted(vehicles.n1.vehicleId, 1);
  await unaccounted(vehicles.n1.vehicleId, 2, { state: 'explained' });
  await unaccounted(vehicles.n1.vehicleId, 3, { kind: 'tracker_gap' });
  // Due 28 days after the last day of the file before it.
  await download(ann, -20, -20);
  await download(ann, 5, 5);
  await download(ben, -20, -20);
  await download(ben, 12, 12);
});
afterAll(() => api.close());

const ask = (path: string, query: Record<string, string>, as = manager) =>
  api.ask(
    `/earned-recognition/api/${path}/?${new URLSearchParams({ period: period.last, ...query })}`,
    { as },
  );
const shares = (figures: { measure: string; passed: number; of: number }[]) =>
  Object.fromEntries(figures.map(({ measure, passed, of }) => [measure, `${passed}/${of}`]));

describe('figures of drivers’ hours', () => {
  it('count days, weeks and downloads, each once in the total', async () => {
    const { status, body } = await ask('figures', { half: 'hours' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(shares(body.total)).toEqual({
      H1: '2/5',
      H2: '4/5',
      H3: '2/3',
      H4: '2/3',
      H5: '1/2',
    });
    expect(body.limits).toHaveLength(5);
    expect(body.limits).toContainEqual({ measure: 'H1', target: 96, trigger: 90 });
    expect(body.total[0]).toMatchObject({ share: 40, state: 'triggered' });
  });

  it('count a driver in the depots of their vehicles, and those without a vehicle last', async () => {
    const { body } = await ask('figures', { half: 'hours' });
    const depots = body.depots.map(
      ({ depot, figures }: { depot: { name: string } | null; figures: [] }) => [
        depot?.name ?? null,
        shares(figures).H1,
      ],
    );
    expect(depots.at(-1)).toEqual([null, '1/2']);
    expect(Object.fromEntries(depots)).toMatchObject({ South: '1/3' });
    const south = await ask('figures', { half: 'hours', depot: String(fleet.south) });
    expect(shares(south.body.total)).toMatchObject({ H1: '1/3', H4: '0/0' });
  });

  it('list their records, failed ones first, with driver or vehicle and what they lack', async () => {
    const records = async (measure: string, query: Record<string, string> = {}) => {
      const { status, body } = await ask('records', { measure, ...query });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.results.map(
        (one: {
          kind: string;
          driver: { first_name: string } | null;
          vehicle: { registration: string } | null;
          lacks: string[];
        }) => [one.kind, one.driver?.first_name ?? one.vehicle?.registration, ...one.lacks],
      );
    };
    expect((await records('H1', { passed: 'false' })).sort()).toEqual([
      ['driver_day', 'Ann', 'infringement'],
      ['driver_day', 'Ann', 'infringement'],
      ['driver_day', 'Ben', 'infringement'],
    ]);
    expect((await records('H2'))[0]).toEqual(['driver_day', 'Ann', 'serious_infringement']);
    expect((await records('H3'))[0]).toEqual(['driver_week', 'Ann', 'working_time']);
    expect((await records('H4'))[0]).toEqual(['vehicle_day', 'N1 AAA', 'unaccounted']);
    expect(await records('H5')).toEqual([
      ['download', 'Ben', 'late_download'],
      ['download', 'Ann'],
    ]);
    expect(await records('H3', { search: 'ben' })).toHaveLength(2);
  });

  it('show names of drivers only with TachoGraf, and nothing of another customer', async () => {
    const figures = await ask('figures', { half: 'hours' }, maintenanceManager);
    expect(figures.status).toBe(200);
    expect((await ask('records', { measure: 'H1' }, maintenanceManager)).status).toBe(403);
    expect((await ask('records', { measure: 'M1' }, maintenanceManager)).status).toBe(200);
    const stranger = await makeUser(
      api.services.db,
      fleet.away.customerId,
      'er-stranger@er.test',
      { role: 'MANAGER' },
      ['accessEarnedRecognition', 'accessTachoGraf'],
    );
    const { body } = await ask('figures', { half: 'hours' }, stranger);
    expect(body.total.every(({ of }: { of: number }) => of === 0)).toBe(true);
    expect((await ask('records', { measure: 'H1' }, stranger)).body.count).toBe(0);
  });

  it('are exported by depot and by record', async () => {
    const file = async (path: string, query: Record<string, string>) => {
      const search = new URLSearchParams({ period: period.first, format: 'csv', ...query });
      const answer = await fetch(`${api.url}/earned-recognition/api/${path}/?${search}`, {
        headers: { authorization: `Bearer ${await api.token(manager)}` },
      });
      return answer.text();
    };
    expect(await file('figures_export', { half: 'hours' })).toContain(
      '40 % (2/5) below the trigger',
    );
    expect(await file('records_export', { measure: 'H5' })).toContain('Downloaded late');
  });
});
