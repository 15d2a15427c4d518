import { contract } from '@roadworthy/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

const { query } = withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const list = async (path: string, as: number) => {
  const { status, body } = await api.ask(path, { as });
  expect(status, path).toBe(200);
  return body as { count: number; results: Record<string, unknown>[] };
};
const names = async (path: string, as: number) =>
  (await list(path, as)).results.map(({ name }) => name);

describe('the depots to choose from', () => {
  const path = '/api/vehicles_groups_for_user_list/';

  it('[R-065] [P-063] are the visible ones by name, regardless of case', async () => {
    await query(`insert into depots (customer_id, name) values ($1, 'alpha')`, [
      fleet.home.customerId,
    ]);
    const answer = await list(path, fleet.people.admin);
    contract.pickers.depots.answer.parse(answer);
    expect(answer.results.map(({ name }) => name)).toEqual(['alpha', 'Home depot', 'South']);
    expect(answer.results[1]?.region).toEqual({ id: fleet.home.regionId, name: 'Home region' });
    expect(await names(path, fleet.people.north)).toEqual(['Home depot']);
    expect(await names(path, fleet.people.driver)).toEqual(['South']);
    expect(await names(path, fleet.people.limited)).toEqual([]);
    expect(await names(path, fleet.people.foreign)).toEqual(['Away depot']);
    expect((await list(path, fleet.people.global)).count).toBe(4);
  });

  it('[R-010] [R-P02] are paged, sorted, and counted beyond the page', async () => {
    const { admin } = fleet.people;
    expect(await list(`${path}?pageSize=1&page=2`, admin)).toMatchObject({
      count: 3,
      results: [{ name: 'Home depot' }],
    });
    expect(await list(`${path}?page=9`, admin)).toEqual({
      count: 3,
      count_is_limit: false,
      results: [],
    });
    const backwards = `${path}?ordering=name&orderingDirection=desc&pageSize=1`;
    expect(await names(backwards, admin)).toEqual(['South']);
    expect((await api.ask(`${path}?ordering=region`, { as: admin })).status).toBe(400);
  });

  it('[R-P04] are searched by any part of the name', async () => {
    const { admin } = fleet.people;
    expect(await names(`${path}?search=OME`, admin)).toEqual(['Home depot']);
    expect(await names(`${path}?search=%25`, admin)).toEqual([]);
  });
});

describe('a search', () => {
  it('[U-P03] [R-P04] finds nothing of another customer, whatever the parameters', async () => {
    const { admin, foreign, global } = fleet.people;
    for (const [path, search] of [
      ['vehicles_groups_for_user_list', 'way dep'],
      ['regions_multiselect_list', 'AWAY'],
      ['drivers_list', 'zed'],
      ['drivers_list', 'ze'],
    ]) {
      const address = `/api/${path}/?search=${search}`;
      expect((await list(address, admin)).count, search).toBe(0);
      expect((await list(address, foreign)).count, search).toBe(1);
      expect((await list(address, global)).count, search).toBe(1);
    }
  });
});

describe('archived or hidden records', () => {
  beforeAll(async () => {
    const { customerId } = fleet.home;
    await query(
      `with r as (insert into regions (customer_id, name, archived_at, permission)
         values ($1, 'Old region', now(), null), ($1, 'Kept region', null, 'admin')),
       g as (insert into depots (customer_id, name, archived_at, permission)
         values ($1, 'Old depot', now(), null), ($1, 'Kept depot', null, 'admin'))
       insert into drivers (customer_id, first_name, surname, archived_at)
         values ($1, 'Old', 'Driver', now())`,
      [customerId],
    );
  });

  it.each(['vehicles_groups_for_user_list', 'regions_multiselect_list'])(
    '[U-45] [R-065] [R-074] are not offered: %s',
    async (path) => {
      for (const search of ['old', 'kept']) {
        expect(await names(`/api/${path}/?search=${search}`, fleet.people.admin)).toEqual([]);
      }
      expect((await list(`/api/${path}/`, fleet.people.admin)).count).toBeGreaterThan(0);
    },
  );

  it('[R-104] are not offered: a driver', async () => {
    expect((await list('/api/drivers_list/?search=old', fleet.people.admin)).count).toBe(0);
  });
});

describe('the regions to choose from', () => {
  const path = '/api/regions_multiselect_list/';

  it('[R-074] [R-004] are the visible ones with their depots', async () => {
    await query(`insert into regions (customer_id, name) values ($1, 'Empty')`, [
      fleet.home.customerId,
    ]);
    const answer = await list(path, fleet.people.admin);
    contract.pickers.regions.answer.parse(answer);
    expect(answer).toMatchObject({
      count: 2,
      results: [
        { name: 'Empty', vehicle_groups: [] },
        { name: 'Home region', vehicle_groups: [{ id: fleet.north, name: 'Home depot' }] },
      ],
    });
    expect(await names(path, fleet.people.north)).toEqual(['Home region']);
    expect(await names(path, fleet.people.driver)).toEqual([]);
    expect(await names(path, fleet.people.foreign)).toEqual(['Away region']);
    expect(await names(`${path}?search=home`, fleet.people.admin)).toEqual(['Home region']);
    expect(await names(`${path}?ordering=-name`, fleet.people.admin)).toEqual([
      'Home region',
      'Empty',
    ]);
  });
});

