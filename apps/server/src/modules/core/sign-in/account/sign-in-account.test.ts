import { createHash } from 'node:crypto';
import { contract, type Endpoint } from '@roadworthy/contract';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import {
  Browser,
  beginSignOn,
  followToLogin,
  openForm,
  signIn,
} from '../../../../../test/browser.ts';
import { makeCustomer } from '../../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../../test/people.ts';

let api: TestApi;
let customerId: number;
let count = 0;

const person = async (changed: Parameters<typeof makeUser>[3] = {}) => {
  count += 1;
  const email = `person${count}@account.test`;
  const id = await makeUser(api.services.db, customerId, email, changed, ['Track']);
  return { id, email };
};
const open = () => Browser.on(api.app, api.services.config.publicUrl);
const post = (as: number, path: string, body: object) =>
  api.ask(`/api/account/${path}`, { as, method: 'POST', body });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The next code of the app; the code that enabled it cannot be used again. */
const codeOf = (secret: string, stepsAhead = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });

async function switchOn(id: number) {
  const begun = await post(id, 'totp/', { password: PASSWORD });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { secret } = begun.body as { secret: string };
  const confirmed = await post(id, 'totp/confirm/', { code: await codeOf(secret) });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return { secret, codes: confirmed.body.recovery_codes as string[] };
}

/** Submits the password in the form of a new sign-on. */
async function givePassword(email: string) {
  const browser = await open();
  const begun = beginSignOn(browser.publicUrl);
  const { address, csrf } = await openForm(browser, begun);
  const page = await browser.send('POST', address, {
    form: { csrf, username: email, password: PASSWORD },
  });
  const pass = /name="pass" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const code = (typed: string) =>
    browser.send('POST', address, { form: { csrf, pass, code: typed } });
  return { browser, page, pass, code, address, csrf };
}

beforeAll(async () => {
  api = await testApi();
  ({ customerId } = await makeCustomer(api.services.db, 'First'));
});
afterAll(() => api.close());

