import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, beginSignOn, signIn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';
import { removeExpired } from './sign-in.repository.ts';

let services: TestServices;
let app: FastifyInstance;
let customerId: number;
let userId: number;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  services = await testServices({ PUBLIC_URL: 'https://fleet.test' });
  app = await createApp(services, { webRoot: null, version: 'test' });
  ({ customerId } = await makeCustomer(services.db, 'First'));
});
afterAll(async () => {
  await app.close();
  await services.close();
});
beforeEach(async () => {
  count += 1;
  userId = await makeUser(services.db, customerId, `user${count}@first.test`);
  browser = await Browser.on(app, services.config.publicUrl);
  await signIn(browser, `user${count}`, PASSWORD);
});

const me = (from: Browser) => from.get('/api/user/get_current_user/');
const refresh = (from: Browser) => from.send('POST', '/auth/session/refresh/');
/** A browser with a copy of another one's current cookies. */
async function copyOf(from: Browser): Promise<Browser> {
  const copy = await Browser.on(app, services.config.publicUrl);
  for (const [name, cookie] of from.cookies) copy.cookies.set(name, cookie);
  return copy;
}

describe('the cookies of a session', () => {
  it.each([
    ['[B-42] [B-P06]', 'access-token'],
    ['[B-43]', 'jwt-token'],
  ])('%s can be read by scripts and end with the token: %s', (_, name) => {
    const { attributes, path } = browser.cookies.get(name) ?? {};
    expect(attributes).toMatch(/SameSite=Lax/);
    expect(attributes).toMatch(/Secure/);
    expect(attributes).toMatch(/Max-Age=900/);
    expect(attributes).not.toMatch(/HttpOnly/);
    expect(path).toBe('/');
  });

  it('[RP-04] [B-P02] keep the refresh token from scripts and other hosts', () => {
    const { attributes, path } = browser.cookies.get('refresh-token') ?? {};
    expect(attributes).toMatch(/HttpOnly/);
    expect(attributes).toMatch(/SameSite=Strict/);
    expect(attributes).toMatch(/Secure/);
    expect(path).toBe('/auth/session');
  });

  it('[B-P02] [B-P03] authenticate requests like the bearer header', async () => {
    expect((await me(browser)).json<{ user: { id: number } }>().user.id).toBe(userId);
    const stranger = await Browser.on(app, services.config.publicUrl);
    expect((await me(stranger)).status).toBe(401);
    const authorization = `Bearer ${browser.cookie('access-token')}`;
    const answer = await stranger.get('/api/user/get_current_user/', { authorization });
    expect(answer.status).toBe(200);
    const forged = `Bearer ${browser.cookie('access-token')?.slice(0, -4)}AAAA`;
    const refused = await stranger.get('/api/user/get_current_user/', { authorization: forged });
    expect(refused.status).toBe(401);
  });

  it('[B-P03] allow changes only from our own pages', async () => {
    const url = `/api/user/${userId}/change_preferences/`;
    const prefs = {
      time_zone: null,
      date_format: null,
      time_format: null,
      units_distance: 'KMS',
      theme: null,
    };
    for (const origin of ['https://evil.test', 'null', 'https://fleet.test.evil.test']) {
      const page = await browser.send('PUT', url, { json: { prefs }, headers: { origin } });
      expect(page.status).toBe(403);
    }
    expect((await browser.send('PUT', url, { json: { prefs } })).status).toBe(200);
  });
});

