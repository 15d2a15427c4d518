import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let category = 0;
let foreignCategory = 0;

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const admin = () => fleet.people.admin;
const send = (path: string, body: unknown, as = admin(), method = 'POST') =>
  api.ask(path, { as, method, body });
const create = (body: object, as = admin()) =>
  send('/api/drivers_list/', { first_name: 'Eve', surname: 'Stone', ...body }, as);
const change = (id: number, body: object, as = admin()) =>
  send(`/api/driver/${id}/`, { first_name: 'Eve', surname: 'Stone', ...body }, as, 'PUT');
const read = async (id: number, as = admin()) => (await api.ask(`/api/driver/${id}/`, { as })).body;
const list = async (ask = '', as = admin()) =>
  (await api.ask(`/api/administration/drivers/${ask}`, { as })).body;
const surnames = (answer: { results: { surname: string }[] }) =>
  answer.results.map(({ surname }) => surname);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const made = async (customerId: number) =>
    (
      await query(
        `insert into catalogue_entries (customer_id, kind, name)
         values ($1, 'driver_category', 'HGV') returning id`,
        [customerId],
      )
    ).rows[0].id;
  category = await made(fleet.home.customerId);
  foreignCategory = await made(fleet.away.customerId);
});
afterAll(() => api.close());

const FULL = {
  first_name: ' Eve ',
  surname: 'Stone',
  email: 'eve@track.test',
  phone: '+44 (0)1327 300-000',
  driver_id: '0100A1B2',
  rfid_number: 'R-1',
  tachograph_card_number: 'GB 123 456',
  tachograph_card_expires_on: day(400),
  licence_number: 'STONE 902155E99AB',
  licence_categories: ['c', 'CE', 'C'],
  licence_expires_on: day(20),
  cpc_card_number: 'D 777',
  cpc_expires_on: day(-3),
};

