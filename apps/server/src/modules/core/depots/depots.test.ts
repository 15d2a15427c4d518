import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const ADDRESS = {
  display_name: 'Gate 2',
  address1: '1 Royal Oak Way',
  address2: '',
  city: 'Daventry',
  county: 'Northamptonshire',
  postcode: 'NN11 8NT',
  country: 'United Kingdom',
};

const query = (text: string, values: unknown[] = []) => api.services.db.pool.query(text, values);
const admin = () => fleet.people.admin;
const send = (path: string, body: unknown, as = admin(), method = 'POST') =>
  api.ask(path, { as, method, body });
const create = (body: object, as = admin()) => send('/api/vehicles_groups/', body, as);
const change = (id: number, body: object, as = admin()) =>
  send(`/api/vehicles_group/${id}/`, body, as, 'PUT');
const list = async (ask = '', as = admin()) =>
  (await api.ask(`/api/administration/vehicles_groups/${ask}`, { as })).body;
const names = (answer: { results: { name: string }[] }) => answer.results.map(({ name }) => name);
/** Names of the depots in a person's sidebar. */
const sidebar = async (as: number) =>
  (await api.ask('/api/vehicles_group_list/', { as })).body.vehicle_groups.map(
    ({ name }: { name: string }) => name,
  );
const historyOf = async (kind: string, id: number) =>
  (
    await query(
      `select action, actor_name, before, after from audit_entries
       where subject_kind = $1 and subject_id = $2 order by position`,
      [kind, String(id)],
    )
  ).rows;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await query(
    `insert into user_modules select id, 'Vehicle Check' from users on conflict do nothing`,
  );
});
afterAll(() => api.close());

