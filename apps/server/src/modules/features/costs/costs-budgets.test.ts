import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { limitToDepot, makeUser } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { CostBudgetsService, warnOfBudgets } from './index.ts';

const NOW_MS = Date.parse('2026-03-20T12:00:00Z');

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let south: number;
let foreign: number;

const send = (method: string, path: string, body: unknown, as = manager) =>
  api.ask(`/api/${path}`, { as, method, body });
const ask = async (path: string, as = manager) => {
  const { status, body } = await api.ask(`/api/${path}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const plan = (changed: object = {}) => ({
  vehicle: fleet.vehicles.n1.vehicleId,
  category: 'lease',
  first_month: '2026-02',
  monthly: 400,
  supplier: 'Albion',
  ...changed,
});
const months = (amount: number | null, changed: Record<number, number | null> = {}) =>
  Array.from({ length: 12 }, (_, n) => (n + 1 in changed ? (changed[n + 1] ?? null) : amount));
const records = (query: string) => ask(`costs/records/?from=2026-01&to=2026-12&${query}`);

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, of = fleet.home.customerId) =>
    makeUser(db, of, `budget-${name}@costs.test`, { role: 'MANAGER' }, ['Costs']);
  manager = await person('manager');
  south = await person('south');
  foreign = await person('foreign', fleet.away.customerId);
  await limitToDepot(db, south, fleet.south);
});
afterAll(() => api.close());

describe('monthly costs', () => {
  it('count in each month that they run, and the audit log has each step', async () => {
    const made = await send('POST', 'cost_plans/', plan({ last_month: '2026-04' }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    contract.costPlans.create.answer.parse(made.body);
    const figures = await ask('costs/figures/?from=2026-01&to=2026-06');
    expect(
      figures.results.map(({ key, total }: { key: string; total: number }) => [key, total]),
    ).toEqual([
      ['2026-02', 400],
      ['2026-03', 400],
      ['2026-04', 400],
    ]);
    const { id, version } = made.body;
    const open = await send('PUT', `cost_plans/${id}/`, plan({ version }));
    expect(open.body).toMatchObject({ last_month: null, version: version + 1 });
    expect((await send('PUT', `cost_plans/${id}/`, plan({ version }))).status).toBe(409);
    expect((await ask('costs/figures/?from=2027-01&to=2027-02')).totals.total).toBe(800);
    for (const other of [south, foreign]) {
      expect((await ask('cost_plans/', other)).count).toBe(0);
      expect((await send('DELETE', `cost_plans/${id}/`, undefined, other)).status).toBe(404);
    }
    const { body } = await api.ask('/api/cost_plans/export/?format=csv', { as: manager });
    expect(body).toContain('Albion');
    expect((await send('DELETE', `cost_plans/${id}/`, undefined)).status).toBe(204);
    const { rows } = await api.services.db.pool.query(
      `select action from audit_entries where subject_kind = 'cost_plan' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'exported', 'removed']);
  });

  it('write the depreciation of a vehicle in equal parts until its term, or its sale', async () => {
    const depreciation = plan({
      category: 'depreciation',
      monthly: null,
      price: 40_000,
      residual: 10_000,
      term_months: 7,
      first_month: '2025-11',
    });
    const { body } = await send('POST', 'cost_plans/', depreciation);
    expect(body).toMatchObject({ last_month: '2026-05', monthly: 4285.71 });
    const whole = await ask('costs/figures/?from=2025-01&to=2026-12');
    expect(whole.totals.amounts).toEqual({ depreciation: 30_000 });
    const sold = await send('PUT', `cost_plans/${body.id}/`, {
      ...depreciation,
      last_month: '2025-12',
    });
    expect(sold.body.last_month).toBe('2025-12');
    expect((await ask('costs/figures/?from=2025-01&to=2026-12')).totals.total).toBe(8571.43);
    await send('DELETE', `cost_plans/${body.id}/`, undefined);
  });

  it.each([
    [{ monthly: null }, 'monthly'],
    [{ last_month: '2026-01' }, 'last_month'],
    [{ category: 'depreciation', term_months: 12 }, 'price'],
    [{ category: 'depreciation', price: 100 }, 'term_months'],
    [{ category: 'depreciation', price: 100, term_months: 12, residual: 101 }, 'residual'],
    [{ category: 'fuel' }, 'category'],
  ])('refuse %j beside the field', async (changed, field) => {
    const { status, body } = await send('POST', 'cost_plans/', plan(changed));
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('the records behind a figure', () => {
  it('are of each kind, and add up to the figure', async () => {
    const { pool } = api.services.db;
    const { vehicleId } = fleet.vehicles.n1;
    const { customerId } = fleet.home;
    await send('POST', 'cost_plans/', plan());
    await send('POST', 'costs/', {
      vehicle: vehicleId,
      category: 'fuel',
      starts_on: '2026-01-31',
      ends_on: '2026-02-01',
      amount: 240,
      litres: 100,
      supplier: 'Moto',
      reference: 'T-7',
    });
    await pool.query(
      `insert into work_orders (customer_id, vehicle_id, title, place, state, completed_at,
         completed_by, labour_cost, created_by) values ($1, $2, 'Service', 'internal', 'done',
         '2026-02-10', 'Ann', 200, 'Ann')`,
      [customerId, vehicleId],
    );
    const { totals } = await ask('costs/figures/?from=2026-02&to=2026-02');
    expect(totals.total).toBe(720);
    const all = await ask('costs/records/?from=2026-02&to=2026-02&ordering=-amount');
    contract.costs.records.answer.parse(all);
    expect(all).toMatchObject({ count: 3, total: 720 });
    expect(all.results).toMatchObject([
      { source: 'plan', amount: 400, name: 'Albion' },
      { source: 'work_order', kind: 'maintenance', amount: 200 },
      { source: 'entry', kind: 'fuel', amount: 120, name: 'Moto, T-7' },
    ]);
    for (const [kind, amount] of Object.entries(totals.amounts)) {
      const of = await ask(`costs/records/?from=2026-02&to=2026-02&kind=${kind}`);
      expect(of.total, kind).toBe(amount);
    }
    expect((await records(`depot=${fleet.south}`)).count).toBe(0);
    expect((await records('page=2&pageSize=1')).results).toHaveLength(1);
    expect((await ask('costs/records/?from=2026-01&to=2026-12', south)).count).toBe(0);
    const { body } = await api.ask(
      '/api/costs/records/export/?from=2026-02&to=2026-02&format=csv',
      {
        as: manager,
      },
    );
    expect(body).toContain('Work order');
  });
});

describe('budgets', () => {
  const year = (of: number, scope: string) => ask(`cost_budgets/?year=${of}&${scope}`);
  const save = (body: object, as = manager) => send('PUT', 'cost_budgets/', body, as);

  it('are typed for a year of a depot, with each change in the audit log', async () => {
    const scope = `depot=${fleet.north}`;
    const before = await year(2026, scope);
    contract.costBudgets.year.answer.parse(before);
    const body = {
      year: 2026,
      depot: fleet.north,
      results: [
        { kind: 'lease', months: months(300, { 12: null }) },
        { kind: 'fuel', months: months(500) },
      ],
      version: before.version,
    };
    const saved = await save(body);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const row = (kind: string, table = saved.body) =>
      table.results.find((one: { kind: string }) => one.kind === kind).months;
    expect(row('lease')[11]).toBeNull();
    expect(row('fuel')[11]).toBe(500);
    expect((await save(body)).status).toBe(409);
    // Kinds that are not sent stay.
    const part = await save({ year: 2026, depot: fleet.north, results: [] });
    expect(row('lease', part.body)[0]).toBe(300);
    expect((await save({ year: 2026, results: [] })).body.errors).toHaveProperty('depot');
    expect((await save({ ...body, version: undefined }, south)).status).toBe(404);
    expect((await save({ ...body, version: undefined }, foreign)).status).toBe(404);
    expect((await save({ year: 2026, vehicle_type: 'VAN', results: [] }, south)).status).toBe(404);
    const { rows } = await api.services.db.pool.query(
      `select after from audit_entries where subject_kind = 'cost_budget' order by id`,
    );
    expect(rows[0].after.fuel).toContain('500, 500');
  });

  it('are compared by month, year to date and forecast', async () => {
    const figures = (by: string, changed = '') =>
      new CostBudgetsService(api.services.db).figures(
        viewer() as never,
        {
          year: 2026,
          month: 2,
          basis: 'depot',
          by,
          ...Object.fromEntries(new URLSearchParams(changed)),
        } as never,
        NOW_MS,
      );
    const byKind = await figures('kind');
    contract.costBudgets.figures.answer.parse(byKind);
    expect(byKind.results.find(({ key }) => key === 'lease')).toMatchObject({
      month_budget: 300,
      month_actual: 400,
      to_date_budget: 600,
      to_date_actual: 400,
      year_budget: 3300,
    });
    // January and February: 400 of 600. The lease goes on: each later month costs its 400.
    expect(byKind.results.find(({ key }) => key === 'lease')?.year_forecast).toBe(4400);
    const [north] = (await figures('group')).results;
    expect(north).toMatchObject({ key: String(fleet.north), month_budget: 800 });
    const month = (await figures('month')).results[1];
    expect(month).toMatchObject({ key: '2026-02', month_budget: 800, month_actual: 720 });
    expect(byKind.totals).toEqual((await figures('group')).totals);
    const { body } = await api.ask(
      '/api/cost_budgets/figures/export/?year=2026&month=2&format=csv',
      { as: manager },
    );
    expect(body).toContain('Lease');
  });

  it('warn once by mail when a kind of a depot exceeds its month', async () => {
    const mails = async () => {
      const { rows } = await api.services.db.pool.query(
        `select content from deliveries where content::text like '%Budgets exceeded%'`,
      );
      return rows.map(({ content }) => JSON.stringify(content));
    };
    await warnOfBudgets(api.services, NOW_MS);
    await warnOfBudgets(api.services, NOW_MS);
    const sent = await mails();
    const of = (name: string) => sent.filter((text) => text.includes(`${name}@costs.test`));
    // Not the one of the other depot.
    expect([of('budget-manager').length, of('budget-south').length]).toEqual([1, 0]);
    expect(of('budget-manager')[0]).toMatch(/Lease: £4\d\d\.\d\d of £300\.00/);
  });

  it('are copied to another year with a percentage', async () => {
    const copy = (body: object, as = manager) => send('POST', 'cost_budgets/copy/', body, as);
    const { body } = await copy({ from_year: 2026, to_year: 2027, percent: 2.5 });
    expect(body).toEqual({ copied: 23 });
    const next = await year(2027, `depot=${fleet.north}`);
    expect(next.results.find((one: { kind: string }) => one.kind === 'lease').months[0]).toBe(
      307.5,
    );
    expect((await copy({ from_year: 2026, to_year: 2026 })).status).toBe(400);
    expect((await copy({ from_year: 2020, to_year: 2026 })).body.errors).toHaveProperty(
      'from_year',
    );
    expect((await copy({ from_year: 2026, to_year: 2027 }, south)).status).toBe(400);
  });

  const viewer = () => ({
    userId: manager,
    customerId: fleet.home.customerId,
    isGlobalAdmin: false,
    depotScope: 'all',
    vehicleId: null,
  });
});
