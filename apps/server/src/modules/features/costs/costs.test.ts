import { contract } from '@roadworthy/contract';
import { CO2_KG } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { importCostFile } from '../../../../test/cost-file.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

const BASE = '/api/costs/';
const YEAR = '?from=2026-01&to=2026-12';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let reader: number;
let south: number;
let foreign: number;
let admin: number;

const send = (method: string, path: string, body: unknown, as = manager) =>
  api.ask(`${BASE}${path}`, { as, method, body });
const ask = async (path = '', as = manager) => {
  const { status, body } = await api.ask(`${BASE}${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const cost = (changed: object = {}) => ({
  vehicle: fleet.vehicles.n1.vehicleId,
  category: 'fuel',
  starts_on: '2026-03-10',
  amount: 120.5,
  litres: 80,
  supplier: 'Moto North',
  reference: 'T-1',
  ...changed,
});

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, role: 'ADMIN' | 'MANAGER' | 'READONLY', of = customerId) =>
    makeUser(db, of, `costs-${name}@costs.test`, { role }, ['Costs']);
  manager = await person('manager', 'MANAGER');
  admin = await person('admin', 'ADMIN');
  reader = await person('reader', 'READONLY');
  south = await person('south', 'MANAGER');
  foreign = await person('foreign', 'MANAGER', fleet.away.customerId);
  await limitToDepot(db, south, fleet.south);
});
afterAll(() => api.close());

describe('cost entries', () => {
  it('are stored, listed, changed and deleted, and the audit log has each step', async () => {
    const made = await send('POST', '', cost());
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    contract.costs.create.answer.parse(made.body);
    expect(made.body).toMatchObject({ amount: 120.5, litres: 80, ends_on: '2026-03-10' });
    const { id, version } = made.body;
    const changed = await send('PUT', `${id}/`, cost({ amount: -20, litres: null, version }));
    expect(changed.body).toMatchObject({ amount: -20, litres: null, version: version + 1 });
    expect((await send('PUT', `${id}/`, cost({ version }))).status).toBe(409);
    const list = await ask();
    contract.costs.list.answer.parse(list);
    expect(list).toMatchObject({ count: 1, results: [{ id, amount: -20 }] });
    expect((await send('DELETE', `${id}/`, undefined)).status).toBe(204);
    expect((await ask()).count).toBe(0);
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'cost' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'removed']);
  });

  it.each([
    [{ ends_on: '2026-03-09' }, 'ends_on'],
    [{ ends_on: '2037-01-01' }, 'ends_on'],
    [{ category: 'toll' }, 'litres'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 20_000_000 }, 'amount'],
    [{ litres: -1 }, 'litres'],
    [{ category: 'bribe' }, 'category'],
  ])('refuse %j beside the field, and store nothing', async (changed, field) => {
    const { status, body } = await send('POST', '', cost(changed));
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await ask()).count).toBe(0);
  });

  it('are of visible vehicles only, and written only by people who may write', async () => {
    const own = await send('POST', '', cost());
    const { id } = own.body;
    expect((await send('POST', '', cost(), reader)).status).toBe(403);
    expect((await ask('', reader)).count).toBe(1);
    for (const other of [south, foreign]) {
      expect((await ask('', other)).count).toBe(0);
      expect((await api.ask(`${BASE}${id}/`, { as: other })).status).toBe(404);
      expect((await send('DELETE', `${id}/`, undefined, other)).status).toBe(404);
      expect((await send('POST', '', cost({ reference: 'T-2' }), other)).status).toBe(404);
    }
  });

  it('are not entered twice: the same supplier, reference, vehicle and day is refused', async () => {
    const { status, body } = await send('POST', '', cost({ supplier: 'MOTO north' }));
    expect(status).toBe(409);
    expect(Object.keys(body.errors)).toEqual(['reference']);
    expect((await send('POST', '', cost({ reference: '' }))).status).toBe(201);
    expect((await send('POST', '', cost({ reference: '' }))).status).toBe(201);
  });

  it('are filtered by vehicle, kind, depot, day and text, and exported', async () => {
    await send(
      'POST',
      '',
      cost({
        vehicle: fleet.vehicles.s1.vehicleId,
        category: 'insurance',
        starts_on: '2026-02-01',
        ends_on: '2026-04-30',
        amount: 890,
        litres: null,
        supplier: 'Harbour Mutual',
      }),
    );
    const count = async (query: string) => (await ask(`?${query}`)).count;
    expect(await count(`vehicle=${fleet.vehicles.s1.vehicleId}`)).toBe(1);
    expect(await count('category=insurance')).toBe(1);
    expect(await count(`depot=${fleet.south}`)).toBe(1);
    expect(await count('from=2026-04-01&to=2026-04-02')).toBe(1);
    expect(await count('search=harbour')).toBe(1);
    const sorted = await ask('?ordering=-amount');
    expect(sorted.results[0].amount).toBe(890);
    const { body } = await api.ask(`${BASE}export/?format=csv&category=insurance`, { as: manager });
    expect(body).toContain('Harbour Mutual');
    expect(body).toContain('Insurance');
  });
});

describe('cost figures', () => {
  const figures = (query: string, as = manager) => ask(`figures/${YEAR}&${query}`, as);
  const byKey = ({ results }: { results: { key: string; total: number }[] }) =>
    Object.fromEntries(results.map(({ key, total }) => [key, total]));

  it('give a cost of several months to each with its share of days', async () => {
    const answer = await figures(`vehicle=${fleet.vehicles.s1.vehicleId}`);
    contract.costs.figures.answer.parse(answer);
    expect(byKey(answer)).toEqual({ '2026-02': 280, '2026-03': 310, '2026-04': 300 });
    expect(answer.totals).toMatchObject({ total: 890, amounts: { insurance: 890 } });
    const part = await ask(
      `figures/?from=2026-03&to=2026-03&vehicle=${fleet.vehicles.s1.vehicleId}`,
    );
    expect(part.totals.total).toBe(310);
  });

  it('count repairs of defects, the distance of trips, and the CO2 of fuel', async () => {
    const { pool } = api.services.db;
    const { vehicleId } = fleet.vehicles.n1;
    await pool.query(
      `insert into defect_records (customer_id, vehicle_id, reference_number, items, reported_at,
         reported_by, assessed_at, assessed_by, assigned_at, assigned_by, repairer, repaired_at,
         repaired_by, labour_cost, parts_cost)
       values ($1, $2, 'D-1', '[]', '2026-03-01', 'Ann', '2026-03-01', 'Ann', '2026-03-01', 'Ann',
         'Yard', '2026-03-31 23:30+00', 'Yard', 100, 50.25)`,
      [fleet.home.customerId, vehicleId],
    );
    await pool.query(
      `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
         start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
         segments)
       values ($1, $2, '2026-03-31 23:00+00', '2026-04-01 01:00+00', false, 52, -1, 52, -1, 120000, 60,
         0, 80, '[]')`,
      [fleet.home.customerId, vehicleId],
    );
    const { results } = await figures(`vehicle=${vehicleId}`);
    expect(results).toEqual([
      {
        key: '2026-03',
        name: '2026-03',
        amounts: { fuel: 361.5, repair: 150.25 },
        total: 511.75,
        distance: 120_000,
        litres: 240,
        energy_kwh: 0,
        co2_kg: Math.round(240 * CO2_KG.diesel_l * 10) / 10,
      },
    ]);
  });

  it('count a completed work order without defects as maintenance, less what was recovered', async () => {
    const { pool } = api.services.db;
    const { vehicleId } = fleet.vehicles.s1;
    const order = async (state: string, completedAt: string | null) => {
      const { rows } = await pool.query<{ id: number }>(
        `insert into work_orders (customer_id, vehicle_id, title, place, state, completed_at,
           completed_by, labour_cost, recovered, created_by, closed_at)
         values ($1, $2, 'Service', 'internal', $3, $4, 'Ann', 200, 50, 'Ann',
           case when $3 = 'invoiced' then now() end) returning id`,
        [fleet.home.customerId, vehicleId, state, completedAt],
      );
      return rows[0]?.id;
    };
    await order('invoiced', '2025-05-31T23:30:00Z');
    await order('in_progress', null);
    const repair = await order('done', '2025-05-10T12:00:00Z');
    await pool.query(
      `insert into work_order_defects (work_order_id, defect_record_id, customer_id)
       select $1, id, customer_id from defect_records where reference_number = 'D-1'`,
      [repair],
    );
    const { totals } = await ask(`figures/?from=2025-05&to=2025-05&vehicle=${vehicleId}`);
    expect(totals.amounts).toEqual({ maintenance: 150 });
  });

  it('are grouped by vehicle, type and depot, within the depots of the person', async () => {
    const vehicles = await figures('by=vehicle&ordering=-total');
    expect(vehicles.results.map(({ name }: { name: string }) => name)).toEqual([
      'S1 CCC',
      'N1 AAA',
    ]);
    expect(vehicles.totals.total).toBe(1401.75);
    const types = await figures('by=vehicle_type');
    expect(
      types.results.reduce((all: number, { total }: { total: number }) => all + total, 0),
    ).toBe(1401.75);
    const depots = await figures('by=depot');
    expect(depots.totals.total).toBe(1401.75);
    expect(byKey(depots)[String(fleet.south)]).toBe(890);
    expect((await figures('by=vehicle', south)).totals.total).toBe(890);
    expect((await figures('by=vehicle', foreign)).count).toBe(0);
  });

  it.each(['from=2026-05&to=2026-04', 'from=2020-01&to=2026-04'])('refuse %s', async (range) => {
    const { status, body } = await api.ask(`${BASE}figures/?${range}`, { as: manager });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(['to']);
  });

  it('are exported', async () => {
    const { body } = await api.ask(`${BASE}figures/export/${YEAR}&by=vehicle_type&format=csv`, {
      as: manager,
    });
    expect(body).toContain('Repairs of defects');
    expect(body).toMatch(/Van|Lorry|Car/);
  });
});

describe('an imported file of a fuel card', () => {
  const FILE = [
    'Transaction Date,Vehicle Registration,Product,Quantity,Net Amount,Site Name,Transaction Number',
    '11/05/2026 08:15,n1aaa,DIESEL,"62.40","£1,084.20",Northgate,90001',
    '12/05/2026,N1 AAA,AdBlue,20,14.5,Northgate,90002',
  ].join('\n');
  const upload = (file: string) => importCostFile(api, admin, file);

  it('is stored once, whatever the headings of the provider', async () => {
    const first = await upload(FILE);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toMatchObject({ written: true, created: 2, wrong: 0 });
    const again = await upload(FILE);
    expect(again.body).toMatchObject({ created: 0, unchanged: 2 });
    const { results } = await ask('?search=northgate&ordering=starts_on');
    expect(results[0]).toMatchObject({
      category: 'fuel',
      starts_on: '2026-05-11',
      amount: 1084.2,
      litres: 62.4,
      reference: '90001',
    });
  });

  it('names what is wrong by column, and writes nothing', async () => {
    const { body } = await upload(`${FILE}\n13/05/2026,N9 ZZZ,Gold,20,free,Northgate,90003`);
    expect(body).toMatchObject({ written: false, wrong: 1 });
    const { faults } = body.rows.find(({ outcome }: { outcome: string }) => outcome === 'wrong');
    expect(Object.keys(faults).sort()).toEqual(['Net Amount', 'Product', 'Vehicle Registration']);
  });
});