describe('depots', () => {
  let west = 0;

  it('[O-18] [O-P05] [R-064] are created with region, address, vehicles and schedule types', async () => {
    const { home, vehicles } = fleet;
    const body = {
      name: ' West ',
      region: home.regionId,
      address: ADDRESS,
      vehicles: [vehicles.n1.vehicleId, vehicles.s1.vehicleId, vehicles.n1.vehicleId],
      schedule_types: [1, 2],
    };
    const { status, body: made } = await create(body);
    expect(status).toBe(201);
    west = made.id;
    expect(contract.depots.create.answer.parse(made)).toMatchObject({
      name: 'West',
      is_region: false,
      permission: null,
      customer: home.customerId,
      region: { id: home.regionId, name: 'Home region' },
      address: ADDRESS,
      vehicle_count: 2,
      vehicles: [{ registration: 'N1 AAA' }, { registration: 'S1 CCC' }],
      schedule_types: [{ id: 1, name: 'MOT' }, { id: 2 }],
      archived: false,
    });
    expect(await historyOf('depot', made.id)).toMatchObject([
      { action: 'created', actor_name: 'Ada Hill', after: { name: 'West', city: 'Daventry' } },
    ]);
  });

  it('[R-067] [V-01] are read with name, vehicles and permission', async () => {
    const { status, body } = await api.ask(`/api/vehicles_group/${west}/`, { as: admin() });
    expect(status).toBe(200);
    expect(contract.depots.read.answer.parse(body)).toMatchObject({
      id: west,
      name: 'West',
      permission: null,
      vehicles: [{ registration: 'N1 AAA' }, { registration: 'S1 CCC' }],
    });
  });

  it('[O-09] [O-10] [V-47] keep each field of their address', async () => {
    const { body } = await api.ask(`/api/vehicles_group/${west}/`, { as: admin() });
    expect(body.address).toEqual({ ...ADDRESS, id: expect.any(Number) });
    const moved = { ...ADDRESS, display_name: 'Gate 3', address2: 'Unit 4' };
    await change(west, { address: moved });
    const { rows } = await query('select * from addresses where id = $1', [body.address.id]);
    expect(rows).toEqual([expect.objectContaining(moved)]);
    await change(west, { address: ADDRESS });
  });

  it('[R-075] are listed for one vehicle', async () => {
    const { vehicles } = fleet;
    const of = await api.ask(`/api/vehicle/${vehicles.n1.vehicleId}/vehicle_groups`, {
      as: admin(),
    });
    expect(contract.depots.ofVehicle.answer.parse(of.body).map(({ name }) => name)).toEqual([
      'Home depot',
      'West',
    ]);
  });

  it('[O-11] accept an address with a short display name, as nothing enforces its length', async () => {
    const address = { ...ADDRESS, display_name: 'A' };
    const { body } = await create({ name: 'Short', address });
    expect(body.address).toMatchObject(address);
    const { body: without } = await change(body.id, { name: 'Short', address: null });
    expect(without.address).toBeNull();
    expect((await query('select from addresses where display_name = $1', ['A'])).rowCount).toBe(0);
  });

  it('[R-073] [S-29] are paged and sorted', async () => {
    const all = await list();
    contract.depots.list.answer.parse(all);
    expect(names(all)).toEqual([...names(all)].sort((a, b) => a.localeCompare(b)));
    const page = await list('?ordering=-name&pageSize=2&page=2');
    expect(page.count).toBe(all.count);
    expect(names(page)).toEqual([...names(all)].reverse().slice(2, 4));
    expect(names(await list('?ordering=-vehicle_count'))[0]).toBe('Home depot');
    const descending = await list('?ordering=name&orderingDirection=desc&pageSize=1');
    expect(names(descending)).toEqual(names(all).slice(-1));
    expect(names(await list(`?region=${fleet.home.regionId}`))).toEqual(['Home depot', 'West']);
    expect(names(await list('?is_region=true'))).toEqual(['Home region']);
  });

  it('[R-063] are listed by the catalogue call as by the administration’s', async () => {
    expect((await api.ask('/api/vehicles_groups/', { as: admin() })).body).toEqual(await list());
  });

  it('[R-P04] [O-P02] are searched by any part of the name, and exported to a file', async () => {
    expect(names(await list('?search=WES'))).toEqual(['West']);
    expect((await list('?search=%25')).count).toBe(0);
    const file = await api.ask(
      '/api/administration/vehicles_groups/export/?format=csv&search=west',
      { as: admin() },
    );
    expect(file.headers.get('content-disposition')).toMatch(/depots_.*\.csv/);
    expect(file.body.replace('\uFEFF', '')).toBe('Depot,Region,Vehicles\r\nWest,Home region,2\r\n');
  });

  it('[O-P07] [T-P01] refuse records of another customer by field, and write nothing', async () => {
    const { away, vehicles } = fleet;
    await query(`insert into schedule_types (id, customer_id, name, category, interval)
      values (90001, ${away.customerId}, 'Theirs', 'Theirs', '1y')`);
    const wrong = {
      name: 'Thief',
      region: away.regionId,
      vehicles: [vehicles.n1.vehicleId, vehicles.f1.vehicleId],
      schedule_types: [1, 90001],
    };
    const { status, body } = await create(wrong);
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      400,
      ['region', 'schedule_types', 'vehicles'],
    ]);
    const theirs = await create({ name: 'Thief', customer: away.customerId });
    expect([theirs.status, theirs.body.errors]).toEqual([
      400,
      { customer: ['This customer is not known'] },
    ]);
    const region = { name: 'Thief', is_region: true, vehicle_groups: [away.depotId] };
    expect((await create(region)).body.errors).toEqual({
      vehicle_groups: ['A depot is not known'],
    });
    const planted = { permission: 'admin', id: 7, archived: true };
    const harmless = await create({ name: 'Harmless', ...planted });
    expect(harmless.body).toMatchObject({ permission: null, archived: false });
    expect(harmless.body.id).not.toBe(7);
    await send('/api/vehicles_groups_delete/', { id: harmless.body.id });
    expect((await change(away.depotId, { name: 'Thief' })).status).toBe(404);
    expect((await query(`select from depots where name = 'Thief'`)).rowCount).toBe(0);
    expect((await query(`select from regions where name = 'Thief'`)).rowCount).toBe(0);
    expect((await list('', fleet.people.global)).count).toBe((await list()).count + 1);
    const byGlobal = await create(
      { name: 'Theirs', customer: away.customerId },
      fleet.people.global,
    );
    expect(byGlobal.body.customer).toBe(away.customerId);
    expect((await create({ name: 'Whose' }, fleet.people.global)).body.errors).toEqual({
      customer: ['Choose a customer'],
    });
  });

  it('[O-P02] have unique names, even if two administrators save at the same moment', async () => {
    const { status, body } = await create({ name: 'WEST' });
    expect([status, Object.keys(body.errors)]).toEqual([409, ['name']]);
    const both = await Promise.all([create({ name: 'Twin' }), create({ name: 'Twin' })]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect((await create({ name: ' ' })).body.errors).toHaveProperty('name');
  });

  it('[R-068] [U-P03] [O-18] moved to another region leave the scope of users of the old one at once', async () => {
    const { home, people } = fleet;
    const { body: region } = await create({ name: 'Coast', is_region: true });
    const [west] = (await list('?search=West')).results;
    expect(await sidebar(people.region)).toEqual(['Home depot', 'West']);
    const moved = await send('/api/vehicles_groups_move/', { ids: [west.id], region: region.id });
    expect(moved.body).toEqual({ changed: 1 });
    expect(await sidebar(people.region)).toEqual(['Home depot']);
    expect((await historyOf('depot', west.id)).at(-1)).toMatchObject({
      action: 'changed',
      before: { region: 'Home region' },
      after: { region: 'Coast' },
    });
    const before = (await api.ask(`/api/vehicles_group/${west.id}/`, { as: admin() })).body;
    const back = await change(west.id, { region: home.regionId });
    // Absent fields stay.
    const { name, address, schedule_types } = before;
    expect(back.body).toMatchObject({ name, address, schedule_types });
    expect(await sidebar(people.region)).toEqual(['Home depot', 'West']);
    const foreign = await send('/api/vehicles_groups_move/', {
      ids: [west.id],
      region: fleet.away.regionId,
    });
    expect(foreign.body.errors).toEqual({ region: ['A region is not known'] });
    const theirs = await send('/api/vehicles_groups_move/', {
      ids: [west.id, fleet.away.depotId],
      region: region.id,
    });
    expect(theirs.status).toBe(404);
    expect((await list(`?region=${region.id}`)).count).toBe(0);
  });

  it('[U-P03] keep vehicles that their administrator cannot see', async () => {
    const { south, vehicles, people } = fleet;
    await query('insert into user_depots values ($1, $2)', [people.northAdmin, south]);
    await query('update vehicles set is_active = false where id = $1', [vehicles.s2.vehicleId]);
    await change(south, { name: 'South', vehicles: [vehicles.s1.vehicleId] });
    const { rows } = await query(
      'select vehicle_id from vehicle_depots where depot_id = $1 order by vehicle_id',
      [south],
    );
    expect(rows.map((row) => row.vehicle_id)).toEqual([
      vehicles.s1.vehicleId,
      vehicles.s2.vehicleId,
    ]);
    await query('update vehicles set is_active = true where id = $1', [vehicles.s2.vehicleId]);
    await query('delete from user_depots where user_id = $1 and depot_id = $2', [
      people.northAdmin,
      south,
    ]);
  });

  it('[U-P03] [O-P07] are managed by an administrator of some depots within those', async () => {
    const { people, north, south, vehicles, home } = fleet;
    const as = people.northAdmin;
    expect(names(await list('', as))).toEqual(['Home depot']);
    expect((await api.ask(`/api/vehicles_group/${south}/`, { as })).status).toBe(404);
    expect((await change(south, { name: 'Mine' }, as)).status).toBe(404);
    expect((await create({ name: 'Mine' }, as)).status).toBe(403);
    const outside = await change(
      north,
      { name: 'Home depot', region: null, vehicles: [vehicles.s2.vehicleId] },
      as,
    );
    expect(Object.keys(outside.body.errors).sort()).toEqual(['region', 'vehicles']);
    const { n1, n2, x1 } = vehicles;
    const inside = await change(
      north,
      {
        name: 'Home depot',
        region: home.regionId,
        address: ADDRESS,
        vehicles: [n1.vehicleId, n2.vehicleId, x1.vehicleId],
      },
      as,
    );
    expect([inside.status, inside.body.address.city]).toEqual([200, 'Daventry']);
    expect((await list('', people.foreign)).results).toMatchObject([
      { name: 'Away depot' },
      { name: 'Theirs' },
    ]);
    for (const who of ['manager', 'driver', 'guest', 'readonly', 'plain'] as const) {
      expect((await create({ name: 'Mine' }, people[who])).status).toBe(403);
    }
  });

  it('[R-066] [U-45] [O-18] are archived once empty, and leave no access to people who saw only them', async () => {
    const { people, north } = fleet;
    const busy = await send('/api/vehicles_groups_delete/', { id: north });
    expect([busy.status, busy.body.detail]).toEqual([
      409,
      'There are vehicles in Home depot. Move them to another depot first.',
    ]);
    const { body: lone } = await create({ name: 'Lone' });
    const only = people.limited;
    await query('insert into user_depots values ($1, $2)', [only, lone.id]);
    await query('update users set is_limited_user = false where id = $1', [only]);
    api.services.bus.publish('users.changed', { userId: only });
    expect(await sidebar(only)).toEqual(['Lone']);
    expect((await send('/api/vehicles_groups_delete/', { id: lone.id })).status).toBe(204);
    expect(await sidebar(only)).toEqual([]);
    expect(await sidebar(people.admin)).not.toContain('Lone');
    expect(names(await list('?search=Lone'))).toEqual([]);
    expect(names(await list('?search=Lone&archived=true'))).toEqual(['Lone']);
    expect((await create({ name: 'Lone' })).status).toBe(201);
    const archive = (archived: boolean) =>
      send('/api/administration/vehicles_groups/archive/', { ids: [lone.id], archived });
    const taken = await archive(false);
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([409, ['name']]);
    await query(`update depots set name = 'Other' where name = 'Lone' and archived_at is null`);
    expect((await archive(false)).body).toEqual({ changed: 1 });
    expect((await archive(false)).body).toEqual({ changed: 0 });
    expect(await sidebar(only)).toEqual(['Lone']);
    expect((await historyOf('depot', lone.id)).map(({ action }) => action)).toEqual([
      'created',
      'archived',
      'restored',
    ]);
    await query(`update depots set permission = 'admin' where id = $1`, [lone.id]);
    expect((await list('?search=Lone')).count).toBe(0);
  });
});