describe('drivers', () => {
  let stone = 0;

  it('[RP-17] [O-20] are created with licence, cards, category, vehicle and account', async () => {
    const { vehicles, people, home } = fleet;
    const links = { category, vehicle: vehicles.n2.vehicleId, user: people.driver };
    const { status, body } = await create({ ...FULL, ...links });
    expect(status).toBe(201);
    expect(contract.drivers.create.answer.parse(body)).toEqual({
      ...FULL,
      ...links,
      id: body.id,
      first_name: 'Eve',
      licence_categories: ['C', 'CE'],
      category_name: 'HGV',
      vehicle_registration: 'N2 BBB',
      user_name: 'Ada Hill',
      customer: home.customerId,
      customer_name: 'Home',
      archived: false,
    });
    stone = body.id;
    const { rows } = await query(
      `select action, after from audit_entries where subject_kind = 'driver' and subject_id = $1`,
      [String(body.id)],
    );
    expect(rows).toMatchObject([
      { action: 'created', after: { category: 'HGV', vehicle: 'N2 BBB', surname: 'Stone' } },
    ]);
  });

  it('[R-105] [V-39] are returned as they were saved', async () => {
    expect(contract.drivers.read.answer.parse(await read(stone))).toMatchObject({
      id: stone,
      first_name: 'Eve',
      surname: 'Stone',
      rfid_number: 'R-1',
      vehicle_registration: 'N2 BBB',
    });
    const foreign = await api.ask(`/api/driver/${stone}/`, { as: fleet.people.foreign });
    expect(foreign.status).toBe(404);
  });

  it('[O-P02] [S-29] [R-P04] are paged, sorted, searched, filtered and exported to a file', async () => {
    await create({ first_name: 'Adam', surname: 'Archer', licence_expires_on: day(200) });
    const all = await list();
    contract.drivers.list.answer.parse(all);
    expect(surnames(all)).toEqual(['Archer', 'Miles', 'Stone']);
    expect(surnames(await list('?ordering=-surname&pageSize=1&page=2'))).toEqual(['Miles']);
    expect(surnames(await list('?ordering=licence_expires_on'))).toEqual([
      'Stone',
      'Archer',
      'Miles',
    ]);
    for (const search of ['eve stone', '0100a1', 'N%20902', 'eve@'.toUpperCase()]) {
      expect(surnames(await list(`?search=${search}`)), search).toEqual(
        search === 'N%20902' ? [] : ['Stone'],
      );
    }
    expect(surnames(await list('?expiring=true'))).toEqual(['Stone']);
    expect(surnames(await list(`?category=${category}`))).toEqual(['Stone']);
    const file = await api.ask('/api/administration/drivers/export/?format=csv&search=archer', {
      as: admin(),
    });
    expect(file.body.split('\r\n')[1]).toMatch(/^Archer,Adam,/);
  });

  it('[O-P07] [T-P01] refuse records of another customer by field, and write nothing', async () => {
    const { vehicles, people, away, foreignDriver } = fleet;
    const wrong = {
      surname: 'Thief',
      category: foreignCategory,
      vehicle: vehicles.f1.vehicleId,
      user: people.foreign,
    };
    const refused = [await create(wrong), await change(fleet.ann, wrong)];
    for (const { status, body } of refused) {
      expect([status, Object.keys(body.errors).sort()]).toEqual([
        400,
        ['category', 'user', 'vehicle'],
      ]);
    }
    expect((await create({ customer: away.customerId })).body.errors).toHaveProperty('customer');
    expect((await change(foreignDriver, {})).status).toBe(404);
    const many = { ids: [fleet.ann, foreignDriver], category };
    expect((await send('/api/administration/drivers/change/', many)).status).toBe(404);
    const theirs = { ids: [fleet.ann], category: foreignCategory };
    expect((await send('/api/administration/drivers/change/', theirs)).body.errors).toEqual({
      category: ['This category is not known'],
    });
    const { rowCount } = await query(`select from drivers where surname = 'Thief'`);
    expect(rowCount).toBe(0);
    expect((await read(fleet.ann)).surname).toBe('Miles');
  });

  it('[O-20] [T-P01] refuse invalid addresses, numbers and dates', async () => {
    const { status, body } = await create({
      first_name: ' ',
      email: 'nobody',
      phone: '<script>',
      driver_id: 'a;b',
      licence_expires_on: '2026-02-30',
      licence_categories: ['C', '<b>'],
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      400,
      ['driver_id', 'email', 'first_name', 'licence_categories.1', 'licence_expires_on', 'phone'],
    ]);
  });

  it('[O-20] have unique numbers across all fields, in any case, also at the same moment', async () => {
    const taken = await create({ rfid_number: '0100a1b2', driver_id: 'R-2' });
    expect([taken.status, taken.body.errors]).toEqual([
      400,
      { rfid_number: ['Another driver has this number'] },
    ]);
    const twice = await create({ rfid_number: 'x9', driver_id: 'X9' });
    expect(twice.body.errors).toEqual({ rfid_number: ['Enter each number in one field only'] });
    const both = await Promise.all([
      create({ surname: 'Twin', driver_id: 'T1' }),
      create({ surname: 'Twin', driver_id: 'T1' }),
    ]);
    const statuses = both.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    expect([400, 409]).toContain(statuses[1]);
    const theirs = await create(
      { driver_id: '0100A1B2', customer: fleet.away.customerId },
      fleet.people.global,
    );
    expect(theirs.status).toBe(201);
    await query(`delete from drivers where surname = 'Twin' or id = $1`, [theirs.body.id]);
  });

  it('[R-106] [O-20] change vehicle and account; a driver of several vehicles keeps them', async () => {
    const { vehicles, ann, people } = fleet;
    const before = await read(ann);
    expect([before.vehicle_registration, before.user]).toEqual(['N1 AAA', null]);
    const driven = async () =>
      (
        await query('select registration from vehicles where driver_id = $1 order by 1', [ann])
      ).rows.map(({ registration }) => registration);
    const same = { first_name: 'Ann', surname: 'Miles', vehicle: vehicles.n1.vehicleId };
    await change(ann, { ...same, phone: '1' });
    expect(await driven()).toEqual(['N1 AAA', 'S1 CCC']);
    const moved = await change(ann, { ...same, vehicle: vehicles.n2.vehicleId });
    expect(moved.body.vehicle_registration).toBe('N2 BBB');
    expect(await driven()).toEqual(['N2 BBB']);
    const [stone] = (await list('?search=stone')).results;
    expect(stone.vehicle).toBeNull();
    const account = await change(ann, { ...same, user: people.driver });
    expect(account.body.errors).toEqual({ user: ['This user is another driver'] });
    const none = await change(stone.id, { ...FULL, user: null, vehicle: null });
    expect(none.body.user).toBeNull();
    expect((await change(ann, { ...same, user: people.driver })).body.user).toBe(people.driver);
    const { rows } = await query(
      `select before, after from audit_entries where subject_kind = 'driver' and subject_id = $1
       order by position desc limit 1`,
      [String(ann)],
    );
    expect(rows[0]).toMatchObject({
      before: { user: null, vehicle: 'N2 BBB' },
      after: { user: 'Ada Hill', vehicle: 'N1 AAA' },
    });
  });

  it('[RP-18] lose vehicle, account, tags and cards when archived, and keep their trips', async () => {
    const { ann, vehicles, home, people } = fleet;
    await change(ann, {
      first_name: 'Ann',
      surname: 'Miles',
      driver_id: 'ANN1',
      vehicle: vehicles.n1.vehicleId,
      user: people.driver,
    });
    await query(
      `insert into trips (customer_id, vehicle_id, driver_id, started_at, ended_at, in_progress,
         start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
         max_speed_kmh, segments)
       values ($1, $2, $3, now() - interval '1 hour', now(), false, 52, -1, 52, -1, 1, 1, 1, 1, '[]')`,
      [home.customerId, vehicles.n1.vehicleId, ann],
    );
    expect((await send('/api/drivers_delete/', { id: ann })).status).toBe(204);
    expect(surnames(await list())).not.toContain('Miles');
    expect(surnames(await list('?archived=true'))).toEqual(['Miles']);
    expect(await read(ann)).toMatchObject({ vehicle: null, user: null, driver_id: null });
    const kept = await query('select from trips where driver_id = $1', [ann]);
    expect(kept.rowCount).toBe(1);
    expect((await change(ann, {})).status).toBe(400);
    expect((await create({ surname: 'Heir', driver_id: 'ANN1' })).status).toBe(201);
    const restored = await send('/api/administration/drivers/archive/', {
      ids: [ann, ann],
      archived: false,
    });
    expect(restored.body).toEqual({ changed: 1 });
    expect((await read(ann)).archived).toBe(false);
    const held = await query(
      `select d.surname, i.held_until is null as holds, i.held_from = '-infinity' as first
       from driver_identities i join drivers d on d.id = i.driver_id
       where i.number = 'ANN1' order by i.id`,
    );
    expect(held.rows).toEqual([
      { surname: 'Miles', holds: false, first: true },
      { surname: 'Heir', holds: true, first: false },
    ]);
  });

  it('[U-P03] [O-P02] of some depots are those of their vehicles; a category can be set for several', async () => {
    const { people, vehicles, ann } = fleet;
    const as = people.northAdmin;
    await query('update vehicles set driver_id = null');
    expect((await create({}, as)).body.errors).toEqual({
      vehicle: ['Choose a vehicle of your depots'],
    });
    const own = await create({ surname: 'North', vehicle: vehicles.n1.vehicleId }, as);
    expect(own.status).toBe(201);
    expect((await create({ vehicle: vehicles.s2.vehicleId }, as)).body.errors).toEqual({
      vehicle: ['This vehicle is not known'],
    });
    const seen = await list('', as);
    expect(surnames(seen)).toContain('North');
    expect(surnames(seen)).not.toContain('Archer');
    const many = await send('/api/administration/drivers/change/', {
      ids: [own.body.id, ann],
      category,
    });
    expect(many.body).toEqual({ changed: 2 });
    expect((await read(ann)).category_name).toBe('HGV');
    for (const who of ['manager', 'driver', 'guest', 'readonly', 'plain'] as const) {
      expect((await create({}, people[who])).status).toBe(403);
    }
  });
});
