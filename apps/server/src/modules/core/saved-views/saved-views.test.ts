import { SAVED_VIEWS_MAX } from '@roadworthy/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

const PATH = '/api/saved_views/';
const DEFAULTS = '/api/saved_view_defaults/';
const SETTINGS = {
  query: { search: 'north', ordering: '-registration', pageSize: '75' },
  columns: { hidden: ['vin'], widths_px: { registration: 160 } },
};

let api: TestApi;
let fleet: TrackedFleet;
withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});
beforeEach(() => api.services.db.pool.query('delete from saved_views'));

type Person = keyof TrackedFleet['people'];
const ask = (person: Person, method: string, path: string, body?: unknown) =>
  api.ask(path, { as: fleet.people[person], method, ...(body === undefined ? {} : { body }) });
const save = (person: Person, name: string, settings: object = SETTINGS, list = 'vehicles') =>
  ask(person, 'POST', PATH, { list, name, settings });
const share = (person: Person, id: number, isShared = true) =>
  ask(person, 'PUT', `${PATH}${id}/shared/`, { is_shared: isShared });
const makeDefault = (person: Person, view: number | null, list = 'vehicles') =>
  ask(person, 'PUT', DEFAULTS, { list, view });
const viewsOf = async (person: Person, list = 'vehicles') =>
  (await ask(person, 'GET', `${PATH}?list=${list}`)).body.results;
const namesOf = async (person: Person) =>
  (await viewsOf(person)).map(({ name }: { name: string }) => name);
async function shared(name: string): Promise<number> {
  const { body } = await save('admin', name);
  expect((await share('admin', body.id)).status).toBe(200);
  return body.id;
}
const audited = async (id: number) => {
  const { rows } = await api.services.db.pool.query(
    `select action, subject_name, before, after from audit_entries
     where subject_kind = 'saved_view' and subject_id = $1 order by id`,
    [String(id)],
  );
  return rows;
};

