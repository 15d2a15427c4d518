import { MODULES, type ModuleName, ROLE_RIGHTS, type Role } from '@roadworthy/domain';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withFixture } from '../../../../test/fixture.ts';
import type { TestMailServer } from '../../../../test/mail-server.ts';
import { mailedFleet } from '../../../../test/mailed-fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { statementsOf } from '../../../../test/statements.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
let mails: TestMailServer;
let count = 0;

const moduleIds = (...names: ModuleName[]) =>
  MODULES.filter(({ name }) => names.includes(name)).map(({ id }) => id);
const form = (changed: object = {}, role: Role = 'USER') => {
  count += 1;
  return {
    email: `new${count}@users.test`,
    first_name: 'Grace',
    last_name: 'Hall',
    permission: ROLE_RIGHTS[role].id,
    modules: moduleIds('Track', 'Trips'),
    ...changed,
  };
};
const create = (as: number, body: object) => api.ask('/api/users/', { as, method: 'POST', body });
const change = (as: number, id: number, body: object) =>
  api.ask(`/api/user/${id}/`, { as, method: 'PUT', body });
const remove = (as: number, ...ids: number[]) =>
  api.ask('/api/users_delete/', { as, method: 'POST', body: { ids } });
const read = async (as: number, id: number) => (await api.ask(`/api/user/${id}/`, { as })).body;
/** The e-mails to an address, once that many have arrived. */
const mailsTo = async (address: string, atLeast: number) => {
  const found = () =>
    mails.received.filter(({ to }) => JSON.stringify(to).includes(address)).map(({ text }) => text);
  await vi.waitFor(() => expect(found().length).toBeGreaterThanOrEqual(atLeast), 30_000);
  return found();
};
/** The form of a user as stored. */
const formOf = (one: Record<string, unknown> & { permission: { id: number } }) => ({
  username: one.username,
  email: one.email,
  first_name: one.first_name,
  last_name: one.last_name,
  permission: one.permission.id,
  modules: (one.modules as { id: number }[]).map(({ id }) => id),
  regions: one.regions,
  vehicle_groups: one.vehicle_groups,
  is_limited_user: false,
  is_global_admin: one.is_global_admin,
  is_customer_admin: one.is_customer_admin,
  is_user_vehicle_admin: one.is_user_vehicle_admin,
  driver: one.driver,
  vehicle: one.vehicle,
  is_active: one.is_active,
});
const emails = async (as: number, query = '') =>
  (await api.ask(`/api/administration/users/?${query}`, { as })).body.results.map(
    ({ email }: { email: string }) => email.split('@')[0],
  ) as string[];

withFixture(mailedFleet, (started) => {
  ({ api, fleet, mails } = started);
});