describe('refreshing', () => {
  it('[B-P02] rotates the refresh token, and a used one ends the session', async () => {
    const thief = await copyOf(browser);
    const first = browser.cookie('refresh-token');
    expect((await refresh(browser)).json()).toEqual({ success: true, expires_in: 900 });
    expect(browser.cookie('refresh-token')).not.toBe(first);
    expect((await me(browser)).status).toBe(200);
    await services.db.pool.query("delete from sign_on_artifacts where model = 'RefreshGrace'");
    expect((await refresh(thief)).json()).toEqual({ success: false, expires_in: 0 });
    expect(thief.cookies.has('access-token')).toBe(false);
    expect((await me(browser)).status).toBe(401);
    expect((await refresh(browser)).json()).toEqual({ success: false, expires_in: 0 });
  });

  it('[B-P02] gives all tabs that refresh at the same moment the same session', async () => {
    const tabs = await Promise.all(Array.from({ length: 6 }, () => copyOf(browser)));
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map((answer) => answer.json())).toEqual(
      tabs.map(() => ({ success: true, expires_in: 900 })),
    );
    expect(new Set(tabs.map((tab) => tab.cookie('refresh-token'))).size).toBe(1);
    for (const tab of tabs) expect((await me(tab)).status).toBe(200);
    expect((await refresh(tabs[0] as Browser)).json()).toMatchObject({ success: true });
  });

  it('[B-P02] stores no token in the database that could open a session', async () => {
    const token = browser.cookie('refresh-token') ?? '';
    const { rowCount } = await services.db.pool.query(
      'select from sign_on_artifacts where id = $1 or payload::text like $2',
      [token, `%${token}%`],
    );
    expect(rowCount).toBe(0);
  });

  it('[B-P02] ends for a person who is no longer active', async () => {
    await services.db.pool.query('update users set is_active = false where id = $1', [userId]);
    services.bus.publish('users.changed', { userId });
    expect((await me(browser)).status).toBe(401);
    expect((await refresh(browser)).json()).toEqual({ success: false, expires_in: 0 });
  });

  it('[B-P02] returns no error to a visitor without the cookie', async () => {
    const visitor = await Browser.on(app, services.config.publicUrl);
    expect((await refresh(visitor)).json()).toEqual({ success: false, expires_in: 0 });
  });
});

describe('expired data', () => {
  it('[B-P02] is removed by a job, and nothing else', async () => {
    const { db } = services;
    await db.pool.query(
      `insert into sign_on_artifacts (model, id, payload, expires_at)
       values ('Interaction', 'old', '{}', now() - interval '1 second')`,
    );
    await db.pool.query(
      `insert into password_tokens (token_hash, user_id, purpose, expires_at)
       values ('old', $1, 'reset', now() - interval '31 days'),
         ('late', $1, 'reset', now() - interval '1 day')`,
      [userId],
    );
    await db.asSystem(removeExpired);
    const left = await db.pool.query("select from sign_on_artifacts where id = 'old'");
    expect(left.rowCount).toBe(0);
    const tokens = await db.pool.query(
      "select encode(token_hash, 'escape') as hash from password_tokens",
    );
    expect(tokens.rows).toEqual([{ hash: 'late' }]);
    expect((await refresh(browser)).json()).toMatchObject({ success: true });
  });
});

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('signing out', () => {
  it('[B-24] also ends the sign-on session, so the next one needs the password', async () => {
    const copy = await copyOf(browser);
    expect((await browser.send('DELETE', '/auth/session/')).status).toBe(204);
    expect(browser.cookie('sign-on')).toBeUndefined();
    for (const one of [browser, copy]) {
      const { location } = await one.get(beginSignOn(one.publicUrl).address);
      expect(location).toMatch(/^\/auth\/sign-on\//);
    }
  });

  it('[RP-05] by a link on a foreign page asks for confirmation first', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'https://evil.test/' },
      {},
    ]) {
      const page = await browser.get('/auth/oauth2/logout/', headers);
      expect([page.status, page.location]).toEqual([200, '']);
      expect(page.text).toContain('<form method="post">');
    }
    expect((await me(browser)).status).toBe(200);
    const evil = { headers: { origin: 'https://evil.test' }, form: {} };
    expect((await browser.send('POST', '/auth/oauth2/logout/', evil)).status).toBe(403);
    expect((await me(browser)).status).toBe(200);
    const sent = await browser.send('POST', '/auth/oauth2/logout/', { form: {} });
    expect(sent.location).toBe('https://fleet.test/login?signed_out=1');
    expect((await me(browser)).status).toBe(401);
  });

  it('[R-023] [B-24] ends the token of a program that signed in with the password', async () => {
    const visitor = await Browser.on(app, services.config.publicUrl);
    const answer = await visitor.send('POST', '/api/authenticate', {
      json: { username: `user${count}`, password: PASSWORD },
    });
    const authorization = `Bearer ${answer.json<{ token: string }>().token}`;
    const asks = () => visitor.get('/api/user/get_current_user/', { authorization });
    expect((await asks()).status).toBe(200);
    await visitor.send('DELETE', '/auth/session/', { headers: { authorization } });
    expect((await asks()).status).toBe(401);
    expect((await me(browser)).status).toBe(200);
  });

  it('[B-24] clears the cookies and ends access and refresh tokens', async () => {
    const copy = await copyOf(browser);
    expect((await browser.send('DELETE', '/auth/session/')).status).toBe(204);
    for (const name of ['access-token', 'jwt-token', 'refresh-token']) {
      expect(browser.cookie(name)).toBeUndefined();
    }
    expect((await me(copy)).status).toBe(401);
    expect((await refresh(copy)).json()).toEqual({ success: false, expires_in: 0 });
  });

  it('[RP-05] [B-P07] ends the sign-on session and opens the login page', async () => {
    const copy = await copyOf(browser);
    const page = await browser.get(
      '/auth/oauth2/logout/?post_logout_redirect_uri=https://evil.test/',
      OWN_PAGE,
    );
    expect(page.status).toBe(302);
    expect(page.location).toBe('https://fleet.test/login?signed_out=1');
    for (const name of ['access-token', 'jwt-token', 'refresh-token', 'sign-on']) {
      expect(browser.cookie(name)).toBeUndefined();
    }
    const again = await copy.get(beginSignOn(browser.publicUrl).address);
    expect(again.location).toMatch(/^\/auth\/sign-on\//);
    expect((await me(copy)).status).toBe(401);
    expect((await refresh(copy)).json()).toEqual({ success: false, expires_in: 0 });
  });

  it('[B-P01] until then, a second sign-on in this browser needs no password', async () => {
    const { location } = await browser.get(beginSignOn(browser.publicUrl).address);
    expect(new URL(location).searchParams.get('code')).toBeTruthy();
  });

  it('[RP-05] works without a session too', async () => {
    const visitor = await Browser.on(app, services.config.publicUrl);
    const page = await visitor.get('/auth/oauth2/logout/', OWN_PAGE);
    expect(page.location).toBe('https://fleet.test/login?signed_out=1');
  });
});

