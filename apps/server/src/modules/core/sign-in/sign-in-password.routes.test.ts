import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, signIn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';
import { endAccountSessions } from './account-ends.ts';
import { prepareSetupCode } from './first-administrator.ts';

let services: TestServices;
let app: FastifyInstance;
let browser: Browser;
let userId: number;
let customer: Awaited<ReturnType<typeof makeCustomer>>;

interface User {
  readonly id: number;
  readonly [field: string]: unknown;
}
interface Record {
  readonly ExternalAppReference: string;
  readonly IsCustomerAdmin: boolean;
}

beforeAll(async () => {
  services = await testServices();
  app = await createApp(services, { webRoot: null, version: 'test' });
  customer = await makeCustomer(services.db, 'First');
  const changed = { role: 'MANAGER' as const, is_customer_admin: true };
  userId = await makeUser(services.db, customer.customerId, 'ada@first.test', changed, [
    'Track',
    'Trace',
  ]);
  await services.db.pool.query('insert into user_depots values ($1, $2)', [
    userId,
    customer.depotId,
  ]);
  await services.db.pool.query(
    "update customers set render_logo_on_home = true, slogan = 'We drive' where id = $1",
    [customer.customerId],
  );
  browser = await Browser.on(app, services.config.publicUrl);
  await signIn(browser, 'ada', PASSWORD);
});
afterAll(async () => {
  await app.close();
  await services.close();
});

describe('the signed-in user', () => {
  const PATHS = [
    ['[R-019]', '/api/user/get_current_user/'],
    ['[R-021]', '/api/fmt/user/get_current_user_with_image/'],
    ['[R-022]', '/api/customers/get_current_customer/'],
  ] as const;
  const told = async (path: string) => {
    const answer = await browser.get(path);
    expect(answer.status).toBe(200);
    return answer;
  };

  it.each(PATHS)('%s is for signed-in users only: %s', async (_, path) => {
    expect((await told(path)).text).not.toContain('argon2');
    const visitor = await Browser.on(app, services.config.publicUrl);
    expect((await visitor.get(path)).status).toBe(401);
  });

  it('[B-12] [V-45] includes the customer and its settings', async () => {
    for (const [, path] of PATHS) {
      expect((await told(path)).json()).toMatchObject({
        user: { customers: [{ id: customer.customerId, name: 'First' }] },
        customer_config: { render_cust_logo_on_dl_homescreen: true, slogan: 'We drive' },
      });
    }
  });

  it('[B-13] includes the languages', async () => {
    for (const [, path] of PATHS) {
      expect((await told(path)).json()).toMatchObject({
        languages: [{ reference: 'en' }, { reference: 'pt' }],
      });
    }
  });

  it('[U-33] [U-34] [B-14] includes permission, modules and flags', async () => {
    for (const [, path] of PATHS) {
      expect((await told(path)).json()).toMatchObject({
        user: {
          id: userId,
          email: 'ada@first.test',
          permission: {
            name: 'MANAGER',
            perms: { is_limited_user: false, can_write: true, can_manage_users: false },
          },
          is_global_admin: false,
          is_customer_admin: true,
          modules: [
            { id: 1, name: 'Track' },
            { id: 3, name: 'Trace' },
          ],
          vehicle_groups: [customer.depotId],
          regions: [],
          is_locked: false,
          login_attempts: 0,
        },
      });
    }
  });

  it('[R-030] [V-16] [B-02] [OP-084] languages are public', async () => {
    const visitor = await Browser.on(app, services.config.publicUrl);
    expect((await visitor.get('/api/language_configs/')).json()).toEqual([
      { reference: 'en', name: 'English', translation_file: '/locales/en.json' },
      { reference: 'pt', name: 'Português', translation_file: '/locales/pt.json' },
    ]);
  });

  it('[R-028] [OP-085] [U-P02] [B-31] has a list of single-sign-on records', async () => {
    const ask = async () => {
      const answer = (await browser.get('/auth/userinfo/')).json<{
        sub: string;
        extra_vars: { permissions: Record[] };
      }>();
      expect(answer.sub).toBe(String(userId));
      return answer.extra_vars.permissions;
    };
    expect(await ask()).toMatchObject([
      { ExternalAppReference: 'datalive', IsCustomerAdmin: true, IsGlobalAdmin: false, Level: 2 },
    ]);
    await services.db.pool.query(
      `insert into user_app_records
         (user_id, app_id, app_name, app_reference, permission_name, level, flags)
       values ($1, 2, 'Defect', 'DEFECT', 'Defect Repairer', 2, '{repairer,customer_admin}')`,
      [userId],
    );
    const [, defect] = await ask();
    expect(defect).toMatchObject({
      ExternalAppReference: 'DEFECT',
      PermissionName: 'Defect Repairer',
      IsRepairer: true,
      IsCustomerAdmin: true,
      IsEngineer: false,
    });
  });

  it('[R-039] changes only the user’s own preferences', async () => {
    const prefs = {
      time_zone: 'Europe/Lisbon',
      date_format: 'YYYY-MM-DD',
      time_format: '24',
      units_distance: 'KMS',
      theme: 'dark',
    };
    const change = (id: number, json: object) =>
      browser.send('PUT', `/api/user/${id}/change_preferences/`, { json });
    const done = await change(userId, { prefs, language: 'pt' });
    expect(done.json<User>()).toMatchObject({ id: userId, prefs, language: 'pt' });
    const zone = await change(userId, { prefs: { ...prefs, time_zone: 'Mars/Base' } });
    expect(zone.json()).toMatchObject({
      error_codes: { time_zone: ['validation.time_zone_unknown'] },
    });
    expect((await change(userId, { prefs, language: 'xx' })).status).toBe(400);
    const planted = await change(userId, { prefs: { time_format: 'hh:mm a (12)' }, role: 'ADMIN' });
    // An unknown field changes nothing, an absent one stays unchanged.
    expect(planted.json<User>()).toMatchObject({ prefs: { ...prefs, time_format: '12' } });
    expect(planted.json<User>().permission).toEqual(done.json<User>().permission);
    const other = await makeUser(services.db, customer.customerId, 'other@first.test');
    expect((await change(other, { prefs })).status).toBe(403);
  });
});

