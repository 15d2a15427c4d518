import { contract } from '@roadworthy/contract';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../../test/api.ts';
import { makeGeofence } from '../../../../../test/geofences.ts';
import { withTrackedFleet } from '../../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const send = (method: string, path: string, body?: unknown, as = fleet.people.manager) =>
  api.ask(path, { as, method, body });
const group = async (GroupName: string, as?: number) =>
  (await send('POST', '/api/geofence_groups/', { GroupName }, as)).body.id as number;
const category = async (name: string, as?: number) =>
  (await send('POST', '/api/geofence_categories/', { name, colour: '#ABCDEF' }, as)).body
    .id as number;

describe('groups of geofences', () => {
  let zulu = 0;

  it('[R-056] [M-21] are added with a name', async () => {
    const { status, body } = await send('POST', '/api/geofence_groups/', { GroupName: ' Zulu ' });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), GroupName: 'Zulu', geofence_count: 0 },
    ]);
    zulu = body.id;
  });

  it('[R-057] [M-19] are listed by name, in pages, with the number of their geofences', async () => {
    const alpha = await group('alpha');
    await makeGeofence(api, fleet.people.manager, { name: 'Counted', groups: [alpha] });
    const read = async (query: string) => {
      const answer = await send('GET', `/api/geofence_groups/${query}`);
      return contract.geofences.groups.answer.parse(answer.body);
    };
    expect(await read('')).toEqual({
      count: 2,
      results: [
        { id: alpha, GroupName: 'alpha', geofence_count: 1 },
        { id: zulu, GroupName: 'Zulu', geofence_count: 0 },
      ],
    });
    expect((await read('?ordering=-GroupName&pageSize=1')).results[0]?.GroupName).toBe('Zulu');
    expect((await read('?search=ULU')).count).toBe(1);
    expect((await read('?page=4')).count).toBe(2);
  });

  it('[R-056] [M-21] have a name of 2 to 90 letters, each once', async () => {
    await group('Once');
    const twice = await send('POST', '/api/geofence_groups/', { GroupName: 'Once' });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([409, ['GroupName']]);
    for (const GroupName of ['x', ' '.repeat(5), 'x'.repeat(91), 7, null]) {
      const { status, body } = await send('POST', '/api/geofence_groups/', { GroupName });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['GroupName']]);
    }
    expect(await group('Once', fleet.people.foreign)).toEqual(expect.any(Number));
  });

  it('[R-058] [M-19] are listed with their geofences', async () => {
    const [empty, full] = [await group('List empty'), await group('List full')];
    const { manager } = fleet.people;
    const one = await makeGeofence(api, manager, { name: 'List one', groups: [full] });
    const two = await makeGeofence(api, manager, { name: 'List two', groups: [full] });
    const { status, body } = await send('GET', '/api/geofence_groups_list/');
    expect(status).toBe(200);
    const groups = contract.geofences.groupList.answer.parse(body);
    expect(groups.find(({ id }) => id === full)).toEqual({
      id: full,
      GroupName: 'List full',
      geofence_count: 2,
      geofences: [one, two],
    });
    expect(groups.find(({ id }) => id === empty)?.geofences).toEqual([]);
    const foreign = await send(
      'GET',
      '/api/geofence_groups_list/',
      undefined,
      fleet.people.foreign,
    );
    expect(JSON.stringify(foreign.body)).not.toContain('List');
  });

  it('[R-059] [M-19] are deleted, with and without slash, and their geofences remain', async () => {
    const [a, b, c] = [await group('Away a'), await group('Away b'), await group('Away c')];
    const { manager } = fleet.people;
    const kept = await makeGeofence(api, manager, { name: 'Stays', groups: [a, c] });
    expect((await send('DELETE', '/api/geofence_groups', { ids: [a, b, a] })).status).toBe(204);
    expect((await send('GET', `/api/geofence/${kept.id}/`)).body.groups).toEqual([c]);
    expect((await send('DELETE', '/api/geofence_groups/', { ids: [c] })).status).toBe(204);
    expect((await send('DELETE', '/api/geofence_groups/', { ids: [c] })).status).toBe(404);
    expect((await send('DELETE', '/api/geofence_groups/', { ids: [] })).status).toBe(400);
  });

  it('[R-059] are not deleted at all if one belongs to another customer', async () => {
    const own = await group('Own one');
    const foreign = await group('Foreign one', fleet.people.foreign);
    const answer = await send('DELETE', '/api/geofence_groups/', { ids: [own, foreign] });
    expect(answer.status).toBe(404);
    expect((await send('GET', '/api/geofence_groups/?search=Own one')).body.count).toBe(1);
    const { body } = await send(
      'GET',
      '/api/geofence_groups/?search=Foreign one',
      undefined,
      fleet.people.foreign,
    );
    expect(body.count).toBe(1);
  });
});

describe('categories of geofences', () => {
  let customers: { id: number };

  it('[R-060] [M-22] are added with a colour', async () => {
    const { status, body } = await send('POST', '/api/geofence_categories/', {
      name: 'Customer',
      colour: '#0055aa',
    });
    const made = { id: expect.any(Number), name: 'Customer', colour: '#0055aa', geofence_count: 0 };
    expect([status, body]).toEqual([201, made]);
    customers = body;
  });

  it('[R-061] [M-19] are listed with the number of their geofences', async () => {
    await makeGeofence(api, fleet.people.manager, { name: 'In it', category: customers.id });
    const listed = await send('GET', '/api/geofence_categories/?search=cust');
    expect(contract.geofences.categories.answer.parse(listed.body)).toEqual({
      count: 1,
      results: [{ ...customers, geofence_count: 1 }],
    });
  });

  it('[R-060] are refused if name or colour is invalid', async () => {
    const twice = await send('POST', '/api/geofence_categories/', {
      name: 'Customer',
      colour: '#ffffff',
    });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([409, ['name']]);
    const wrong = await send('POST', '/api/geofence_categories/', { name: 'Z', colour: 'blue' });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      400,
      ['colour', 'name'],
    ]);
  });

  it('[R-062] [M-19] are deleted, and their geofences remain without one', async () => {
    const id = await category('Passing');
    const kept = await makeGeofence(api, fleet.people.manager, { name: 'Remains', category: id });
    const foreign = await category('Passing', fleet.people.foreign);
    expect((await send('DELETE', '/api/geofence_categories/', { ids: [foreign] })).status).toBe(
      404,
    );
    expect((await send('DELETE', '/api/geofence_categories', { ids: [id] })).status).toBe(204);
    expect((await send('GET', `/api/geofence/${kept.id}/`)).body.category).toBeNull();
    const again = await send('DELETE', '/api/geofence_categories/', { ids: [id] });
    expect(again.status).toBe(404);
  });
});
