import { type ModuleName, toApiDate } from '@roadworthy/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../../test/api.ts';
import { makeUser } from '../../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../../test/tracked-fleet.ts';
import { notifyDueCampaigns } from './work-orders-campaigns-due.job.ts';

let api: TestApi;
let fleet: TrackedFleet;
let manager: number;
let north: number;
let watcher: number;
let keeper: number;

const call = (method: string, path: string, body?: object, as = manager): Promise<Answer> =>
  api.ask(`/api/${path}`, { as, method, ...(body === undefined ? {} : { body }) });
const id = (key: 'n1' | 'n2' | 's1') => fleet.vehicles[key].vehicleId;
const query = (text: string, values: unknown[]) => api.services.db.pool.query(text, values);
const state = (campaign: { list: { vehicle: { id: number }; state: string }[] }, vehicle: number) =>
  campaign.list.find((one) => one.vehicle.id === vehicle)?.state;

const alertsOf = async (as: number) =>
  (await call('GET', 'alerts/?pageSize=100', undefined, as)).body.results.filter(
    (alert: { recall: unknown }) => alert.recall !== null,
  );
const tokenOf = async (as: number) => ({ authorization: `Bearer ${await api.token(as)}` });

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const person = (name: string, modules: readonly ModuleName[]) =>
    makeUser(db, fleet.home.customerId, `${name}@recalls.test`, { role: 'MANAGER' }, modules);
  manager = await person('mia', ['Defect']);
  north = await person('nia', ['Defect']);
  watcher = await person('wes', ['Events']);
  keeper = await person('kit', ['Vehicle File']);
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
    headers: await tokenOf(manager),
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

it('[W-01] notifies the people of the depots that a campaign hits, and before its due day, once', async () => {
  const dayIn = (days: number) => toApiDate(Date.now() + days * 86_400_000, 'UTC');
  const plates = async (...ids: number[]) =>
    (await query('select registration from vehicles where id = any($1)', [ids])).rows
      .map(({ registration }: { registration: string }) => registration)
      .join('\n');
  const body = {
    number: 'R/2026/202',
    title: 'Seat belt',
    is_safety: true,
    due_on: dayIn(6),
    plates: await plates(id('n1'), id('s1')),
  };
  const { body: one } = await call('POST', 'work_order_campaigns/', body);
  const hitOf = (alerts: { recall: { id: number; due_on: string | null } }[]) =>
    alerts.filter(({ recall }) => recall.id === one.id && recall.due_on === null);
  // The vehicles of different depots are in different alerts: nobody hears of a vehicle that they may not see.
  expect(hitOf(await alertsOf(manager))).toHaveLength(2);
  const [alert, ...others] = hitOf(await alertsOf(north));
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    severity: 'critical',
    vehicle: { id: id('n1') },
    recall: { number: 'R/2026/202', title: 'Seat belt', vehicles: 1, due_on: null },
  });
  // Saving again does not notify again; a further vehicle of the depot does.
  const path = `work_order_campaigns/${one.id}/`;
  await call('PUT', path, body);
  expect(hitOf(await alertsOf(north))).toHaveLength(1);
  await call('PUT', path, { ...body, plates: await plates(id('n1'), id('n2')) });
  expect(hitOf(await alertsOf(north))).toHaveLength(2);
  // People without permission for defects and vehicle files hear nothing.
  expect(await alertsOf(watcher)).toEqual([]);

  const dueOf = async (as: number) =>
    (await alertsOf(as))
      .map(({ recall }: { recall: object }) => recall)
      .filter((recall: { id: number; due_on: string | null }) => recall.id === one.id)
      .filter((recall: { due_on: string | null }) => recall.due_on !== null);
  const run = () => notifyDueCampaigns(api.services, Date.now());
  await call('PUT', `${path}vehicles/${id('n2')}/`, { state: 'done', done_on: dayIn(-1) });
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  expect(await dueOf(north)).toEqual([expect.objectContaining({ vehicles: 1, due_on: dayIn(6) })]);
  expect(await dueOf(manager)).toHaveLength(2);
  // After a later due day, reminders begin again. A finished campaign has none.
  await call('PUT', path, { ...body, due_on: dayIn(3) });
  await call('PUT', `${path}vehicles/${id('n1')}/`, {
    state: 'not_affected',
    reason: 'Other seat',
  });
  expect(await run()).toBe(1);
  expect(await dueOf(north)).toHaveLength(1);
});

it('[W-01] lists the vehicles of campaigns by due day, and puts them on calendars', async () => {
  const { body: all } = await call('GET', `work_order_campaigns/vehicles/?vehicle=${id('s1')}`);
  expect(all.results.map((line: { campaign: { number: string } }) => line.campaign.number)).toEqual(
    expect.arrayContaining(['R/2026/101', 'R/2026/202']),
  );
  const { body: open } = await call('GET', 'work_order_campaigns/vehicles/?state=unfinished');
  expect(
    open.results
      .map((line: { state: string }) => line.state)
      .filter((one: string) => one === 'done'),
  ).toEqual([]);
  expect(open.count).toBe(1);
  expect(open.results[0]).toMatchObject({
    campaign: { number: 'R/2026/202', is_safety: true },
    vehicle: { id: id('s1') },
    depot: { id: fleet.south },
    is_overdue: false,
  });
  const { due_on: due } = open.results[0];
  const between = (from: string, to: string) =>
    call('GET', `work_order_campaigns/vehicles/?state=unfinished&from=${from}&to=${to}`);
  expect((await between(due, due)).body.count).toBe(1);
  expect((await between('2020-01-01', '2020-12-31')).body.count).toBe(0);
  const hidden = await call(
    'GET',
    `work_order_campaigns/vehicles/?vehicle=${id('s1')}`,
    undefined,
    north,
  );
  expect(hidden.status).toBe(404);
  expect((await call('GET', 'work_order_campaigns/vehicles/', undefined, watcher)).status).toBe(
    403,
  );

  const calendar = async (as: number, category: string | null) => {
    const feed = await call('POST', 'calendar_feeds/', { name: 'Due', category }, as);
    expect(feed.status, JSON.stringify(feed.body)).toBe(201);
    const answer = await fetch(`${api.url}${new URL(feed.body.address).pathname}`);
    return (await answer.text()).replaceAll('\r\n ', '');
  };
  const file = await calendar(keeper, null);
  expect(file).toMatch(new RegExp(`UID:recall-\\d+-${id('s1')}@`));
  expect(file).toContain(`DTSTART;VALUE=DATE:${due.replaceAll('-', '')}`);
  expect(await calendar(keeper, 'Recall')).toContain('R/2026/202 Seat belt');
  expect(await calendar(keeper, 'MOT')).not.toContain('R/2026/202');
});