describe('sign-in of API clients', () => {
  const authenticate = (json: object) => {
    const path = '/api/authenticate';
    return Browser.on(app, services.config.publicUrl).then((one) =>
      one.send('POST', path, { json }),
    );
  };

  it('[R-023] [B-35] [OP-107] returns a token and the user, with and without the slash', async () => {
    for (const json of [
      { username: 'ada', password: PASSWORD },
      { email: 'ada@first.test', password: PASSWORD },
    ]) {
      const answer = await authenticate(json);
      expect(answer.status).toBe(200);
      const { token, user } = answer.json<{ token: string; user: User }>();
      expect(user.id).toBe(userId);
      const visitor = await Browser.on(app, services.config.publicUrl);
      const me = await visitor.get('/api/user/get_current_user/', {
        authorization: `Bearer ${token}`,
      });
      expect(me.status).toBe(200);
      const slash = await visitor.send('POST', '/api/authenticate/', { json });
      expect(slash.status).toBe(200);
    }
  });

  it('[R-023] [T-14] refuses every wrong login with non_field_errors', async () => {
    await makeUser(services.db, customer.customerId, 'api@first.test');
    const wrong = { username: 'api', password: 'wrong' };
    const first = await authenticate(wrong);
    expect(first.status).toBe(400);
    expect(first.json()).toMatchObject({
      non_field_errors: ['Unable to log in with provided credentials'],
    });
    const unknown = await authenticate({ username: 'nobody', password: 'wrong' });
    expect(unknown.text).toBe(first.text);
  });

  it('[B-P04] locks an account after five wrong passwords', async () => {
    await makeUser(services.db, customer.customerId, 'lock@first.test');
    const wrong = { username: 'lock', password: 'wrong' };
    for (let n = 1; n <= 4; n += 1) expect((await authenticate(wrong)).status).toBe(400);
    expect((await authenticate(wrong)).status).toBe(423);
    expect((await authenticate({ username: 'lock', password: PASSWORD })).status).toBe(423);
  });

  it('[D-P01] a token from before a new password is refused', async () => {
    const id = await makeUser(services.db, customer.customerId, 'old@first.test');
    const { token } = (await authenticate({ username: 'old', password: PASSWORD })).json<{
      token: string;
    }>();
    const visitor = await Browser.on(app, services.config.publicUrl);
    const me = () =>
      visitor.get('/api/user/get_current_user/', { authorization: `Bearer ${token}` });
    expect((await me()).status).toBe(200);
    await endAccountSessions(services, id);
    expect((await me()).status).toBe(401);
  });
});

describe('the first administrator', () => {
  it('[O-03] [OP-066] [D-25] is created with the code of the start, once', async () => {
    const empty = await testServices();
    const fresh = await createApp(empty, { webRoot: null, version: 'test' });
    const visitor = await Browser.on(fresh, empty.config.publicUrl);
    const code = await prepareSetupCode(empty.db);
    const wanted = {
      setup_code: code,
      customer: 'Fresh',
      first_name: 'Ida',
      last_name: 'Fay',
      email: 'Ida@fresh.test',
      password: PASSWORD,
    };
    const make = (changed: object) =>
      visitor.send('POST', '/api/first_administrator/', { json: { ...wanted, ...changed } });
    const { rows } = await empty.db.pool.query(
      "select value from settings where key like 'first-%'",
    );
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await make({ setup_code: 'AAAA-BBBB-CCCC' })).json()).toMatchObject({
      errors: { setup_code: ['This code is incorrect'] },
    });
    for (const email of ['ida@fresh', 'ida fay@fresh.test', 'ida@fresh.technology']) {
      expect((await make({ email })).json()).toMatchObject({
        errors: { email: ['Email is invalid'] },
      });
    }
    for (const [password, text] of [
      ['too short', 'minimum length'],
      ['password12', 'too easy to guess'],
      ['fresh-ida-fay', 'does not consist of your name'],
    ] as const) {
      expect((await make({ password })).json()).toMatchObject({
        errors: { password: [expect.stringContaining(text)] },
      });
    }
    const both = await Promise.all([make({}), make({})]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await signIn(visitor, 'ida@fresh.test', PASSWORD);
    expect((await visitor.get('/api/user/get_current_user/')).json()).toMatchObject({
      user: { permission: { name: 'ADMIN' }, customers: [{ name: 'Fresh' }] },
    });
    expect((await make({ email: 'second@fresh.test' })).status).toBe(409);
    await fresh.close();
    await empty.close();
  });
});