describe('an authenticator app', () => {
  it('[U-02] is enabled with the password and a first code, and required at sign-in', async () => {
    const { id, email } = await person();
    const wrong = await post(id, 'totp/', { password: 'not it' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['password']]);
    const { secret, codes } = await switchOn(id);
    expect(codes).toHaveLength(10);
    const again = await post(id, 'totp/', { password: PASSWORD });
    expect(again.status).toBe(409);
    const { page, code, browser } = await givePassword(email);
    expect([page.status, page.location]).toEqual([200, '']);
    expect(page.text).toContain('One more step');
    const refused = await code('WRONG');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This code is incorrect');
    const right = await codeOf(secret, 1);
    const sent = await code(right);
    expect(sent.status).toBe(303);
    expect((await followToLogin(browser, sent.location)).searchParams.get('code')).not.toBeNull();
    // A code works once, also in another sign-on.
    const second = await givePassword(email);
    expect((await second.code(right)).status).toBe(400);
    expect((await second.code(codes[0]?.toLowerCase() ?? '')).status).toBe(303);
    const third = await givePassword(email);
    expect((await third.code(codes[0] ?? '')).status).toBe(400);
    const state = await api.ask('/api/account/security/', { as: id });
    expect(state.body).toMatchObject({ totp: true, recovery_codes_left: 9, passkeys: [] });
  });

  it('[U-02] [B-P04] cannot be guessed: wrong codes lock the account, even with the right password', async () => {
    const { id, email } = await person();
    await switchOn(id);
    const answers: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { code, page } = await givePassword(email);
      answers.push(page.status, (await code(`WRONG${n}`)).status);
    }
    // Each wrong code counts once; the right password before it does not reset the count.
    expect(answers).toEqual([200, 400, 200, 400, 200, 400, 200, 400, 200, 423]);
    expect((await givePassword(email)).page.status).toBe(423);
  });

  it('[B-P04] wrong passwords within a session count as failed sign-ins', async () => {
    const { id, email } = await person();
    const wrong = () => post(id, 'totp/', { password: 'not it' });
    for (let n = 0; n < 4; n += 1) expect((await wrong()).status).toBe(400);
    const fifth = await wrong();
    expect([fifth.status, Object.keys(fifth.body.errors)]).toEqual([423, ['password']]);
    expect((await post(id, 'totp/', { password: PASSWORD })).status).toBe(423);
    const change = { old_password: PASSWORD, new_password: 'another long password' };
    const changed = await api.ask(`/api/user/${id}/change_password/`, {
      as: id,
      method: 'PUT',
      body: change,
    });
    expect(changed.status).toBe(423);
    expect((await givePassword(email)).page.status).toBe(423);
  });

  it('[U-02] cannot be bypassed without the password page, or with the page of another sign-on', async () => {
    const [first, second] = [await person(), await person()];
    const { secret } = await switchOn(first.id);
    const begun = await givePassword(first.email);
    const other = await givePassword(second.email);
    expect(other.page.status).toBe(303);
    const forged = begun.pass.replace(/^\d+/, String(second.id));
    for (const pass of ['', forged, `${first.id}.9999999999999.x`]) {
      const { browser, address, csrf } = begun;
      const sent = await browser.send('POST', address, {
        form: { csrf, pass, code: await codeOf(secret, 1) },
      });
      expect([pass, sent.status]).toEqual([pass, 400]);
    }
    const elsewhere = await givePassword(first.email);
    const moved = await elsewhere.browser.send('POST', elsewhere.address, {
      form: { csrf: elsewhere.csrf, pass: begun.pass, code: await codeOf(secret, 1) },
    });
    expect(moved.status).toBe(400);
  });

  it('[R-023] [U-02] is required when a program signs in with the password', async () => {
    const { id, email } = await person();
    const { secret } = await switchOn(id);
    const ask = (body: object) =>
      api.ask('/api/authenticate', {
        method: 'POST',
        body: { username: email, password: PASSWORD, ...body },
      });
    const without = await ask({});
    expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ['code']]);
    expect((await ask({ code: 'WRONG' })).status).toBe(400);
    expect((await ask({ code: await codeOf(secret, 1) })).status).toBe(200);
  });

  it('[U-02] is disabled with the password, together with its recovery codes', async () => {
    const { id, email } = await person();
    await switchOn(id);
    expect((await post(id, 'totp/remove/', { password: 'x' })).status).toBe(400);
    const renewed = await post(id, 'recovery_codes/', { password: PASSWORD });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await post(id, 'totp/remove/', { password: PASSWORD })).status).toBe(204);
    expect((await givePassword(email)).page.status).toBe(303);
    const state = await api.ask('/api/account/security/', { as: id });
    expect(state.body).toMatchObject({ totp: false, recovery_codes_left: 0 });
    const { rows } = await api.services.db.pool.query(
      "select action, after::text from audit_entries where subject_kind = 'second_factor' and actor_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'removed']);
  });

  it('[U-02] has recovery codes of 137 bits; earlier short ones are valid until they are renewed', async () => {
    const { id, email } = await person();
    const { codes } = await switchOn(id);
    for (const code of codes)
      expect(code).toMatch(/^([A-HJKMNP-TV-Z2-9]{7}-){3}[A-HJKMNP-TV-Z2-9]{7}$/);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBeGreaterThan(25);
    const security = async () => (await api.ask('/api/account/security/', { as: id })).body;
    expect(await security()).toMatchObject({ has_short_recovery_codes: false });
    // A code of an earlier version, as the migration finds it.
    const old = createHash('sha256').update(`recovery ${id} ABCDE23456`).digest();
    await api.services.db.pool.query(
      'insert into recovery_codes (user_id, code_hash, is_short) values ($1, $2, true)',
      [id, old],
    );
    expect(await security()).toMatchObject({ has_short_recovery_codes: true });
    const { code } = await givePassword(email);
    expect((await code('abcde-23456')).status).toBe(303);
    expect(await security()).toMatchObject({ has_short_recovery_codes: false });
    await api.services.db.pool.query(
      'update recovery_codes set is_short = true where user_id = $1',
      [id],
    );
    await post(id, 'recovery_codes/', { password: PASSWORD });
    expect(await security()).toMatchObject({
      has_short_recovery_codes: false,
      recovery_codes_left: 10,
    });
  });

  it('[U-02] stores its secret encrypted, and recovery codes as hashes', async () => {
    const { id } = await person();
    const { secret, codes } = await switchOn(id);
    const { rows } = await api.services.db.pool.query(
      `select encode(secret, 'escape') as secret, (select string_agg(encode(code_hash, 'escape'), '')
         from recovery_codes where user_id = $1) as codes
       from totp_factors where user_id = $1`,
      [id],
    );
    expect(rows[0].secret).not.toContain(secret);
    for (const code of codes) expect(rows[0].codes).not.toContain(code);
    const read = api.services.db.asViewer({ customerId: null, isGlobalAdmin: true }, (trx) =>
      trx.selectFrom('totp_factors').selectAll().execute(),
    );
    await expect(read).rejects.toThrow(/permission denied/);
  });
});

