import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, beginSignOn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';

const PUBLIC_URL = 'http://localhost:8080';

/** The next user to sign on at the foreign issuer. */
let person = { email: 'ada@first.test', email_verified: true };
let server: Server;
let services: TestServices;
let app: FastifyInstance;
let userId: number;

/** A foreign issuer on a real port that signs everyone in without a password. */
async function startIssuer(): Promise<string> {
  let issuer: Provider | null = null;
  server = createServer((request, response) => {
    const uid = /^\/interaction\//.test(request.url ?? '');
    if (!uid) issuer?.callback()(request, response);
    else {
      const login = { accountId: 'somebody' };
      void issuer?.interactionFinished(request, response, { login });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  issuer = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'k', use: 'sig' } as never] },
    clients: [
      {
        client_id: 'fleet',
        client_secret: 'a secret between two servers',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${PUBLIC_URL}/login`],
        post_logout_redirect_uris: [`${PUBLIC_URL}/login?signed_out=1`],
      },
    ],
    cookies: { keys: ['one'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...person }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: 'fleet', accountId: 'somebody' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  return url;
}

beforeAll(async () => {
  const issuer = await startIssuer();
  services = await testServices({
    PUBLIC_URL,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'fleet',
    OIDC_CLIENT_SECRET: 'a secret between two servers',
  });
  app = await createApp(services, { webRoot: null, version: 'test' });
  const { customerId } = await makeCustomer(services.db, 'First');
  userId = await makeUser(services.db, customerId, 'ada@first.test');
});
afterAll(async () => {
  await app.close();
  await services.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Follows the redirects of the foreign issuer with its cookies. Returns the redirect back. */
async function atTheIssuer(address: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  while (next.origin !== PUBLIC_URL) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    next = new URL(answer.headers.get('location') ?? '', next);
  }
  return next;
}

async function signOn(browser: Browser, verifier?: string) {
  const begun = beginSignOn(PUBLIC_URL);
  const { location } = await browser.get(begun.address);
  const back = await atTheIssuer(location);
  expect(back.searchParams.get('state')).toBe(begun.state);
  return browser.send('POST', '/auth/session/', {
    json: {
      code: back.searchParams.get('code'),
      code_verifier: verifier ?? begun.verifier,
      redirect_uri: `${PUBLIC_URL}/login`,
    },
  });
}

describe('an outside sign-on', () => {
  it('[B-P01] opens a session for the user with the verified address, and refreshes it', async () => {
    person = { email: 'Ada@First.test', email_verified: true };
    const browser = await Browser.on(app, PUBLIC_URL);
    expect((await signOn(browser)).status).toBe(200);
    const me = () => browser.get('/api/user/get_current_user/');
    expect((await me()).json<{ user: { id: number } }>().user.id).toBe(userId);
    const refreshed = await browser.send('POST', '/auth/session/refresh/');
    expect(refreshed.json()).toEqual({ success: true, expires_in: 900 });
    expect((await me()).status).toBe(200);
    const { rows } = await services.db.pool.query(
      `select extract(epoch from expires_at - now()) / 3600 as hours
       from sign_on_artifacts where model = 'Grant'`,
    );
    expect(Number(rows[0].hours)).toBeCloseTo(12, 1);
  });

  it('[B-P01] refuses an address that is unverified, unknown, or only a user name', async () => {
    await services.db.pool.query("update users set username = 'boss@else.test' where id = $1", [
      userId,
    ]);
    for (const wrong of [
      { email: 'ada@first.test', email_verified: false },
      { email: 'nobody@first.test', email_verified: true },
      { email: 'boss@else.test', email_verified: true },
    ]) {
      person = wrong;
      const browser = await Browser.on(app, PUBLIC_URL);
      const answer = await signOn(browser);
      expect(answer.status).toBe(400);
      expect(answer.json<{ detail: string }>().detail).toContain('no account');
      expect(browser.cookie('access-token')).toBeUndefined();
    }
    person = { email: 'ada@first.test', email_verified: true };
  });

  it('[B-P01] requires the code verifier of this browser', async () => {
    const other = beginSignOn(PUBLIC_URL).verifier;
    const answer = await signOn(await Browser.on(app, PUBLIC_URL), other);
    expect(answer.status).toBe(400);
  });

  it('[RP-01] redirects only to the application', async () => {
    const browser = await Browser.on(app, PUBLIC_URL);
    for (const changed of [
      { redirect_uri: 'https://evil.test/login' },
      { code_challenge_method: 'plain' },
      { state: '' },
    ]) {
      const page = await browser.get(beginSignOn(PUBLIC_URL, changed).address);
      expect(page.status).toBe(400);
    }
    expect((await browser.get('/auth/sign-on/anything')).status).toBe(404);
  });

  it('[RP-05] [B-P07] also ends the session at the issuer', async () => {
    const browser = await Browser.on(app, PUBLIC_URL);
    await signOn(browser);
    const { location } = await browser.get('/auth/oauth2/logout/', { 'sec-fetch-site': 'none' });
    const address = new URL(location);
    expect(address.origin).toBe(services.config.oidc?.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(
      `${PUBLIC_URL}/login?signed_out=1`,
    );
    const refreshed = await browser.send('POST', '/auth/session/refresh/');
    expect(refreshed.json()).toEqual({ success: false, expires_in: 0 });
  });

  it('[B-P01] that is unavailable is reported as such, and tried again', async () => {
    const down = await testServices({ PUBLIC_URL, OIDC_ISSUER: 'http://127.0.0.1:9' });
    const other = await createApp(down, { webRoot: null, version: 'test' });
    const browser = await Browser.on(other, PUBLIC_URL);
    const page = await browser.get(beginSignOn(PUBLIC_URL).address);
    expect(page.status).toBe(503);
    expect(page.json<{ detail: string }>().detail).toContain('sign-on cannot be reached');
    await other.close();
    await down.close();
  });
});