describe('regions', () => {
  let region = 0;

  it('[O-P05] [R-064] [V-35] are created with a name and depots', async () => {
    const { south } = fleet;
    const { status, body } = await create({
      name: 'Midlands',
      is_region: true,
      vehicle_groups: [south],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Midlands',
      is_region: true,
      region: null,
      vehicle_groups: [{ id: south, name: 'South' }],
      vehicle_count: 2,
    });
    region = body.id;
    const path = `/api/vehicles_group/${region}/`;
    expect((await api.ask(path, { as: admin() })).body).toEqual(body);
  });

  it('[R-068] [O-18] are emptied and archived, never while they contain a depot', async () => {
    const full = await send('/api/vehicles_groups_delete/', { id: region });
    expect(full.status).toBe(409);
    const emptied = await change(region, { name: 'Middle', vehicle_groups: [] });
    expect(emptied.body).toMatchObject({ name: 'Middle', vehicle_groups: [] });
    expect(await historyOf('region', region)).toMatchObject([
      { action: 'created', after: { depots: ['South'] } },
      { action: 'changed', before: { name: 'Midlands' }, after: { name: 'Middle', depots: [] } },
    ]);
    const gone = await send('/api/vehicles_groups_delete/', { id: region });
    expect(gone.status).toBe(204);
    expect(names(await list('?is_region=true&archived=true'))).toEqual(['Middle']);
  });

  const regions = async (as: number) => {
    const { body } = await api.ask('/api/user/regions/', { as });
    return contract.depots.regions.answer.parse(body);
  };

  it('[R-069] [V-34] [V-35] are returned with id, name, permission and depots', async () => {
    const { people, home } = fleet;
    expect(await regions(people.north)).toEqual([
      {
        id: home.regionId,
        name: 'Home region',
        permission: null,
        vehicle_groups: [{ id: fleet.north, name: 'Home depot' }],
      },
    ]);
  });

  it('[L-28] are shown to each person within their scope', async () => {
    const { people } = fleet;
    expect((await regions(people.admin)).map(({ name }) => name)).toEqual(['Coast', 'Home region']);
    expect((await regions(people.foreign)).map(({ name }) => name)).toEqual(['Away region']);
  });

  it('[L-08] are omitted if their permission is admin', async () => {
    const { people } = fleet;
    await query(`update regions set permission = 'admin' where name = 'Coast'`);
    expect((await regions(people.admin)).map(({ name }) => name)).toEqual(['Home region']);
  });
});