describe('a second factor that the customer requires', () => {
  it('[U-02] allows only the calls needed to set one up', async () => {
    const { db } = api.services;
    const customer = await makeCustomer(db, 'Walked');
    const id = await makeUser(db, customer.customerId, 'walker@walked.test', { role: 'ADMIN' });
    await db.pool.query('update customers set requires_second_factor = true where id = $1', [
      customer.customerId,
    ]);
    const calls = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls));
    const open: string[] = [];
    for (const call of calls.filter(({ access }) => access.kind !== 'public')) {
      const token = call.credential === 'jwt' ? await api.jwt(id) : await api.token(id);
      const { status, body } = await api.ask(call.path.replace(/\{\w+\}/g, '1'), {
        method: call.method,
        headers: bearer(token),
      });
      if (status !== 403) open.push(`${call.method} ${call.path}`);
      else
        expect([call.path, body.detail]).toEqual([
          call.path,
          expect.stringMatching(/factor|permission/),
        ]);
    }
    expect(open.sort()).toEqual([
      'GET /api/account/security/',
      'GET /api/customers/get_current_customer/',
      'GET /api/language_configs/{reference}/texts/',
      'GET /api/user/get_current_user/',
      'GET /auth/userinfo/',
      'POST /api/account/passkeys/',
      'POST /api/account/passkeys/options/',
      'POST /api/account/totp/',
      'POST /api/account/totp/confirm/',
    ]);
  });

  it('[U-02] cannot be required by an administrator who has none', async () => {
    const customer = await makeCustomer(api.services.db, 'Careless');
    const { db } = api.services;
    const admin = await makeUser(db, customer.customerId, 'careless@careless.test', {
      role: 'ADMIN',
    });
    const policy = '/api/administration/sign_in_policy/';
    const ask = (requires_second_factor: boolean) =>
      api.ask(policy, { as: admin, method: 'PUT', body: { requires_second_factor } });
    expect((await ask(true)).status).toBe(409);
    expect((await api.ask(policy, { as: admin })).body.requires_second_factor).toBe(false);
    await switchOn(admin);
    expect((await ask(true)).status).toBe(204);
  });

  it('[U-02] allows only the account page until there is one', async () => {
    const customer = await makeCustomer(api.services.db, 'Strict');
    const { db } = api.services;
    const admin = await makeUser(db, customer.customerId, 'boss@strict.test', { role: 'ADMIN' }, [
      'Track',
    ]);
    const other = await makeUser(db, customer.customerId, 'other@strict.test', {}, ['Track']);
    await switchOn(admin);
    const policy = '/api/administration/sign_in_policy/';
    const before = await api.ask(policy, { as: admin });
    expect(before.body).toEqual({ requires_second_factor: false, without: 1 });
    const asked = await api.ask(policy, {
      as: admin,
      method: 'PUT',
      body: { requires_second_factor: true },
    });
    expect(asked.status).toBe(204);
    expect((await api.ask('/api/track/', { as: admin })).status).toBe(200);
    const shut = await api.ask('/api/track/', { as: other });
    expect([shut.status, shut.body.detail]).toEqual([403, expect.stringMatching(/second factor/)]);
    const me = await api.ask('/api/user/get_current_user/', { as: other });
    expect(me.body.must_set_up_second_factor).toBe(true);
    await switchOn(other);
    expect((await api.ask('/api/track/', { as: other })).status).toBe(200);
  });
});