describe('saved views of a list', () => {
  it('[O-P02] keep columns, widths, sorting, filters and page size under a name', async () => {
    const { status, body } = await save('manager', '  North depot ');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        list: 'vehicles',
        name: 'North depot',
        settings: SETTINGS,
        is_shared: false,
        is_default: false,
        may_change: true,
      },
    ]);
    expect(await viewsOf('manager')).toEqual([body]);
    expect(await viewsOf('manager', 'drivers')).toEqual([]);
  });

  it('[O-P02] are renamed, replaced and deleted; absent fields stay', async () => {
    const { id } = (await save('manager', 'North')).body;
    const renamed = await ask('manager', 'PATCH', `${PATH}${id}/`, { name: 'South' });
    expect(renamed.body).toMatchObject({ name: 'South', settings: SETTINGS });
    const settings = { query: {}, columns: { hidden: [], widths_px: {} } };
    const replaced = await ask('manager', 'PATCH', `${PATH}${id}/`, { settings });
    expect(replaced.body).toMatchObject({ name: 'South', settings });
    expect((await ask('manager', 'DELETE', `${PATH}${id}/`)).status).toBe(204);
    expect(await viewsOf('manager')).toEqual([]);
    expect(await audited(id)).toEqual([]);
  });

  it('[U-P03] are visible to their person only, until they are shared', async () => {
    const { id } = (await save('manager', 'North')).body;
    for (const person of ['admin', 'north', 'foreign', 'global'] as const) {
      expect(await viewsOf(person)).toEqual([]);
      for (const [method, path, body] of [
        ['PATCH', `${PATH}${id}/`, { name: 'Mine' }],
        ['DELETE', `${PATH}${id}/`],
        ['PUT', DEFAULTS, { list: 'vehicles', view: id }],
      ] as const) {
        expect((await ask(person, method, path, body)).status, person).toBe(404);
      }
    }
    expect(await namesOf('manager')).toEqual(['North']);
  });

  it('[O-P02] keep names apart in one list, whatever their case', async () => {
    const { id } = (await save('manager', 'North')).body;
    const taken = await save('manager', 'NORTH');
    expect(taken.status).toBe(409);
    expect(taken.body.error_codes).toEqual({ name: ['saved_view.name_taken'] });
    expect((await save('manager', 'North', SETTINGS, 'drivers')).status).toBe(201);
    expect((await save('north', 'North')).status).toBe(201);
    const other = (await save('manager', 'South')).body.id;
    expect((await ask('manager', 'PATCH', `${PATH}${other}/`, { name: 'north' })).status).toBe(409);
    // A change of case only is the view's own name.
    expect((await ask('manager', 'PATCH', `${PATH}${id}/`, { name: 'NORTH' })).status).toBe(200);
  });

  it.each([
    ['a list without views', { list: 'nothing', name: 'A', settings: SETTINGS }],
    ['an empty name', { list: 'vehicles', name: '  ', settings: SETTINGS }],
    ['a long name', { list: 'vehicles', name: 'x'.repeat(61), settings: SETTINGS }],
    ['no settings', { list: 'vehicles', name: 'A' }],
    [
      'a parameter that is no name',
      { list: 'vehicles', name: 'A', settings: { ...SETTINGS, query: { 'a b': 'x' } } },
    ],
    [
      'a value that is no text',
      { list: 'vehicles', name: 'A', settings: { ...SETTINGS, query: { a: { b: 1 } } } },
    ],
    [
      'a width beyond the bounds',
      {
        list: 'vehicles',
        name: 'A',
        settings: { ...SETTINGS, columns: { hidden: [], widths_px: { vin: 63 } } },
      },
    ],
    [
      'settings that are too large',
      {
        list: 'vehicles',
        name: 'A',
        settings: { ...SETTINGS, query: { a: 'x'.repeat(4000), b: 'x'.repeat(4000) } },
      },
    ],
  ])('[T-P01] refuse %s', async (_title, body) => {
    expect((await ask('manager', 'POST', PATH, body)).status).toBe(400);
    expect(await viewsOf('manager')).toEqual([]);
  });

  it('store nothing but the known settings', async () => {
    const { body } = await save('manager', 'North', { ...SETTINGS, script: 'x' });
    expect(body.settings).toEqual(SETTINGS);
  });

  it('are limited in number, also for requests at the same moment', async () => {
    const names = Array.from({ length: SAVED_VIEWS_MAX + 5 }, (_, index) => `View ${index}`);
    const answers = await Promise.all(names.map((name) => save('manager', name)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(SAVED_VIEWS_MAX);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.error_codes]).toEqual([409, { name: ['saved_view.too_many'] }]);
    }
    expect((await save('north', 'View')).status).toBe(201);
  });

  it('take one of two equal names that are saved at the same moment', async () => {
    const answers = await Promise.all(['North', 'north', 'NORTH'].map((n) => save('manager', n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('shared views', () => {
  it('[U-P03] are read-only for everyone of the customer but administrators', async () => {
    const id = await shared('Everyone');
    for (const person of ['manager', 'north', 'driver', 'northAdmin'] as const) {
      const [view] = await viewsOf(person);
      expect(view, person).toMatchObject({ id, is_shared: true, may_change: false });
      const renamed = await ask(person, 'PATCH', `${PATH}${id}/`, { name: 'Mine' });
      expect([renamed.status, renamed.body.code]).toEqual([403, 'saved_view.shared']);
      expect((await ask(person, 'DELETE', `${PATH}${id}/`)).status).toBe(403);
      expect((await share(person, id, false)).status).toBe(403);
    }
    expect(await viewsOf('foreign')).toEqual([]);
    expect(await viewsOf('global')).toEqual([]);
    expect(await namesOf('manager')).toEqual(['Everyone']);
    expect((await ask('admin', 'DELETE', `${PATH}${id}/`)).status).toBe(204);
    expect(await viewsOf('manager')).toEqual([]);
  });

  it('are shared by administrators of all depots only, and within a customer', async () => {
    for (const [person, status] of [
      ['manager', 403],
      ['northAdmin', 403],
      ['global', 400],
    ] as const) {
      const { id } = (await save(person, 'Own')).body;
      expect((await share(person, id)).status, person).toBe(status);
    }
    const { id } = (await save('manager', 'Of the manager')).body;
    expect((await share('admin', id)).status).toBe(404);
  });

  it('are logged when they are shared, changed and deleted', async () => {
    const id = await shared('Everyone');
    await ask('admin', 'PATCH', `${PATH}${id}/`, { name: 'All' });
    await ask('admin', 'DELETE', `${PATH}${id}/`);
    expect(await audited(id)).toMatchObject([
      { action: 'changed', before: { is_shared: false }, after: { is_shared: true } },
      { action: 'changed', before: { name: 'Everyone' }, after: { name: 'All' } },
      { action: 'removed', subject_name: 'All' },
    ]);
  });

  it('that become private again are no longer the default of others', async () => {
    const id = await shared('Everyone');
    for (const person of ['admin', 'manager'] as const) {
      expect((await makeDefault(person, id)).status).toBe(204);
      expect(await viewsOf(person)).toMatchObject([{ id, is_default: true }]);
    }
    expect((await share('admin', id, false)).body).toMatchObject({
      is_shared: false,
      is_default: true,
    });
    expect(await viewsOf('manager')).toEqual([]);
    await share('admin', id);
    expect(await viewsOf('manager')).toMatchObject([{ id, is_default: false }]);
  });

  it('refuse a name that another shared view has, and more than allowed', async () => {
    await shared('Everyone');
    const { id } = (await save('admin', 'everyone')).body;
    const taken = await share('admin', id);
    expect([taken.status, taken.body.code]).toEqual([409, 'saved_view.name_taken']);
    await api.services.db.pool.query(
      `insert into saved_views (customer_id, list, name, settings)
       select $1, 'vehicles', 'Filler ' || n, $2 from generate_series(2, $3) n`,
      [fleet.home.customerId, JSON.stringify(SETTINGS), SAVED_VIEWS_MAX],
    );
    await ask('admin', 'PATCH', `${PATH}${id}/`, { name: 'One more' });
    const refused = await share('admin', id);
    expect([refused.status, refused.body.code]).toEqual([409, 'saved_view.too_many_shared']);
  });
});

describe('the default view of a list', () => {
  it('[O-P02] is one for each person and list, and ends with its view', async () => {
    const first = (await save('manager', 'First')).body.id;
    const second = (await save('manager', 'Second')).body.id;
    await makeDefault('manager', first);
    await makeDefault('manager', second);
    const defaults = async () =>
      (await viewsOf('manager')).map((view: { is_default: boolean }) => view.is_default);
    expect(await defaults()).toEqual([false, true]);
    await makeDefault('manager', null);
    expect(await defaults()).toEqual([false, false]);
    await makeDefault('manager', second);
    expect((await ask('manager', 'DELETE', `${PATH}${second}/`)).status).toBe(204);
    expect(await defaults()).toEqual([false]);
  });

  it('is a view of its list', async () => {
    const { id } = (await save('manager', 'First')).body;
    expect((await makeDefault('manager', id, 'drivers')).status).toBe(404);
  });

  it('is never a view that is no longer visible, also at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await shared(`Round ${round}`);
      const [set, ended] = await Promise.all([
        makeDefault('manager', id),
        round % 2 === 0 ? share('admin', id, false) : ask('admin', 'DELETE', `${PATH}${id}/`),
      ]);
      expect([204, 404]).toContain(set.status);
      expect([200, 204]).toContain(ended.status);
      const { rows } = await api.services.db.pool.query(
        'select from saved_view_defaults where user_id = $1',
        [fleet.people.manager],
      );
      expect(rows).toHaveLength(0);
    }
  });
});
