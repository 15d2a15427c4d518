import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;

const call = (method: string, path: string, body?: object, as = manager): Promise<Answer> =>
  api.ask(`/api/${path}`, { as, method, ...(body === undefined ? {} : { body }) });
const id = (key: 'n1' | 'n2' | 's1') => fleet.vehicles[key].vehicleId;
const query = (text: string, values: unknown[]) => api.services.db.pool.query(text, values);
const state = (campaign: { list: { vehicle: { id: number }; state: string }[] }, vehicle: number) =>
  campaign.list.find((one) => one.vehicle.id === vehicle)?.state;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, role: 'MANAGER' | 'READONLY') =>
    makeUser(db, fleet.home.customerId, `${name}@recalls.test`, { role }, ['Defect']);
  manager = await person('mia', 'MANAGER');
  north = await person('nia', 'MANAGER');
  await query('insert into user_depots (user_id, depot_id) values ($1, $2)', [north, fleet.north]);
  await query(`update vehicles set manufacturer_model = 'DAF XF 480' where id = $1`, [id('s1')]);
  await query(`update vehicles set vin = 'XLRTE47MS0E000001' where id = $1`, [id('n2')]);
});
afterAll(() => api.close());

it('[W-01] a campaign names vehicles, becomes work orders, and follows them', async () => {
  const plateOf = async (vehicle: number): Promise<string> =>
    (await query('select registration from vehicles where id = $1', [vehicle])).rows[0]
      .registration;
  const plate = await plateOf(id('n1'));
  const foreign = (await plateOf(fleet.vehicles.f1.vehicleId)).replace(/\s/g, '').toUpperCase();
  const body = {
    number: 'R/2026/101',
    title: 'Brake hose',
    maker: 'DAF',
    is_safety: true,
    due_on: '2020-01-31',
    plates: `${plate.toLowerCase().replace(' ', '')}\nxlrte47ms0e000001; ZZ99 ZZZ, ${foreign}`,
    model: 'xf 480',
  };
  const made = await call('POST', 'work_order_campaigns/', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body: one } = made;
  expect(one).toMatchObject({
    vehicles: 3,
    open: 3,
    is_overdue: true,
    unknown: ['ZZ99ZZZ', foreign],
  });
  const again = await call('POST', 'work_order_campaigns/', { ...body, number: 'r/2026/101' });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['number']]);
  const path = `work_order_campaigns/${one.id}/`;
  // A person of one depot sees its vehicles only.
  expect((await call('GET', path, undefined, north)).body).toMatchObject({ vehicles: 2 });
  const hidden = await call('POST', `${path}orders/`, { vehicles: [id('n1'), id('s1')] }, north);
  expect(hidden.status).toBe(404);
  expect((await call('GET', path)).body).toMatchObject({ planned: 0, open: 3 });

  const wrong = await call('PUT', `${path}vehicles/${id('s1')}/`, { state: 'not_affected' });
  expect(Object.keys(wrong.body.errors)).toEqual(['reason']);
  const told = await call('PUT', `${path}vehicles/${id('s1')}/`, {
    state: 'not_affected',
    reason: 'Hose of another maker',
  });
  expect(state(told.body, id('s1'))).toBe('not_affected');
  // One of them is not open: no order is written.
  const none = await call('POST', `${path}orders/`, { vehicles: [id('n1'), id('s1')] });
  expect([none.status, none.body.code]).toEqual([409, 'work_order.campaign_not_open']);
  expect((await call('GET', `work_orders/?vehicle=${id('n1')}`)).body.count).toBe(0);

  const planned = await call('POST', `${path}orders/`, { vehicles: [id('n1'), id('n2')] });
  expect(planned.body).toMatchObject({ open: 0, planned: 2, not_affected: 1 });
  const order = planned.body.list.find(
    (line: { vehicle: { id: number } }) => line.vehicle.id === id('n1'),
  ).work_order;
  expect((await call('GET', `work_orders/${order.id}/`)).body).toMatchObject({
    title: 'R/2026/101 Brake hose',
    due_on: '2020-01-31',
  });
  expect((await call('DELETE', path)).body.code).toBe('work_order.campaign_has_orders');
  const move = (to: 'cancelled' | 'done') =>
    query(
      `update work_orders set state = $2, closed_at = case when $3 then now() end,
         completed_at = case when $3 then null else now() end,
         completed_by = case when $3 then null else 'Mia' end where id = $1`,
      [order.id, to, to === 'cancelled'],
    );
  await move('cancelled');
  expect(state((await call('GET', path)).body, id('n1'))).toBe('open');
  await move('done');
  expect(state((await call('GET', path)).body, id('n1'))).toBe('done');

  const overdue = 'work_order_campaigns/?state=overdue&safety=true';
  expect((await call('GET', overdue)).body.count).toBe(1);
  const home = await call('GET', 'home_overview/');
  expect(home.body.recalls).toEqual({ open: 1, overdue: 1 });
  const early = await call('PUT', `${path}vehicles/${id('n2')}/`, {
    state: 'done',
    done_on: '2099-01-01',
  });
  expect(Object.keys(early.body.errors)).toEqual(['done_on']);
  await call('PUT', `${path}vehicles/${id('n2')}/`, { state: 'done', done_on: '2026-01-05' });
  expect((await call('GET', overdue)).body.count).toBe(0);
  const file = await fetch(`${api.url}/api/work_order_campaigns/export/?format=csv`, {
    headers: { authorization: `Bearer ${await api.token(manager)}` },
  });
  expect((await file.text()).match(/R\/2026\/101/g)).toHaveLength(3);
  const { rows: entries } = await query(
    `select action from audit_entries where subject_kind = 'recall_campaign' and subject_id = $1
     order by position`,
    [String(one.id)],
  );
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'created',
    'changed',
    'changed',
    'changed',
  ]);
});