describe('depots to choose from', () => {
  it('[R-078] are paged, sorted and searched by id and name', async () => {
    const { people } = fleet;
    const small = async (ask: string) =>
      (await api.ask(`/api/vehicles_group_list_small/${ask}`, { as: people.admin })).body;
    const all = await small('');
    expect(await small('?pageSize=2&page=2&ordering=-name')).toEqual(
      [...all].reverse().slice(2, 4),
    );
    expect(await small('?search=HOME')).toEqual([{ id: fleet.north, name: 'Home depot' }]);
  });

  it('[R-082] [S-28] have their region and number of vehicles, 15 a page', async () => {
    const { people, home } = fleet;
    const { body } = await api.ask('/api/fmt/vehicle_groups/v2/?brief=true', { as: people.north });
    expect(contract.depots.choosable.answer.parse(body)).toEqual({
      count: 1,
      results: [
        {
          id: fleet.north,
          name: 'Home depot',
          permission: null,
          region: { id: home.regionId, name: 'Home region' },
          vehicle_count: 3,
        },
      ],
    });
    await query(
      `insert into depots (customer_id, name)
       select $1, 'Many ' || n from generate_series(1, 20) n`,
      [fleet.home.customerId],
    );
    const many = (await api.ask('/api/fmt/vehicle_groups/v2/', { as: people.admin })).body;
    expect([many.results.length, many.count > 20]).toEqual([15, true]);
    await query(`delete from depots where name like 'Many %'`);
  });
});
