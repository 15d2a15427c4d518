import { PERIOD_DAYS, periodOf } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const DAY_MS = 86_400_000;
let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;
let foreign: number;

/** The latest completed period. */
const period = periodOf(new Date().toISOString().slice(0, 10), -1);
const inPeriod = (day: number) =>
  new Date(Date.parse(period.first) + day * DAY_MS + DAY_MS / 2).toISOString();
const beforePeriod = (days: number) => inPeriod(-days);

type Vehicle = { readonly vehicleId: number };
const run = (text: string, values: readonly unknown[]) =>
  api.services.db.pool.query(text, [...values]);

async function inspection(vehicle: Vehicle, day: number, changed: Record<string, unknown> = {}) {
  const values = {
    customer_id: fleet.home.customerId,
    vehicle_id: vehicle.vehicleId,
    reference_number: `PMI-${day}`,
    inspected_at: inPeriod(day),
    inspector: 'Ines Mott',
    place: 'Bay 1',
    odometer_m: 1000,
    items: JSON.stringify([
      { section: '', name: 'Horn', result: 'ok', note: null, repaired_by: null },
    ]),
    tyres: JSON.stringify([{ position: 'Front', tread_mm: 6, pressure_kpa: null }]),
    brake_method: 'roller',
    is_roadworthy: true,
    declaration: 'Safe.',
    signed_at: inPeriod(day),
    ...changed,
  };
  const names = Object.keys(values);
  const places = names.map((_name, n) => `$${n + 1}`).join(', ');
  await run(
    `insert into inspection_records (${names.join(', ')}) values (${places})`,
    Object.values(values),
  );
}

async function schedule({ vehicleId }: Vehicle, day: number, fulfilled: number | null, type = 2) {
  await run(
    `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
       earliest_on, latest_on, fulfilled_at)
     values ($1, $2, $5, '8w', $3::timestamptz, $3::timestamptz, $3::timestamptz, $4)`,
    [
      fleet.home.customerId,
      vehicleId,
      inPeriod(day),
      fulfilled === null ? null : inPeriod(fulfilled),
      type,
    ],
  );
}