describe('the drivers to choose from', () => {
  const path = '/api/drivers_list/';
  const firstNames = async (ask: string, as: number) =>
    (await list(`${path}${ask}`, as)).results.map(({ first_name }) => first_name);

  let bob = 0;

  it('[R-104] [R-011] [P-084] are those without an account, by first name', async () => {
    const { admin } = fleet.people;
    const { rows } = await query(
      `insert into drivers (customer_id, first_name, surname, tag_number)
       values ($1, 'bob', 'Stone', 'T1'), ($1, 'Cem', 'Ayd', null) returning id`,
      [fleet.home.customerId],
    );
    bob = rows[0].id;
    await query('update users set driver_id = $1 where id = $2', [bob, fleet.people.driver]);
    const answer = await list(path, admin);
    contract.pickers.drivers.answer.parse(answer);
    expect(answer.results.map(({ first_name }) => first_name)).toEqual(['Ann', 'Cem']);
    expect(answer.results[0]).toMatchObject({ surname: 'Miles', user: null });
    expect(answer.results[0]?.vehicle).toBe(fleet.vehicles.n1.vehicleId);
    expect(await firstNames('?ordering=surname', admin)).toEqual(['Cem', 'Ann']);
  });

  it('[P-082] include the chosen one if it is named, or all', async () => {
    const { admin } = fleet.people;
    expect(await firstNames(`?except=${bob}`, admin)).toEqual(['Ann', 'bob', 'Cem']);
    expect(await firstNames('?unassigned=false', admin)).toEqual(['Ann', 'bob', 'Cem']);
    const [withAccount] = (await list(`${path}?unassigned=false&search=bob`, admin)).results;
    expect(withAccount).toMatchObject({ id: bob, driver_id: 'T1', user: fleet.people.driver });
  });

  it('[P-081] [R-104] are searched by first name and surname on the server', async () => {
    const { admin } = fleet.people;
    for (const search of ['mile', 'ANN', 'ann%20mi']) {
      expect(await firstNames(`?search=${search}`, admin)).toEqual(['Ann']);
    }
    expect(await firstNames('?search=zed', admin)).toEqual([]);
  });

  it('[R-104] [U-P03] are limited to customer and depots, and to administrators', async () => {
    expect(await firstNames('', fleet.people.foreign)).toEqual(['Zed']);
    expect(await firstNames(`?except=${fleet.foreignDriver}`, fleet.people.admin)).not.toContain(
      'Zed',
    );
    await query('delete from driver_assignments');
    expect(await firstNames('', fleet.people.northAdmin)).toEqual([]);
    expect((await api.ask(path, { as: fleet.people.manager })).status).toBe(403);
  });
});

describe('the repairers to choose from', () => {
  const path = (customerId: number) => `/api/customer_repairers/${customerId}/`;

  it('[R-100] [O-24] are a plain list of the user’s own customer, without archived ones; none for customer 0', async () => {
    const { home, away, people } = fleet;
    await query(
      `insert into repairers (customer_id, name, archived_at) values ($1, 'Wheels', null),
         ($1, 'axles', null), ($1, 'Gone', now()), ($2, 'Foreign', null)`,
      [home.customerId, away.customerId],
    );
    const { status, body } = await api.ask(path(home.customerId), { as: people.manager });
    contract.pickers.repairers.answer.parse(body);
    expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      ['axles', 'Wheels'],
    ]);
    expect((await api.ask(path(0), { as: people.global })).body).toEqual([]);
    expect((await api.ask(path(away.customerId), { as: people.admin })).status).toBe(404);
    expect((await api.ask(path(away.customerId), { as: people.global })).body).toHaveLength(1);
  });
});

describe('lists too long to page through', () => {
  it('[R-P07] are counted up to a limit, and searched for common and rare words', async () => {
    await query(
      `insert into regions (customer_id, name) select $1, 'Mass ' || n from generate_series(1, 10050) n`,
      [fleet.away.customerId],
    );
    const { foreign } = fleet.people;
    const path = '/api/regions_multiselect_list/?pageSize=25';
    const limited = { count: 10_000, count_is_limit: true };
    expect(await list(path, foreign)).toMatchObject(limited);
    const many = await list(`${path}&search=mass&page=2`, foreign);
    expect(many).toMatchObject(limited);
    expect(many.results).toHaveLength(25);
    const few = await list(`${path}&search=mass%20100`, foreign);
    expect(few).toMatchObject({ count: 62, count_is_limit: false });
    expect((await list(`${path}&search=ss`, foreign)).count).toBe(10_000);
    expect((await list(`${path}&search=mass%20100`, fleet.people.admin)).count).toBe(0);
  });
});
