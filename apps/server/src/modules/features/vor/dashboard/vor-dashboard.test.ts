import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { testApi } from '../../../../../test/api.ts';
import { dayAgo, daysAgo } from '../../../../../test/days-ago.ts';
import { limitToDepot, makeUser } from '../../../../../test/people.ts';
import { readPdf } from '../../../../../test/read-pdf.ts';
import { statementsOf } from '../../../../../test/statements.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;
let foreign: number;
const ids: Record<string, number> = {};

/** Inserts an entry that began, and perhaps ended, the given number of days ago. */
async function entry(
  name: string,
  { vehicleId }: { readonly vehicleId: number },
  values: {
    readonly reason?: string;
    readonly since: number;
    readonly returned?: number;
    readonly repairer?: string;
    readonly costPerDay?: number;
  },
): Promise<void> {
  const { reason = 'other', since, returned, repairer = null, costPerDay = null } = values;
  const { rows } = await api.services.db.pool.query<{ id: number }>(
    `insert into vor_entries (customer_id, vehicle_id, reason, since, returned_at, repairer,
       cost_per_day, set_by, cleared_by)
     values ($1, $2, $3, $4, $5, $6, $7, 'Mia Hill', $8) returning id`,
    [
      fleet.home.customerId,
      vehicleId,
      reason,
      daysAgo(since),
      returned === undefined ? null : daysAgo(returned),
      repairer,
      costPerDay,
      returned === undefined ? null : 'Mia Hill',
    ],
  );
  ids[name] = rows[0]?.id ?? 0;
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, customerId: number) =>
    makeUser(db, customerId, `vor-${name}@vor.test`, { role: 'MANAGER' }, ['VOR']);
  manager = await person('manager', fleet.home.customerId);
  north = await person('north', fleet.home.customerId);
  foreign = await person('foreign', fleet.away.customerId);
  await limitToDepot(db, north, fleet.north);
  const { n1, s1 } = fleet.vehicles;
  await entry('brakes', s1, {
    reason: 'defect',
    since: 9.5,
    repairer: 'Axle Works',
    costPerDay: 120,
  });
  await entry('parts', s1, { reason: 'awaiting_parts', since: 2.5, costPerDay: 30 });
  await entry('gearbox', n1, { since: 40, returned: 20, repairer: 'Truck Centre' });
  await entry('mirror', n1, { reason: 'accident', since: 5.5, returned: 1.5 });
});
afterAll(() => api.close());

const list = async (as: number, query: Record<string, string> = {}) =>
  api.ask(`/api/vor_list/?${new URLSearchParams(query)}`, { as });