async function defect({ vehicleId }: Vehicle, day: number, isSignedOff: boolean, due: string) {
  const at = isSignedOff ? inPeriod(day) : null;
  const by = isSignedOff ? 'Mia' : null;
  await run(
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
       reported_by, due_at, assessed_at, assessed_by, assigned_at, assigned_by, repairer, repaired_at,
       repaired_by, signed_off_at, signed_off_by)
     values ($1, $2, 'DEF', '[]', $3, 'Dan', $4, $5::timestamptz, $6::text, $5, $6, $6, $5, $6, $5, $6)`,
    [fleet.home.customerId, vehicleId, inPeriod(day), due, at, by],
  );
}

async function test({ vehicleId }: Vehicle, at: string, status: string) {
  await run(
    `insert into vehicle_activities (customer_id, vehicle_id, activity_type_id, description, status,
       created_at, fulfilled_at, created_by) values ($1, $2, 6, 'MOT', $3, $4::timestamptz, $4, 'Mia')`,
    [fleet.home.customerId, vehicleId, status, at],
  );
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customerId: number) =>
    makeUser(db, customerId, `er-${name}@er.test`, { role: 'MANAGER' }, [
      'accessEarnedRecognition',
    ]);
  manager = await person('manager', fleet.home.customerId);
  north = await person('north', fleet.home.customerId);
  foreign = await person('foreign', fleet.away.customerId);
  await run('insert into user_depots (user_id, depot_id) values ($1, $2)', [north, fleet.north]);
  const { n1, n2, s1, x1, z1 } = fleet.vehicles;
  await inspection(n1, 1);
  await inspection(n2, 2, { odometer_m: null, tyres: '[]' });
  await inspection(s1, 3, { signed_at: null });
  // In both depots: counts in each, and once in the total.
  await inspection(x1, 4);
  await inspection(z1, 5, {
    items: JSON.stringify([
      { section: '', name: 'Lamp', result: 'repaired', note: null, repaired_by: null },
    ]),
  });
  await inspection(s1, 6, { status: '1' });
  await inspection(s1, -3);
  await schedule(n1, 10, 9);
  await schedule(n2, 10, 12);
  await schedule(s1, 12, null);
  // Off the road when it was due.
  await schedule(x1, 12, null);
  await run(
    `insert into vor_entries (customer_id, vehicle_id, reason, since, set_by)
     values ($1, $2, 'accident', $3, 'Mia')`,
    [fleet.home.customerId, x1.vehicleId, inPeriod(2)],
  );
  await defect(n1, 3, true, inPeriod(9));
  await defect(s1, 4, false, inPeriod(9));
  // Still in time: does not count yet.
  await defect(s1, 5, false, '2099-01-01T00:00:00Z');
  await test(n1, inPeriod(7), 'Pass');
  await test(s1, inPeriod(7), 'Fail');
  await test(s1, inPeriod(11), 'Pass');
  await test(n2, beforePeriod(200), 'Pass');
});
afterAll(() => api.close());

const FIGURES = '/earned-recognition/api/figures/';
const RECORDS = '/earned-recognition/api/records/';
const ask = (path: string, query: Record<string, string> = {}, as = manager) =>
  api.ask(`${path}?${new URLSearchParams({ period: period.last, ...query })}`, { as });
const shares = (figures: { measure: string; passed: number; of: number }[]) =>
  Object.fromEntries(figures.map(({ measure, passed, of }) => [measure, `${passed}/${of}`]));

describe('figures of the earned-recognition kind', () => {
  it('[W-04] count compliant records, each once in the total', async () => {
    const { status, body } = await ask(FIGURES);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.period).toEqual({ ...period, is_running: false });
    expect(shares(body.total)).toEqual({
      M1: '4/5',
      M2: '3/5',
      M3: '1/3',
      M4: '1/2',
      M5: '1/2',
    });
    expect(body.total[0]).toMatchObject({ share: 80, state: 'triggered' });
    expect(body.limits).toContainEqual({ measure: 'M5', target: 95, trigger: 85 });
  });

  it('[W-04] are grouped by depot, with a vehicle of two depots in each and vehicles without one last', async () => {
    const { body } = await ask(FIGURES);
    const depots = body.depots.map(
      ({ depot, figures }: { depot: { name: string } | null; figures: [] }) => [
        depot?.name ?? null,
        shares(figures).M1,
      ],
    );
    expect(depots.at(-1)).toEqual([null, '1/1']);
    expect(Object.fromEntries(depots)).toMatchObject({ South: '2/2' });
    const one = await ask(FIGURES, { depot: String(fleet.south) });
    expect(one.body.depots).toHaveLength(1);
    expect(shares(one.body.total).M1).toBe('2/2');
  });

  it('[W-04] include those of the previous periods', async () => {
    const { body } = await ask(FIGURES);
    expect(body.trend).toHaveLength(6);
    expect(body.trend.at(-1).first).toBe(period.first);
    expect(shares(body.trend.at(-2).figures).M1).toBe('1/1');
    expect(Date.parse(body.trend[1].first) - Date.parse(body.trend[0].first)).toBe(
      PERIOD_DAYS * DAY_MS,
    );
    const now = await api.ask(FIGURES, { as: manager });
    expect(now.body.period.is_running).toBe(true);
  });

  it('[W-04] list their records, failed ones first, with their shortcomings', async () => {
    const records = async (query: Record<string, string>) => {
      const { status, body } = await ask(RECORDS, query);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.results.map(
        ({ vehicle, lacks }: { vehicle: { registration: string }; lacks: string[] }) => [
          vehicle.registration,
          ...lacks,
        ],
      );
    };
    expect((await records({ measure: 'M1' }))[0]).toEqual(['N2 BBB', 'odometer', 'tyres']);
    expect(await records({ measure: 'M2', passed: 'false' })).toEqual([
      ['Z1 FFF', 'repaired_by'],
      ['S1 CCC', 'signature'],
    ]);
    expect(await records({ measure: 'M3', ordering: 'registration' })).toEqual([
      ['N1 AAA'],
      ['N2 BBB', 'late'],
      ['S1 CCC', 'not_done'],
    ]);
    expect(await records({ measure: 'M4', passed: 'false' })).toEqual([
      ['S1 CCC', 'not_signed_off'],
    ]);
    expect(await records({ measure: 'M5', search: 's1' })).toEqual([['S1 CCC', 'not_passed']]);
    expect(await records({ measure: 'M1', no_depot: 'true' })).toEqual([['Z1 FFF']]);
  });

  it('[W-04] ask a trailer for no odometer', async () => {
    const { vehicleId } = fleet.vehicles.n2;
    const { rows } = await run('select type, kind from vehicles where id = $1', [vehicleId]);
    await run(`update vehicles set type = 'STR', kind = 'semi_trailer' where id = $1`, [vehicleId]);
    const { body } = await ask(RECORDS, { measure: 'M1' });
    expect(body.results[0]).toMatchObject({ vehicle: { id: vehicleId }, lacks: ['tyres'] });
    await run('update vehicles set type = $2, kind = $3 where id = $1', [
      vehicleId,
      rows[0].type,
      rows[0].kind,
    ]);
  });

  it('[U-P03] show neither a sibling depot nor another customer', async () => {
    expect(shares((await ask(FIGURES, {}, north)).body.total)).toMatchObject({ M1: '2/3' });
    const { body } = await ask(FIGURES, {}, foreign);
    expect(body.total.every(({ of }: { of: number }) => of === 0)).toBe(true);
    expect((await ask(FIGURES, { depot: String(fleet.south) }, north)).status).toBe(404);
    const query = { depot: String(fleet.south), measure: 'M1' };
    expect((await ask(RECORDS, query, north)).status).toBe(404);
  });

  it('[W-04] are exported as CSV and PDF, by depot and by record', async () => {
    const file = async (path: string, query: Record<string, string>) =>
      fetch(`${api.url}${path}?${new URLSearchParams({ period: period.first, ...query })}`, {
        headers: { authorization: `Bearer ${await api.token(manager)}` },
      });
    const csv = await file('/earned-recognition/api/figures_export/', { format: 'csv' });
    expect(await csv.text()).toContain('80 % (4/5) below the trigger');
    const records = { format: 'csv', measure: 'M1' };
    const one = await file('/earned-recognition/api/records_export/', records);
    expect(await one.text()).toContain('Odometer');
    const pdf = await file('/earned-recognition/api/figures_export/', { format: 'pdf' });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
  });
});

const LIMITS = '/api/administration/record_limits/';

describe('thresholds of records', () => {
  const read = (as: number, customer?: number) =>
    api.ask(customer === undefined ? LIMITS : `${LIMITS}?customer=${customer}`, { as });
  const change = (as: number, body: object, customer?: number) =>
    api.ask(customer === undefined ? LIMITS : `${LIMITS}?customer=${customer}`, {
      as,
      method: 'PUT',
      body,
    });

  it('[O-P07] is the installation’s until a customer says otherwise; old records keep theirs', async () => {
    const { admin } = fleet.people;
    const before = (await read(admin)).body;
    expect(before).toMatchObject({ is_own: false, brake_service: 50, due_minor: 14 });
    const { customer: _customer, is_own: _own, ...limits } = before;
    const measures = before.measures.map((one: { measure: string }) =>
      one.measure === 'M1' ? { measure: 'M1', target: 85, trigger: 80 } : one,
    );
    const { status, body } = await change(admin, { ...limits, brake_service: 55, measures });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ is_own: true, brake_service: 55, version: before.version + 1 });
    expect((await read(fleet.people.foreign)).body).toMatchObject({
      is_own: false,
      brake_service: 50,
    });
    // The figure that was below its trigger is now only below its target.
    expect((await ask(FIGURES)).body.total[0]).toMatchObject({ share: 80, state: 'short' });
    const { rows } = await run(
      `select after from audit_entries where customer_id = $1 and subject_kind = 'record_limits'`,
      [fleet.home.customerId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].after).toMatchObject({ brake_service: 55, M1_trigger: 80 });
    expect((await change(admin, { ...limits, measures })).status).toBe(409);
  });

  it('[O-P07] [U-P03] refuses invalid values on their field, and thresholds of other customers', async () => {
    const { admin, foreign: other, global } = fleet.people;
    const { customer: _customer, is_own: _own, ...limits } = (await read(admin)).body;
    const measures = limits.measures.map((one: { measure: string; target: number }) =>
      one.measure === 'M2' ? { ...one, trigger: one.target === 0 ? 1 : 100, target: 90 } : one,
    );
    const refused = await change(admin, { ...limits, measures });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
      400,
      ['measures.1.trigger'],
    ]);
    expect((await change(admin, { ...limits, brake_service: 101 })).status).toBe(400);
    expect((await read(other, fleet.home.customerId)).status).toBe(404);
    expect((await change(other, limits, fleet.home.customerId)).status).toBe(404);
    expect((await read(global)).body).toMatchObject({ customer: null, is_own: true });
    expect((await read(global, 999_999)).status).toBe(404);
  });
});