describe('a new user', () => {
  it('[R-033] [O-P03] gets an e-mail, uses it to choose a password, and signs in', async () => {
    const { people, north, ann, home } = fleet;
    const made = await create(
      people.admin,
      form({ email: 'Grace@Users.Test', vehicle_groups: [north], driver: ann }),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({
      email: 'grace@users.test',
      username: 'grace@users.test',
      permission: { name: 'USER' },
      modules: [{ name: 'Track' }, { name: 'Trips' }],
      customers: [{ id: home.customerId }],
      vehicle_groups: [north],
      vehicle_group_places: [{ id: north, name: 'Home depot' }],
      driver: ann,
      driver_name: 'Ann Miles',
      has_password: false,
      is_active: true,
    });
    const [mail] = await mailsTo('grace@users.test', 1);
    const token = /set_password\?token=([\w-]+)/.exec(mail ?? '')?.[1];
    const set = await api.ask('/api/set_password/', {
      method: 'PUT',
      body: { token, password: PASSWORD },
    });
    expect(set.status).toBe(200);
    const signedIn = await api.ask('/api/authenticate', {
      method: 'POST',
      body: { username: 'grace@users.test', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
    const history = await api.ask(`/api/administration/audit/?kind=user&subject=${made.body.id}`, {
      as: people.admin,
    });
    expect(history.body.results).toMatchObject([
      { action: 'changed', actor: { name: 'Grace Hall' }, after: { by: 'set', password: '•••' } },
      { action: 'created', subject: { name: 'Grace Hall' }, after: { permission: 'USER' } },
    ]);
  });

  it('[O-P03] can be invited again until a password is chosen, and not after', async () => {
    const { people } = fleet;
    const { id, email } = (await create(people.admin, form())).body;
    await mailsTo(email, 1);
    const again = () => api.ask(`/api/user/${id}/invite/`, { as: people.admin, method: 'POST' });
    expect((await again()).status).toBe(204);
    await mailsTo(email, 2);
    await api.services.db.pool.query("update users set password_hash = 'x' where id = $1", [id]);
    expect((await again()).status).toBe(409);
  });

  it('[O-P03] [O-P07] is refused with each field that refers to another customer', async () => {
    const { people, away, vehicles, foreignDriver } = fleet;
    const { status, body } = await create(
      people.admin,
      form({
        customers: [away.customerId],
        regions: [away.regionId],
        vehicle_groups: [away.depotId],
        driver: foreignDriver,
        vehicle: vehicles.f1.vehicleId,
      }),
    );
    expect([status, Object.keys(body.errors)]).toEqual([400, ['customers']]);
    const tied = await create(
      people.admin,
      form({
        regions: [away.regionId],
        vehicle_groups: [away.depotId],
        driver: foreignDriver,
        vehicle: vehicles.f1.vehicleId,
      }),
    );
    expect(tied.status).toBe(400);
    expect(Object.keys(tied.body.errors).sort()).toEqual([
      'driver',
      'regions',
      'vehicle',
      'vehicle_groups',
    ]);
  });

  it('[O-P03] has a unique user name and address across all customers', async () => {
    const { people } = fleet;
    const { status, body } = await create(
      people.admin,
      form({ email: 'FOREIGN@track.test', username: 'Admin@track.test' }),
    );
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'username']);
    const sent = form();
    const both = await Promise.all([create(people.admin, sent), create(people.admin, sent)]);
    expect(both.map((one) => one.status).sort()).toEqual([201, 400]);
  });

  it('[O-P03] has only the fields of the form', async () => {
    const { people } = fleet;
    for (const field of ['id', 'login_attempts', 'password_hash', 'is_locked', 'last_login']) {
      const { status, body } = await create(
        people.admin,
        form({ [field]: 1, email: `${field}@users.test`, username: field }),
      );
      expect([field, status]).toEqual([field, 201]);
      expect(body[field]).not.toBe(1);
    }
  });
});

describe('rights', () => {
  it('[U-31] [U-P01] nobody grants a right that they do not have', async () => {
    const { people } = fleet;
    for (const [changed, field] of [
      [{ is_global_admin: true }, 'is_global_admin'],
      [{ is_user_vehicle_admin: true }, 'is_user_vehicle_admin'],
      [{ modules: moduleIds('VOR') }, 'modules'],
    ] as const) {
      const { status, body } = await create(people.admin, form(changed));
      expect([status, Object.keys(body.errors)], field).toEqual([400, [field]]);
    }
    const own = formOf(await read(people.admin, people.admin));
    const raised = await change(people.admin, people.admin, {
      ...own,
      is_global_admin: true,
      modules: MODULES.map(({ id }) => id),
    });
    expect(Object.keys(raised.body.errors).sort()).toEqual(['is_global_admin', 'modules']);
    expect(await read(people.admin, people.admin)).toMatchObject({ is_global_admin: false });
  });

  it('[U-P03] administrators of some depots grant those depots only', async () => {
    const { people, north, south, home } = fleet;
    const ask = async (changed: object, role?: Role) => {
      const { status, body } = await create(people.northAdmin, form(changed, role));
      return [status, ...Object.keys(body.errors ?? {})];
    };
    expect(await ask({})).toEqual([400, 'vehicle_groups']);
    expect(await ask({ vehicle_groups: [south] })).toEqual([400, 'vehicle_groups']);
    expect(await ask({ regions: [home.regionId] })).toEqual([400, 'regions']);
    expect(await ask({ vehicle_groups: [north] })).toEqual([201]);
    expect(await ask({}, 'DRIVER')).toEqual([201]);
  });

  it('[U-P03] administrators of some depots see and change only users limited to those depots', async () => {
    const { people, south } = fleet;
    const seen = await emails(people.northAdmin, 'search=track.test');
    // The region has no depot but North.
    expect(seen.sort()).toEqual(['north', 'northadmin', 'region']);
    for (const other of [people.admin, people.manager, people.driver, people.foreign]) {
      expect((await api.ask(`/api/user/${other}/`, { as: people.northAdmin })).status).toBe(404);
      expect((await remove(people.northAdmin, other)).status).toBe(404);
    }
    const own = formOf(await read(people.northAdmin, people.northAdmin));
    for (const vehicle_groups of [[], [south]]) {
      const raised = await change(people.northAdmin, people.northAdmin, { ...own, vehicle_groups });
      expect([raised.status, Object.keys(raised.body.errors)]).toEqual([400, ['vehicle_groups']]);
    }
  });

  it('[O-P07] a global admin is changed by global admins only', async () => {
    const { people, home } = fleet;
    const made = await create(people.global, {
      ...form({ is_global_admin: true, customers: [home.customerId] }, 'ADMIN'),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const mail = { ...formOf(made.body), email: 'taken-over@users.test' };
    expect((await change(people.admin, made.body.id, mail)).status).toBe(403);
    expect((await remove(people.admin, made.body.id)).status).toBe(403);
    expect((await remove(people.global, made.body.id)).status).toBe(204);
    const nobodys = await create(people.global, form());
    expect([nobodys.status, Object.keys(nobodys.body.errors)]).toEqual([400, ['customers']]);
  });

  it('[O-P07] a customer admin neither sees nor changes users of another customer', async () => {
    const { people, away } = fleet;
    const { foreign } = people;
    for (const [path, method] of [
      [`/api/user/${foreign}/`, 'GET'],
      [`/api/user/${foreign}/reset_login_attempts/`, 'DELETE'],
      [`/api/user/${foreign}/invite/`, 'POST'],
    ] as const) {
      expect((await api.ask(path, { as: people.admin, method })).status, path).toBe(404);
    }
    expect((await change(people.admin, foreign, form())).status).toBe(404);
    const group = await api.ask(`/api/users_for_group/?vehicle_group=${away.depotId}`, {
      as: people.admin,
    });
    expect(group.status).toBe(404);
    expect(await emails(people.admin, 'pageSize=400')).not.toContain('foreign');
    expect(await emails(people.foreign)).toEqual(['foreign']);
  });
});

describe('removing users', () => {
  it('[O-03] the last administrator can neither be removed nor demoted', async () => {
    const { people } = fleet;
    const { foreign } = people;
    const own = formOf(await read(foreign, foreign));
    const demoted = await change(foreign, foreign, {
      ...own,
      permission: ROLE_RIGHTS.MANAGER.id,
    });
    expect([demoted.status, Object.keys(demoted.body.errors)]).toEqual([400, ['permission']]);
    const inactive = await change(foreign, foreign, { ...own, is_active: false });
    expect([inactive.status, Object.keys(inactive.body.errors)]).toEqual([400, ['is_active']]);
    const removed = await remove(foreign, foreign);
    expect([removed.status, Object.keys(removed.body.errors)]).toEqual([400, ['id']]);
    expect((await remove(people.global, foreign)).status).toBe(400);
    expect((await remove(people.global, people.global)).status).toBe(400);
    expect(await read(foreign, foreign)).toMatchObject({
      is_active: true,
      permission: { name: 'ADMIN' },
    });
  });

  it('[O-03] of two administrators who demote each other at once, one stays', async () => {
    const { people } = fleet;
    const { foreign } = people;
    const second = (await create(foreign, form({ modules: [] }, 'ADMIN'))).body;
    await api.services.db.pool.query("update users set password_hash = 'x' where id = $1", [
      second.id,
    ]);
    const step = async (as: number, id: number) => {
      const body = { ...formOf(await read(as, id)), permission: ROLE_RIGHTS.USER.id };
      return () => change(as, id, body);
    };
    const steps = [await step(foreign, second.id), await step(second.id, foreign)];
    const answers = await Promise.all(steps.map((one) => one()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await api.services.db.pool.query("update users set role = 'ADMIN' where id = $1", [foreign]);
    expect((await remove(people.global, second.id)).status).toBe(204);
  });

  it('[R-035] a removed user loses access at once, and can be restored', async () => {
    const { people } = fleet;
    const { id } = (await create(people.admin, form())).body;
    const token = await api.token(id);
    const asked = () =>
      api.ask('/api/user/get_current_user/', { headers: { authorization: `Bearer ${token}` } });
    expect((await asked()).status).toBe(200);
    const byId = await api.ask('/api/users_delete/', {
      as: people.admin,
      method: 'POST',
      body: { id },
    });
    expect(byId.status).toBe(204);
    expect((await asked()).status).toBe(401);
    const { email } = await read(people.admin, id);
    expect(await emails(people.admin, `search=${email}`)).toEqual([]);
    expect(await emails(people.admin, `search=${email}&archived=true`)).toHaveLength(1);
    expect((await change(people.admin, id, form())).status).toBe(409);
    const back = await api.ask('/api/users_restore/', {
      as: people.admin,
      method: 'POST',
      body: { ids: [id] },
    });
    expect(back.status).toBe(204);
    expect(await read(people.admin, id)).toMatchObject({ is_active: true, archived: false });
  });

  it('[R-035] of several, none is removed if one cannot be', async () => {
    const { people } = fleet;
    const { id } = (await create(people.admin, form())).body;
    expect((await remove(people.admin, id, people.foreign)).status).toBe(404);
    expect(await read(people.admin, id)).toMatchObject({ archived: false });
  });

  it('[R-037] a user who is deactivated or gets another address loses all sessions', async () => {
    const { people } = fleet;
    const { body } = await create(people.admin, form());
    const token = await api.token(body.id);
    // Token times have whole seconds.
    await api.services.db.pool.query(
      "update users set sessions_valid_from = '-infinity' where id = $1",
      [body.id],
    );
    const sent = { ...formOf(body), is_active: false };
    expect((await change(people.admin, body.id, sent)).body.is_active).toBe(false);
    const asked = await api.ask('/api/user/get_current_user/', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asked.status).toBe(401);
  });
});

describe('the list', () => {
  it('[R-043] [R-034] [O-P02] is searched, sorted, paged and filtered', async () => {
    const { people } = fleet;
    expect(await emails(people.admin, 'search=north&ordering=email')).toEqual([
      'north',
      'northadmin',
    ]);
    expect(await emails(people.admin, 'search=north&ordering=-email&pageSize=1')).toEqual([
      'northadmin',
    ]);
    expect(await emails(people.admin, 'permission=READONLY')).toEqual(['readonly']);
    expect(await emails(people.admin, 'search=%25')).toEqual([]);
    const all = await api.ask('/api/users/?search=north', { as: people.admin });
    expect(all.body.count).toBe(2);
    expect(
      (await api.ask('/api/administration/users/?ordering=x', { as: people.admin })).status,
    ).toBe(400);
  });

  it('[O-P02] can be exported to a file', async () => {
    const { people } = fleet;
    const { status, body } = await api.ask(
      '/api/administration/users/export/?format=csv&search=northadmin',
      { as: people.admin },
    );
    expect(status).toBe(200);
    expect(String(body).trim().split('\r\n')).toHaveLength(2);
    expect(body).toContain('northadmin@track.test');
    expect(body).not.toContain('argon2');
  });

  it('[R-036] [R-038] [O-16] unlocks an account', async () => {
    const { people } = fleet;
    const signIn = (password: string) =>
      api.ask('/api/authenticate', {
        method: 'POST',
        body: { username: 'plain@track.test', password },
      });
    for (let n = 0; n < 5; n += 1) await signIn('wrong');
    expect((await signIn(PASSWORD)).status).toBe(423);
    expect(await read(people.admin, people.plain)).toMatchObject({
      is_locked: true,
      login_attempts: 5,
    });
    expect(await emails(people.admin, 'is_locked=true')).toEqual(['plain']);
    const path = `/api/user/${people.plain}/reset_login_attempts/`;
    expect((await api.ask(path, { as: people.admin, method: 'DELETE' })).status).toBe(204);
    expect(await read(people.admin, people.plain)).toMatchObject({
      is_locked: false,
      login_attempts: 0,
    });
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('[R-040] [R-041] permissions and modules match the specification', async () => {
    const { people } = fleet;
    const permissions = (await api.ask('/api/permissions/', { as: people.admin })).body;
    expect(permissions.map(({ name }: { name: string }) => name)).toEqual([
      'ADMIN',
      'MANAGER',
      'USER',
      'DRIVER',
      'READONLY',
      'GUEST',
    ]);
    expect(permissions[4].perms).toEqual({
      is_limited_user: false,
      can_write: false,
      can_manage_users: false,
    });
    const modules = (await api.ask('/api/modules/', { as: people.admin })).body;
    // Those of the specification, two of commands to devices, and costs.
    expect(modules).toHaveLength(25);
    expect(modules[21]).toEqual({ id: 22, name: 'Vehicle Utilisation' });
  });

  it('[R-042] [U-30] [U-46] users who see a depot are listed by name only, and limited users get none', async () => {
    const { people, north, south } = fleet;
    const named = async (as: number, depot: number) =>
      (await api.ask(`/api/users_for_group/?vehicle_group=${depot}&pageSize=400`, { as })).body;
    const { results } = await named(people.north, north);
    const ids = results.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(expect.arrayContaining([people.admin, people.north, people.region]));
    expect(ids).not.toContain(people.driver);
    for (const one of results) {
      expect(one).toMatchObject({ username: '', email: '', last_login: null, modules: [] });
      expect(one.permission.name).not.toBe('');
    }
    const [told] = (await named(people.admin, north)).results;
    expect(told.email).toContain('@');
    const others = (await named(people.admin, south)).results;
    expect(others.map(({ id }: { id: number }) => id)).not.toContain(people.north);
    // The driver's own vehicle is in South.
    expect((await named(people.driver, south)).results).toEqual([]);
    const hidden = await api.ask(`/api/users_for_group/?vehicle_group=${south}`, {
      as: people.north,
    });
    expect(hidden.status).toBe(404);
  });
});

describe('a long list of users', () => {
  const USERS = 2500;
  beforeAll(async () => {
    await api.services.db.pool.query(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       select $1, 'many' || n, 'many' || n || '@users.test', case when n % 2 = 0 then 'Oftenus' else 'Other' end,
         case when n % 500 = 0 then 'Rarely' else 'N' || n end, 'USER' from generate_series(1, $2::int) n`,
      [fleet.away.customerId, USERS],
    );
  });
  const list = async (query: string) =>
    (await api.ask(`/api/administration/users/?${query}`, { as: fleet.people.foreign })).body;

  it('[O-P03] [R-P07] reports that there are more for a common name, and counts a rare one', async () => {
    const often = await list('search=oftenus&pageSize=50&ordering=username');
    expect(often.results).toHaveLength(50);
    expect(often.results[0].first_name).toBe('Oftenus');
    expect(often.count_is_limit).toBe(true);
    expect(often.count).toBeGreaterThan(500);
    expect(often.count).toBeLessThanOrEqual(USERS / 2);
    expect(await list('search=rarely')).toMatchObject({ count: 5, count_is_limit: false });
    expect(await list('search=no+such')).toMatchObject({ count: 0, count_is_limit: false });
    expect((await emails(fleet.people.admin, 'search=rarely')).length).toBe(0);
  });

  it('[U-P03] [R-P07] of some depots is read and counted by one statement', async () => {
    const { db } = api.services;
    await db.pool.query(
      `insert into user_depots select id, $1 from users where username like 'many%'
         and customer_id = $2 and id % 5 = 0`,
      [fleet.away.depotId, fleet.away.customerId],
    );
    const some = await makeUser(db, fleet.away.customerId, 'some@users.test', { role: 'ADMIN' });
    await db.pool.query('insert into user_depots values ($1, $2)', [some, fleet.away.depotId]);
    const ask = async (query: string) =>
      (await api.ask(`/api/administration/users/?pageSize=50&${query}`, { as: some })).body;
    for (const asked of ['page=3', 'ordering=-email&page=2', 'search=users.test']) {
      const statements = await statementsOf(async () => {
        const { results, count } = await ask(asked);
        expect([results.length, count]).toEqual([50, USERS / 5 + 1]);
      });
      expect(statements.filter(({ text }) => /from users u\b/.test(text))).toHaveLength(1);
    }
    expect(await ask('search=no+such')).toMatchObject({ count: 0, results: [] });
    expect(await ask('page=99')).toMatchObject({
      count: USERS / 5 + 1,
      count_is_limit: false,
      results: [],
    });
    const { results } = await ask('page=11&ordering=username');
    expect(results.at(-1)).toMatchObject({ email: 'some@users.test' });
  });
});