describe('tokens for others', () => {
  it('[R-020] returns a token for 15 minutes that only the JWT calls accept', async () => {
    const answer = await browser.get('/api/reobtain_jwt/');
    const { token } = answer.json<{ token: string }>();
    expect(browser.cookie('jwt-token')).toBe(token);
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(payload.exp - payload.iat).toBe(900);
    const visitor = await Browser.on(app, services.config.publicUrl);
    const authorization = `Bearer ${token}`;
    const refused = await visitor.get('/api/user/get_current_user/', { authorization });
    expect(refused.status).toBe(401);
  });

  it('[R-029] [OP-085] returns whether a cookie belongs to an active session', async () => {
    const ask = async (cookie: string) =>
      (await browser.send('POST', '/auth/sso_login/', { json: { cookie } })).json();
    const token = browser.cookie('access-token') ?? '';
    expect(await ask(token)).toEqual({ success: true });
    expect(await ask('nonsense')).toEqual({ success: false });
    await browser.send('DELETE', '/auth/session/');
    expect(await ask(token)).toEqual({ success: false });
  });
});

describe('a changed password', () => {
  it('[D-35] [R-027] ends every other session, and keeps this one', async () => {
    const other = await Browser.on(app, services.config.publicUrl);
    await signIn(other, `user${count}`, PASSWORD);
    const changed = await browser.send('PUT', `/api/user/${userId}/change_password/`, {
      json: { old_password: PASSWORD, new_password: 'another long password' },
    });
    expect(changed.json()).toEqual({ message: 'Your password has been changed.' });
    expect((await me(browser)).status).toBe(200);
    expect((await refresh(browser)).json()).toMatchObject({ success: true });
    expect((await me(other)).status).toBe(401);
    expect((await refresh(other)).json()).toEqual({ success: false, expires_in: 0 });
    await signIn(other, `user${count}`, 'another long password');
  });
});
