import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { dayAgo, daysAgo } from '../../../../../test/days-ago.ts';
import { limitToDepot, makeUser } from '../../../../../test/people.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;
let foreign: number;
let global: number;

type Vehicle = { readonly vehicleId: number };

/** Inserts a defect reported and due a number of days ago, moved up to the state `to`. */
async function defect(
  name: string,
  { vehicleId }: Vehicle,
  values: {
    readonly severity?: string;
    readonly reported: number;
    readonly due?: number;
    readonly to?: 'verified' | 'assigned' | 'repaired' | 'signed_off';
    readonly repairer?: string;
    readonly cost?: number;
    readonly finding?: string;
  },
): Promise<void> {
  const { severity = 'minor', reported, due = reported - 14, to, repairer = 'Axle Works' } = values;
  const order = ['verified', 'assigned', 'repaired', 'signed_off'];
  const step = (state: string) =>
    to !== undefined && order.indexOf(to) >= order.indexOf(state) ? daysAgo(reported - 1) : null;
  const by = (state: string) => (step(state) === null ? null : 'Mia Hill');
  const item = {
    name: 'Horn',
    area: 'other',
    severity,
    finding: values.finding ?? name,
    remedy: null,
  };
  await api.services.db.pool.query(
    `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
       reported_by, due_at, assessed_at, assessed_by, assigned_at, assigned_by, repairer, repaired_at,
       repaired_by, signed_off_at, signed_off_by, labour_cost)
     values ($1, $2, $3, $4, $5, 'Dan Reed', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      fleet.home.customerId,
      vehicleId,
      `DEF-${name}`,
      JSON.stringify([item]),
      daysAgo(reported),
      daysAgo(due),
      step('verified'),
      by('verified'),
      step('assigned'),
      by('assigned'),
      by('assigned') === null ? null : repairer,
      step('repaired'),
      by('repaired'),
      step('signed_off'),
      by('signed_off'),
      values.cost ?? null,
    ],
  );
}

async function inspection(
  name: string,
  { vehicleId }: Vehicle,
  values: {
    readonly ago: number;
    readonly status?: string;
    readonly isRoadworthy?: boolean;
    readonly service?: number | null;
    readonly tread?: number | null;
  },
): Promise<void> {
  const { ago, status = '12', isRoadworthy = true, service = 60, tread = 6 } = values;
  const limits = {
    brake_service_pct: 50,
    brake_secondary_pct: 25,
    brake_parking_pct: 16,
    tread_mm: 1,
  };
  await api.services.db.pool.query(
    `insert into inspection_records (customer_id, vehicle_id, reference_number, inspected_at, inspector,
       items, tyres, brake_method, brake_service_pct, is_roadworthy, declaration, status, limits)
     values ($1, $2, $3, $4, 'Ines Mott', $5, $6, $7, $8, $9, 'Safe.', $10, $11)`,
    [
      fleet.home.customerId,
      vehicleId,
      `PMI-${name}`,
      daysAgo(ago),
      JSON.stringify([
        { section: '', name: 'Horn', result: 'repaired', note: null, repaired_by: 'x' },
      ]),
      JSON.stringify([{ position: 'Front', tread_mm: tread, pressure_kpa: null }]),
      service === null ? null : 'roller',
      service,
      isRoadworthy,
      status,
      JSON.stringify(limits),
    ],
  );
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const modules = ['Defect', 'SafetyInspection'] as const;
  const person = (name: string, customerId: number | null, isGlobal = false) =>
    makeUser(
      db,
      customerId as number,
      `lists-${name}@lists.test`,
      { role: 'MANAGER', is_global_admin: isGlobal },
      [...modules],
    );
  manager = await person('manager', fleet.home.customerId);
  north = await person('north', fleet.home.customerId);
  foreign = await person('foreign', fleet.away.customerId);
  global = await person('global', fleet.home.customerId, true);
  await limitToDepot(db, north, fleet.north);
  const { n1, s1 } = fleet.vehicles;
  await defect('fresh', n1, { reported: 1 });
  await defect('tyre', s1, { severity: 'dangerous', reported: 9, due: 8, to: 'verified' });
  await defect('lamp', s1, { severity: 'major', reported: 5, due: 2, to: 'assigned' });
  await defect('wiper', n1, { reported: 12, to: 'repaired', repairer: 'Truck Centre', cost: 40 });
  await defect('bulb', s1, { severity: 'advisory', reported: 30, to: 'signed_off', cost: 12.5 });
  await defect('seat', n1, { reported: 20, to: 'signed_off', cost: 80, finding: '=1+1 torn' });
  await inspection('good', n1, { ago: 3 });
  await inspection('weak', s1, { ago: 6, service: 44, tread: 0.8, isRoadworthy: false });
  await inspection('waiting', s1, { ago: 2, status: '11', service: null, tread: null });
  await inspection('old', s1, { ago: 90 });
  await db.pool.query(
    `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
       earliest_on, latest_on)
     values ($1, $2, 2, '8w', now() - interval '9 days', now() - interval '20 days',
       now() - interval '3 days')`,
    [fleet.home.customerId, s1.vehicleId],
  );
});
afterAll(() => api.close());

const DEFECTS = '/defect/api/defects/';
const INSPECTIONS = '/safety-inspection/api/inspections/';
const ask = async (path: string, query: Record<string, string> = {}, as = manager) =>
  api.ask(`${path}?${new URLSearchParams(query)}`, { as });
async function found(path: string, query: Record<string, string> = {}, as = manager) {
  const { status, body } = await ask(path, query, as);
  expect(status, JSON.stringify(body)).toBe(200);
  const names = body.results.map(({ reference_number: name }: { reference_number: string }) =>
    name.slice(4),
  );
  expect(body.count).toBeGreaterThanOrEqual(names.length);
  return names;
}

describe('the list of defects', () => {
  it('[W-01] shows newest first, with state, severity, repairer, due date and cost', async () => {
    expect(await found(DEFECTS)).toEqual(['fresh', 'lamp', 'tyre', 'wiper', 'seat', 'bulb']);
    const { body } = await ask(DEFECTS, { repairer: 'Truck Centre' });
    expect(body).toMatchObject({ count: 1, count_is_limit: false });
    expect(body.results[0]).toMatchObject({
      reference_number: 'DEF-wiper',
      vehicle: { registration: 'N1 AAA' },
      state: 'repaired',
      severity: 'minor',
      repairer: 'Truck Centre',
      is_overdue: false,
      is_off_road: false,
      cost: 40,
    });
  });

  it('[W-01] filters by state, severity, lateness, depot, vehicle, days and search', async () => {
    expect(await found(DEFECTS, { state: 'open' })).toEqual(['fresh', 'lamp', 'tyre', 'wiper']);
    expect(await found(DEFECTS, { state: 'signed_off' })).toEqual(['seat', 'bulb']);
    expect(await found(DEFECTS, { state: 'assigned' })).toEqual(['lamp']);
    expect(await found(DEFECTS, { severity: 'dangerous' })).toEqual(['tyre']);
    expect(await found(DEFECTS, { overdue: 'true' })).toEqual(['lamp', 'tyre']);
    expect(await found(DEFECTS, { depot: String(fleet.north) })).toEqual([
      'fresh',
      'wiper',
      'seat',
    ]);
    const vehicle = String(fleet.vehicles.s1.vehicleId);
    expect(await found(DEFECTS, { vehicle })).toEqual(['lamp', 'tyre', 'bulb']);
    expect(await found(DEFECTS, { start_date: dayAgo(13), end_date: dayAgo(8) })).toEqual([
      'tyre',
      'wiper',
    ]);
    expect(await found(DEFECTS, { search: 'S1 C', state: 'open' })).toEqual(['lamp', 'tyre']);
    expect(await found(DEFECTS, { search: 'truck centre' })).toEqual(['wiper']);
    expect(await found(DEFECTS, { search: 'def-bulb' })).toEqual(['bulb']);
    expect(await found(DEFECTS, { search: '50%_' })).toEqual([]);
  });

  it('[R-006] sorts by column, and returns pages', async () => {
    const sorted = (ordering: string) => found(DEFECTS, { ordering, state: 'open' });
    expect(await sorted('reported_at')).toEqual(['wiper', 'tyre', 'lamp', 'fresh']);
    expect(await sorted('-severity')).toEqual(['tyre', 'lamp', 'fresh', 'wiper']);
    expect(await sorted('due_at')).toEqual(['tyre', 'lamp', 'wiper', 'fresh']);
    expect((await sorted('-cost'))[0]).toBe('wiper');
    expect((await sorted('repairer')).slice(0, 2)).toEqual(['lamp', 'wiper']);
    expect(await sorted('registration')).toEqual(['fresh', 'wiper', 'lamp', 'tyre']);
    expect(await sorted('-registration')).toEqual(['lamp', 'tyre', 'fresh', 'wiper']);
    expect((await sorted('state'))[0]).toBe('lamp');
    expect(await found(DEFECTS, { pageSize: '2', page: '2' })).toEqual(['tyre', 'wiper']);
    expect(await found(DEFECTS, { pageSize: '2', page: '9' })).toEqual([]);
  });

  it('[W-01] counts open, overdue and completed defects of visible vehicles', async () => {
    const figures = async (query: Record<string, string>, as = manager) =>
      (await ask('/defect/api/defect_figures/', query, as)).body;
    expect(await figures({})).toMatchObject({
      open: 4,
      reported: 1,
      verified: 1,
      assigned: 1,
      repaired: 1,
      overdue: 2,
      dangerous: 1,
      signed_off: 1,
      cost: 80,
      average_days: 1,
      repairers: ['Axle Works', 'Truck Centre'],
    });
    const all = await figures({});
    expect(await found(DEFECTS, { recent: 'true' })).toHaveLength(all.signed_off);
    expect(await found(DEFECTS, { off_road: 'true' })).toHaveLength(all.off_road);
    expect(await figures({ depot: String(fleet.north) })).toMatchObject({ open: 2, overdue: 0 });
    expect(await figures({}, north)).toMatchObject({ open: 2, repairers: ['Truck Centre'] });
    expect(await figures({}, foreign)).toMatchObject({ open: 0, repairers: [] });
  });

  it('[U-P03] hides other depots and customers, except from global administrators', async () => {
    expect(await found(DEFECTS, {}, north)).toEqual(['fresh', 'wiper', 'seat']);
    expect(await found(DEFECTS, { search: 'S1' }, north)).toEqual([]);
    const vehicle = String(fleet.vehicles.s1.vehicleId);
    expect((await ask(DEFECTS, { vehicle }, north)).status).toBe(404);
    expect((await ask(DEFECTS, { depot: String(fleet.south) }, north)).status).toBe(404);
    expect(await found(DEFECTS, {}, foreign)).toEqual([]);
    expect(await found(DEFECTS, { search: 'lamp' }, foreign)).toEqual([]);
    expect(await found(DEFECTS, { search: 'lamp' }, global)).toEqual(['lamp']);
    expect(await found(DEFECTS, {}, global)).toHaveLength(6);
  });

  it('[R-P04] refuses invalid filters with the error on the field', async () => {
    const wrong = await ask(DEFECTS, { start_date: '2026-06-02', end_date: '2026-06-01' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['end_date']]);
    expect((await ask(DEFECTS, { state: 'gone' })).status).toBe(400);
    expect((await ask(DEFECTS, { ordering: 'items' })).status).toBe(400);
  });

  it('[W-01] exports CSV with neutralised formulas, and PDF', async () => {
    const file = async (format: string) =>
      fetch(`${api.url}/defect/api/defects_export/?format=${format}&state=signed_off`, {
        headers: { authorization: `Bearer ${await api.token(manager)}` },
      });
    const csv = await file('csv');
    expect(csv.headers.get('content-disposition')).toMatch(/defects_\d{4}-\d\d-\d\d\.csv/);
    const text = await csv.text();
    expect(text).toContain("'=1+1 torn");
    expect(text).toContain('Signed off');
    const pdf = await readPdf({
      bytes: new Uint8Array(await (await file('pdf')).arrayBuffer()),
    });
    expect(pdf.text).toContain('S1 CCC');
  });
});

describe('the list of safety inspections', () => {
  it('[W-02] shows result, brakes and tread against thresholds, and the due date', async () => {
    expect(await found(INSPECTIONS)).toEqual(['waiting', 'good', 'weak', 'old']);
    const { body } = await ask(INSPECTIONS, { result: 'not_roadworthy' });
    expect(body.results[0]).toMatchObject({
      vehicle: { registration: 'S1 CCC' },
      status: '12',
      is_roadworthy: false,
      defects: 1,
      brakes: 'below',
      brake_service: 44,
      tyres: 'below',
      least_tread: 0.8,
      next_due: dayAgo(3),
      is_next_overdue: true,
    });
  });

  it('[W-02] filters by status, brakes, tyres, due date, days and search, and sorts', async () => {
    expect(await found(INSPECTIONS, { status: '11' })).toEqual(['waiting']);
    expect(await found(INSPECTIONS, { brakes: 'none' })).toEqual(['waiting']);
    expect(await found(INSPECTIONS, { brakes: 'below' })).toEqual(['weak']);
    expect(await found(INSPECTIONS, { tyres: 'met' })).toEqual(['good', 'old']);
    expect(await found(INSPECTIONS, { due: 'overdue' })).toEqual(['waiting']);
    expect(await found(INSPECTIONS, { due: 'soon' })).toEqual([]);
    expect(await found(INSPECTIONS, { end_date: dayAgo(30) })).toEqual(['old']);
    expect((await found(INSPECTIONS, { ordering: 'brake_service' }))[0]).toBe('weak');
    expect((await found(INSPECTIONS, { ordering: 'registration' }))[0]).toBe('good');
    expect((await found(INSPECTIONS, { ordering: 'result' }))[0]).toBe('weak');
    expect(await found(INSPECTIONS, { search: 'pmi-we' })).toEqual(['weak']);
  });

  it('[W-02] counts the due vehicles that no inspection of the list stands for', async () => {
    const figures = async (as: number) =>
      (await ask('/safety-inspection/api/inspection_figures/', {}, as)).body;
    expect(await figures(manager)).toMatchObject({ overdue: 1, overdue_first: 0 });
    const { n1, n2 } = fleet.vehicles;
    await api.services.db.pool.query(
      `insert into scheduled_activities (customer_id, vehicle_id, schedule_type_id, interval, due_at,
         earliest_on, latest_on)
       select $1, id, 2, '8w', now(), now() - interval '20 days', on_day::date
       from (values ($2::int, now() - interval '1 day'), ($3, now() + interval '5 days')) d (id, on_day)`,
      [fleet.home.customerId, n2.vehicleId, n1.vehicleId],
    );
    const expected = { overdue: 2, overdue_first: 1, due_soon: 1, due_soon_first: 0 };
    expect(await figures(manager)).toMatchObject(expected);
    expect(await figures(north)).toMatchObject({ ...expected, overdue: 1 });
    await api.services.db.pool.query(
      'delete from scheduled_activities where vehicle_id = any($1)',
      [[n1.vehicleId, n2.vehicleId]],
    );
  });

  it('[W-02] [U-P03] counts and lists only inspections of visible vehicles', async () => {
    const figures = async (as: number) =>
      (await ask('/safety-inspection/api/inspection_figures/', {}, as)).body;
    expect(await figures(manager)).toMatchObject({
      overdue: 1,
      due_soon: 0,
      inspected: 3,
      not_roadworthy: 1,
      brakes_below: 1,
      tyres_below: 1,
      to_review: 1,
      incomplete: 0,
    });
    const recent = async (filter: Record<string, string>) =>
      (await found(INSPECTIONS, { recent: 'true', ...filter })).length;
    expect(await recent({})).toBe(3);
    expect(await found(INSPECTIONS)).not.toHaveLength(3);
    expect(await recent({ result: 'not_roadworthy' })).toBe(1);
    expect(await recent({ brakes: 'below' })).toBe(1);
    expect(await figures(north)).toMatchObject({ overdue: 0, inspected: 1, to_review: 0 });
    expect(await found(INSPECTIONS, {}, north)).toEqual(['good']);
    expect(await found(INSPECTIONS, {}, foreign)).toEqual([]);
  });

  it('[W-02] exports XLSX', async () => {
    const answer = await fetch(
      `${api.url}/safety-inspection/api/inspections_export/?format=xlsx&brakes=below`,
      { headers: { authorization: `Bearer ${await api.token(manager)}` } },
    );
    expect(answer.headers.get('content-disposition')).toMatch(/inspections_.*\.xlsx/);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(2000);
  });
});
