import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, beginSignOn, followToLogin, openForm, signIn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';

let services: TestServices;
let app: FastifyInstance;
let customerId: number;
/** A script that a page might execute. */
const scriptsOf = (html: string) => html.match(/<script.*?<\/script>/gs) ?? [];
const open = () => Browser.on(app, services.config.publicUrl);

beforeAll(async () => {
  services = await testServices();
  app = await createApp(services, { webRoot: null, version: 'test' });
  ({ customerId } = await makeCustomer(services.db, 'First'));
  await makeUser(services.db, customerId, 'ada@first.test');
});
afterAll(async () => {
  await app.close();
  await services.close();
});

describe('the sign-on with code and PKCE', () => {
  /** Submits the form with a login, and returns the redirect. */
  const signedOn = async (username: string) => {
    const browser = await open();
    const begun = beginSignOn(browser.publicUrl);
    const { address, csrf, page } = await openForm(browser, begun);
    expect(page.status).toBe(200);
    const sent = await browser.send('POST', address, {
      form: { csrf, username, password: PASSWORD },
    });
    return { browser, begun, sent, login: await followToLogin(browser, sent.location) };
  };

  it.each(['ada', 'ADA@First.test'])('[RP-01] [RP-02] accepts the login %s', async (username) => {
    const { sent, login, begun } = await signedOn(username);
    expect(sent.status).toBe(303);
    expect(login.searchParams.get('state')).toBe(begun.state);
    expect(login.searchParams.get('code')).not.toBeNull();
  });

  it('[B-P01] [RP-03] exchanges the code for a token that authenticates calls', async () => {
    for (const username of ['ada', 'ADA@First.test']) {
      const { browser, begun, login } = await signedOn(username);
      expect(login.origin).toBe(browser.publicUrl);
      const answer = await browser.send('POST', '/auth/oauth2/token/', {
        form: {
          grant_type: 'authorization_code',
          code: login.searchParams.get('code') ?? '',
          redirect_uri: `${browser.publicUrl}/login`,
          client_id: 'roadworthy-web',
          code_verifier: begun.verifier,
        },
      });
      expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
      const { access_token } = answer.json<{ access_token: string }>();
      const me = await browser.get('/api/user/get_current_user/', {
        authorization: `Bearer ${access_token}`,
      });
      expect(me.json<{ user: { email: string } }>().user.email).toBe('ada@first.test');
    }
  });

  it('[B-P01] refuses a sign-on without PKCE, with plain PKCE, or with a wrong verifier', async () => {
    const browser = await open();
    for (const changed of [{ code_challenge: '' }, { code_challenge_method: 'plain' }]) {
      const { address } = beginSignOn(browser.publicUrl, changed);
      const { location } = await browser.get(address);
      expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
    }
    const begun = beginSignOn(browser.publicUrl);
    const { address, csrf } = await openForm(browser, begun);
    const form = { csrf, username: 'ada', password: PASSWORD };
    const { location } = await browser.send('POST', address, { form });
    const code = (await followToLogin(browser, location)).searchParams.get('code');
    const redirect_uri = `${browser.publicUrl}/login`;
    const code_verifier = beginSignOn(browser.publicUrl).verifier;
    const opened = await browser.send('POST', '/auth/session/', {
      json: { code, code_verifier, redirect_uri },
    });
    expect(opened.status).toBe(400);
    expect(browser.cookie('access-token')).toBeUndefined();
  });

  it('[RP-01] redirects to no foreign address, whatever the request contains', async () => {
    const browser = await open();
    for (const redirect_uri of [
      'https://evil.test/login',
      `${browser.publicUrl}.evil.test/login`,
      `${browser.publicUrl}/login/../../evil`,
      `${browser.publicUrl}/login?next=https://evil.test`,
      '//evil.test/login',
    ]) {
      const page = await browser.get(beginSignOn(browser.publicUrl, { redirect_uri }).address);
      expect(page.status).toBe(400);
      expect(page.location).toBe('');
      expect(page.text).not.toContain('evil');
    }
    const opened = await browser.send('POST', '/auth/session/', {
      json: { code: 'x', code_verifier: 'v'.repeat(43), redirect_uri: 'https://evil.test/login' },
    });
    expect(opened.status).toBe(400);
    const forged = await browser.get(beginSignOn(browser.publicUrl).address, {
      'x-forwarded-host': 'evil.test',
    });
    const discovery = await browser.get('/auth/.well-known/openid-configuration', {
      'x-forwarded-host': 'evil.test',
    });
    expect(forged.location).toMatch(/^\/auth\/sign-on\//);
    expect(discovery.text).not.toContain('evil');
    expect(discovery.json()).toMatchObject({
      issuer: `${browser.publicUrl}/auth`,
      authorization_endpoint: `${browser.publicUrl}/auth/oauth2/authorize`,
      token_endpoint: `${browser.publicUrl}/auth/oauth2/token`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('[RP-01] a code works once, and its second use ends the session', async () => {
    const browser = await open();
    const begun = beginSignOn(browser.publicUrl);
    const { address, csrf } = await openForm(browser, begun);
    const form = { csrf, username: 'ada', password: PASSWORD };
    const { location } = await browser.send('POST', address, { form });
    const json = {
      code: (await followToLogin(browser, location)).searchParams.get('code'),
      code_verifier: begun.verifier,
      redirect_uri: `${browser.publicUrl}/login`,
    };
    expect((await browser.send('POST', '/auth/session/', { json })).status).toBe(200);
    const thief = await open();
    expect((await thief.send('POST', '/auth/session/', { json })).status).toBe(400);
    const after = await browser.send('POST', '/auth/session/refresh/');
    expect(after.json()).toEqual({ success: false, expires_in: 0 });
  });
});

describe('the form', () => {
  it('[B-P01] works without script, under a strict policy, for password managers', async () => {
    const browser = await open();
    const { page } = await openForm(browser, beginSignOn(browser.publicUrl));
    expect(scriptsOf(page.text)).toEqual(['<script src="/auth/sign-on.js"></script>']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toMatch(/autocomplete="username"[^>]*autofocus/);
    expect(page.text).toContain('autocomplete="current-password"');
    expect(page.text).toContain('href="/forgot-password"');
    const style = await browser.get('/auth/sign-on.css');
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  it('[B-P01] uses the language that was chosen on the login page', async () => {
    const browser = await open();
    const chosen = beginSignOn(browser.publicUrl, { ui_locales: 'pt' });
    expect((await openForm(browser, chosen)).page.text).toContain('<html lang="pt">');
    const { address } = beginSignOn(browser.publicUrl);
    const { location } = await browser.get(address);
    const page = await browser.get(location, { 'accept-language': 'pt-PT,pt;q=0.9' });
    expect(page.text).toContain('Palavra-passe');
  });

  it('[B-01] offers the languages, and keeps the chosen one when the form is refused', async () => {
    const browser = await open();
    const { address, csrf } = await openForm(browser, beginSignOn(browser.publicUrl));
    const chosen = await browser.get(`${address}?language=pt`);
    expect(chosen.text).toContain('<html lang="pt">');
    expect(chosen.text).toContain('href="?language=en"');
    expect(chosen.text).toMatch(/href="\?language=pt"[^>]*aria-current="true"/);
    const refused = await browser.send('POST', `${address}?language=pt`, {
      form: { csrf, username: 'ada', password: 'not the password' },
    });
    expect(refused.text).toContain('<html lang="pt">');
  });

  it('[T-14] [RP-02] answers 400 with the text for a wrong password, and keeps the name', async () => {
    const browser = await open();
    for (const username of ['ada', 'nobody', '"><script>alert(1)</script>']) {
      const { address, csrf } = await openForm(browser, beginSignOn(browser.publicUrl));
      const page = await browser.send('POST', address, {
        form: { csrf, username, password: 'not the password' },
      });
      expect(page.status).toBe(400);
      expect(page.text).toContain('Unable to log in with provided credentials');
      expect(scriptsOf(page.text)).toHaveLength(1);
      expect(page.text).not.toContain('not the password');
    }
  });

  it('[RP-02] is refused without its own token', async () => {
    const browser = await open();
    const one = await openForm(browser, beginSignOn(browser.publicUrl));
    const other = await openForm(await open(), beginSignOn(browser.publicUrl));
    for (const csrf of ['', 'x'.repeat(43), other.csrf]) {
      const form = { csrf, username: 'ada', password: PASSWORD };
      const page = await browser.send('POST', one.address, { form });
      expect(page.status).toBe(400);
      expect(page.text).toContain('expired');
    }
    const stranger = await open();
    const form = { csrf: one.csrf, username: 'ada', password: PASSWORD };
    expect((await stranger.send('POST', one.address, { form })).status).toBe(400);
    const foreign = await browser.send('POST', one.address, {
      form,
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.status).toBe(403);
  });

  it('[B-P04] [RP-02] answers 423 at the fifth failure, also to the right password', async () => {
    await makeUser(services.db, customerId, 'locked@first.test');
    const browser = await open();
    const { address, csrf } = await openForm(browser, beginSignOn(browser.publicUrl));
    const attempt = async (password: string) =>
      (await browser.send('POST', address, { form: { csrf, username: 'locked', password } }))
        .status;
    const seen: number[] = [];
    for (let n = 0; n < 5; n += 1) seen.push(await attempt('wrong password'));
    expect(seen).toEqual([400, 400, 400, 400, 423]);
    expect(await attempt(PASSWORD)).toBe(423);
  });
});

describe('a person who is not active', () => {
  it('[B-P01] cannot sign on', async () => {
    await makeUser(services.db, customerId, 'gone@first.test', { is_active: false });
    await expect(signIn(await open(), 'gone', PASSWORD)).rejects.toThrow();
  });
});

describe('many attempts', () => {
  it('[B-P04] are limited by address, with a page that explains it', async () => {
    const browser = await open();
    const { address } = await openForm(browser, beginSignOn(browser.publicUrl));
    let page = await browser.send('POST', address, { form: { csrf: 'x' } });
    for (let n = 0; n < 130 && page.status !== 429; n += 1) {
      page = await browser.send('POST', address, { form: { csrf: 'x' } });
    }
    expect(page.status).toBe(429);
    expect(page.text).toContain('Too many tries');
  });
});