const found = async (query: Record<string, string>, as = manager) => {
  const { status, body } = await list(as, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results.map(
    ({ id }: { id: number }) => Object.entries(ids).find(([, one]) => one === id)?.[0],
  );
};

describe('the VOR dashboard', () => {
  it('[R-098] [N-01] [N-P01] lists open entries first, oldest first, with days and cost', async () => {
    const { body } = await list(manager);
    expect(body).toMatchObject({ count: 4, count_is_limit: false });
    expect(await found({})).toEqual(['brakes', 'parts', 'mirror', 'gearbox']);
    expect(body.results[0]).toMatchObject({
      vehicle: { registration: 'S1 CCC' },
      reason: 'defect',
      repairer: { id: expect.any(Number), name: 'Axle Works' },
      days: 10,
      cost_per_day: 120,
      cost: 1200,
      state: 'off_road',
    });
    expect(body.repairers).toEqual(['Axle Works', 'Truck Centre']);
  });

  it('[N-P01] counts vehicles and not entries: now, over 7 days, back this week, on average', async () => {
    const { body } = await list(manager);
    expect(body.totals).toEqual({
      vehicles: Object.keys(fleet.vehicles).length - 1,
      off_road: 1,
      over_7_days: 1,
      returned_this_week: 1,
      average_days: 10,
      cost: 1290,
    });
  });

  it('[N-P01] lists one entry for each vehicle that a figure counts', async () => {
    const { body } = await list(manager);
    expect(await found({ counted: 'off_road' })).toEqual(['brakes']);
    expect(await found({ counted: 'over_7_days' })).toEqual(['brakes']);
    expect(await found({ counted: 'returned_this_week' })).toEqual(['mirror']);
    for (const counted of ['off_road', 'over_7_days', 'returned_this_week']) {
      const shown = await list(manager, { counted });
      expect(shown.body.count).toBe(body.totals[counted]);
    }
    const open = await list(manager, { state: 'off_road' });
    const costs = open.body.results.map(({ cost }: { cost: number }) => cost);
    expect(costs.reduce((sum: number, cost: number) => sum + cost, 0)).toBe(body.totals.cost);
  });

  it('[R-098] [N-P01] returns the figures once for all pages, and a page without them on request', async () => {
    const depot = { depot: String(fleet.north) };
    const { body: whole } = await list(manager, depot);
    const figures = await api.ask(`/api/vor_figures/?${new URLSearchParams(depot)}`, {
      as: manager,
    });
    expect([figures.status, figures.body]).toEqual([
      200,
      { totals: whole.totals, repairers: whole.repairers },
    ]);
    expect(whole.totals.vehicles).toBeGreaterThan(0);
    const statements = await statementsOf(async () => {
      const { body } = await list(manager, { ...depot, totals: 'false' });
      expect(body).toEqual({ ...whole, totals: null, repairers: [] });
    });
    const texts = statements.map(({ text }) => text);
    expect(texts.some((text) => text.includes('vor_entries'))).toBe(true);
    expect(texts.filter((text) => /daily_cost|repairer_key is not null/.test(text))).toEqual([]);
    const hidden = await api.ask('/api/vor_figures/', { as: foreign });
    expect(hidden.body).toMatchObject({ totals: { off_road: 0, cost: 0 }, repairers: [] });
  });

  it('[N-02] [N-P01] is filtered by vehicle, reason, repairer, state and days', async () => {
    expect(await found({ vehicle: String(fleet.vehicles.n1.vehicleId) })).toEqual([
      'mirror',
      'gearbox',
    ]);
    expect(await found({ reason: 'awaiting_parts' })).toEqual(['parts']);
    expect(await found({ repairer: 'Truck Centre' })).toEqual(['gearbox']);
    expect(await found({ state: 'returned' })).toEqual(['mirror', 'gearbox']);
    expect(await found({ state: 'off_road' })).toEqual(['brakes', 'parts']);
    expect(await found({ start_date: dayAgo(35), end_date: dayAgo(25) })).toEqual(['gearbox']);
    expect(await found({ start_date: dayAgo(4) })).toEqual(['brakes', 'parts', 'mirror']);
    expect(await found({ depot: String(fleet.north) })).toEqual(['mirror', 'gearbox']);
    expect(await found({ search: 'axle' })).toEqual(['brakes']);
    expect(await found({ ordering: '-cost_per_day', state: 'off_road' })).toEqual([
      'brakes',
      'parts',
    ]);
  });

  it('[N-P01] is sorted by each column; empty values come last in both directions', async () => {
    const order = (ordering: string, query: Record<string, string> = {}) =>
      found({ ordering, ...query });
    expect(await order('off_road_at')).toEqual(['gearbox', 'brakes', 'mirror', 'parts']);
    expect(await order('-off_road_at')).toEqual(['parts', 'mirror', 'brakes', 'gearbox']);
    expect(await order('registration')).toEqual(['gearbox', 'mirror', 'brakes', 'parts']);
    expect((await order('-registration')).slice(0, 2).sort()).toEqual(['brakes', 'parts']);
    expect(await order('reason')).toEqual(['mirror', 'parts', 'brakes', 'gearbox']);
    expect(await order('-reason')).toEqual(['gearbox', 'brakes', 'parts', 'mirror']);
    expect(await order('returned_at')).toEqual(['gearbox', 'mirror', 'brakes', 'parts']);
    expect(await order('-returned_at')).toEqual(['mirror', 'gearbox', 'brakes', 'parts']);
    expect(await order('repairer')).toEqual(['brakes', 'gearbox', 'parts', 'mirror']);
    expect(await order('-repairer')).toEqual(['gearbox', 'brakes', 'parts', 'mirror']);
    expect(await order('cost_per_day')).toEqual(['parts', 'brakes', 'gearbox', 'mirror']);
    expect(await order('-cost_per_day')).toEqual(['brakes', 'parts', 'gearbox', 'mirror']);
    expect(await order('-expected_back')).toEqual(['brakes', 'parts', 'gearbox', 'mirror']);
    const page = { pageSize: '1', page: '3' };
    expect(await found(page)).toEqual(['mirror']);
    expect(await order('-cost_per_day', page)).toEqual(['gearbox']);
    expect((await list(manager, page)).body.count).toBe(4);
    expect(await found({ pageSize: '4', page: '2' })).toEqual([]);
    expect(await order('-registration', { search: 's1' })).toHaveLength(2);
  });

  it('[N-P01] lists repairers of visible vehicles only; excludes inactive vehicles', async () => {
    expect((await list(north)).body.repairers).toEqual(['Truck Centre']);
    expect((await list(foreign)).body.repairers).toEqual([]);
    const { pool } = api.services.db;
    const setActive = (isActive: boolean) =>
      pool.query('update vehicles set is_active = $1 where id = $2', [
        isActive,
        fleet.vehicles.n1.vehicleId,
      ]);
    const { body: before } = await list(manager);
    await setActive(false);
    const { body } = await list(manager, { ordering: 'registration' });
    await setActive(true);
    expect(body.repairers).toEqual(['Axle Works']);
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([ids.brakes, ids.parts]);
    expect(body.totals.vehicles).toBe(before.totals.vehicles - 1);
    expect(body.totals.returned_this_week).toBe(0);
  });

  it('[N-P01] refuses an end before its start, on the field', async () => {
    const { status, body } = await list(manager, {
      start_date: '2026-06-02',
      end_date: '2026-06-01',
    });
    expect(status).toBe(400);
    expect(body.errors.end_date).toEqual(['The end must not be before the start.']);
    expect((await list(manager, { reason: 'bored' })).status).toBe(400);
  });

  it('[U-P03] shows neither a sibling depot nor another customer', async () => {
    expect(await found({}, north)).toEqual(['mirror', 'gearbox']);
    expect(await found({}, foreign)).toEqual([]);
    for (const path of [`/api/vor/${ids.brakes}/`, `/api/vor_pdf/${ids.brakes}/`]) {
      expect((await api.ask(path, { as: north })).status).toBe(404);
      expect((await api.ask(path, { as: foreign })).status).toBe(404);
    }
  });

  it('[R-099] [N-03] one entry is a PDF with its facts and its audit trail', async () => {
    const set = await api.ask('/api/vor_list/', {
      as: manager,
      method: 'POST',
      body: {
        vehicle: fleet.vehicles.n2.vehicleId,
        reason: 'accident',
        off_road_at: daysAgo(1.5),
        note: 'Hit a bollard',
        repairer: 'Panel Shop',
      },
    });
    expect(set.status, JSON.stringify(set.body)).toBe(201);
    const { id } = set.body;
    const read = await api.ask(`/api/vor/${id}/`, { as: manager });
    expect(read.body.trail).toMatchObject([{ action: 'set', note: 'Hit a bollard' }]);
    const answer = await fetch(`${api.url}/api/vor_pdf/${id}/`, {
      headers: { authorization: `Bearer ${await api.token(manager)}` },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const { text } = await readPdf({ bytes: new Uint8Array(await answer.arrayBuffer()) });
    for (const part of ['N2 BBB', 'Accident', 'Hit a bollard', 'Panel Shop']) {
      expect(text).toContain(part);
    }
  });

  it('[R-098] the list is exported as CSV, and formulas in it do nothing', async () => {
    await api.services.db.pool.query(`update vor_entries set note = '=1+1' where id = $1`, [
      ids.parts,
    ]);
    const answer = await fetch(
      `${api.url}/api/vor_export/?format=csv&state=off_road&ordering=off_road_at`,
      {
        headers: { authorization: `Bearer ${await api.token(manager)}` },
      },
    );
    expect(answer.headers.get('content-disposition')).toMatch(/vor_\d{4}-\d\d-\d\d\.csv/);
    const text = await answer.text();
    expect(text).toContain('Awaiting parts');
    expect(text).toContain('Cost per day (GBP),Cost (GBP)');
    expect(text).toContain('120.00,1200.00');
    expect(text).toContain("'=1+1");
  });
});