describe('sessions', () => {
  it('[U-02] are listed by browser, and can be signed out one by one', async () => {
    const { id, email } = await person();
    const [first, second] = [await open(), await open()];
    await signIn(first, email, PASSWORD);
    await signIn(second, email, PASSWORD);
    const list = async (browser: Browser) =>
      (
        await browser.get('/api/account/sessions/', bearer(browser.cookie('access-token') ?? ''))
      ).json<{ id: string; is_current: boolean }[]>();
    const sessions = await list(first);
    expect(sessions.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
    const other = sessions.find(({ is_current }) => !is_current)?.id ?? '';
    const stranger = await person();
    const path = `/api/account/sessions/${other}/`;
    expect((await api.ask(path, { as: stranger.id, method: 'DELETE' })).status).toBe(404);
    expect((await api.ask(path, { as: id, method: 'DELETE' })).status).toBe(204);
    const asks = (browser: Browser) =>
      browser.get('/api/user/get_current_user/', bearer(browser.cookie('access-token') ?? ''));
    expect((await asks(first)).status).toBe(200);
    expect((await asks(second)).status).toBe(401);
    // Neither its refresh token nor the browser's sign-on session can renew it.
    const refreshed = await second.send('POST', '/auth/session/refresh/');
    expect(refreshed.json()).toMatchObject({ success: false });
    const form = await second.get(beginSignOn(second.publicUrl).address);
    expect(form.location).toMatch(/^\/auth\/sign-on\//);
    expect(await list(first)).toHaveLength(1);
  });
});

describe('personal tokens', () => {
  const make = async (as: number, scopes: string[], changed: object = {}) => {
    const body = { name: 'Import', scopes, days: 30, password: PASSWORD, ...changed };
    return post(as, 'tokens/', body);
  };

  it('[U-02] [R-001] act for their user within their scopes', async () => {
    const { id } = await person({ role: 'ADMIN' });
    const ask = async (token: string, path: string, method = 'GET', body?: object) =>
      (await api.ask(path, { method, headers: bearer(token), ...(body ? { body } : {}) })).status;
    const made = await make(id, ['read']);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { token } = made.body;
    const prefs = {
      prefs: {
        time_zone: null,
        date_format: null,
        time_format: null,
        units_distance: null,
        theme: null,
      },
    };
    const preferences = `/api/user/${id}/change_preferences/`;
    expect(await ask(token, '/api/track/')).toBe(200);
    expect(await ask(token, '/api/administration/users/')).toBe(403);
    expect(await ask(token, preferences, 'PUT', prefs)).toBe(403);
    const writer = (await make(id, ['read', 'write', 'administration'])).body.token;
    expect(await ask(writer, preferences, 'PUT', prefs)).toBe(200);
    expect(await ask(writer, '/api/administration/users/')).toBe(200);
  });

  it('[U-02] cannot create tokens or sessions or change the password', async () => {
    const { id } = await person({ role: 'ADMIN' });
    const { token } = (await make(id, ['read', 'write', 'administration'])).body;
    for (const [path, method] of [
      ['/api/account/tokens/', 'POST'],
      ['/api/account/totp/', 'POST'],
      ['/api/account/sessions/', 'GET'],
      ['/api/reobtain_jwt/', 'GET'],
      [`/api/user/${id}/change_password/`, 'PUT'],
      ['/api/administration/sign_in_policy/', 'PUT'],
    ] as const) {
      const { status } = await api.ask(path, {
        method,
        headers: bearer(token),
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expect([path, status]).toEqual([path, 401]);
    }
  });

  it('[U-02] are shown once, stored as a hash, and invalid once ended, expired or without access', async () => {
    const { id } = await person();
    const asked = async (token: string) =>
      (await api.ask('/api/track/', { headers: bearer(token) })).status;
    expect((await make(id, ['read'], { password: 'x' })).body.errors.password).toHaveLength(1);
    const { body } = await make(id, ['read']);
    const { rows } = await api.services.db.pool.query(
      'select row_to_json(t)::text as text from api_tokens t where user_id = $1',
      [id],
    );
    expect(rows[0].text).not.toContain(body.token.slice(11));
    const list = (await api.ask('/api/account/tokens/', { as: id })).body;
    expect(list).toMatchObject([{ id: body.id, name: 'Import', scopes: ['read'] }]);
    expect(list[0].token).toBeUndefined();
    const stranger = await person();
    const path = `/api/account/tokens/${body.id}/`;
    expect((await api.ask(path, { as: stranger.id, method: 'DELETE' })).status).toBe(404);
    expect(await asked(body.token)).toBe(200);
    expect((await api.ask(path, { as: id, method: 'DELETE' })).status).toBe(204);
    expect(await asked(body.token)).toBe(401);
    const late = (await make(id, ['read'])).body.token;
    await api.services.db.pool.query(
      'update api_tokens set expires_at = now() where user_id = $1',
      [id],
    );
    expect(await asked(late)).toBe(401);
    const shut = (await make(id, ['read'])).body.token;
    await api.services.db.pool.query('update users set is_active = false where id = $1', [id]);
    expect(await asked(shut)).toBe(401);
    expect(await asked('rw_pat_nonsense')).toBe(401);
  });
});
