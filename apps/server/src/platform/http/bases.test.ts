import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServices, testServices } from '../../../test/services.ts';
import { createApp } from '../../app.ts';

const PAGE = 'https://fleet.test';
const root = mkdtempSync(join(tmpdir(), 'roadworthy-web-'));
for (const page of ['index', 'qr', 'check']) {
  writeFileSync(
    join(root, `${page}.html`),
    `<!doctype html><html lang="en"><title>${page}</title>`,
  );
}

let services: TestServices;
let app: FastifyInstance;
async function start(variables: Record<string, string> = {}): Promise<void> {
  services = await testServices({ PUBLIC_URL: PAGE, ...variables });
  app = await createApp(services, { webRoot: root, version: 'test' });
}
async function end(): Promise<void> {
  await app.close();
  await services.close();
}
afterAll(() => rmSync(root, { recursive: true }));

const from = (origin: string | null, path = '/api/language_configs/') =>
  app.inject({ url: path, headers: origin === null ? {} : { origin } });
const policy = async (path = '/home') => {
  const text = String((await from(null, path)).headers['content-security-policy']);
  return new Map(text.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
};

/** Each setting with a different address. */
const BASES = [
  ['W-15', 'MAIN_BASE', 'https://main.test'],
  ['W-17', 'AUTHENTICATION_BASE', 'https://auth.test/auth'],
  ['W-18', 'SAFETY_INSPECTION_BASE', 'https://si.test:8443/safety-inspection'],
  ['W-19', 'DEFECT_BASE', 'https://defect.test/defect'],
  ['W-20', 'VEHICLE_CHECK_BASE', 'https://check.test/vehicle-check'],
  ['W-21', 'VIDEO_EVIDENCE_BASE', 'https://video.test/video-evidence'],
  ['W-23', 'VIDEO_HOST_BASE', 'https://pieces.test'],
] as const;

describe('bases on other origins', () => {
  beforeAll(() => start(Object.fromEntries(BASES.map(([, name, address]) => [name, address]))));
  afterAll(end);

  it.each(BASES)('[%s] the page may call, display and play resources from %s', async (...base) => {
    const { origin, host } = new URL(base[2]);
    const allowed = await policy();
    expect(allowed.get('connect-src')).toEqual(expect.arrayContaining([origin, `wss://${host}`]));
    expect(allowed.get('img-src')).toContain(origin);
    expect(allowed.get('media-src')).toContain(origin);
    expect(allowed.get('script-src')).toEqual(["'self'"]);
    expect((await from(null, '/home')).body).toContain('<html data-bases lang="en">');
  });

  it.each([['W-P01', 'PUBLIC_URL', PAGE] as const, ...BASES])(
    '[%s] responses are readable by pages of %s, without credentials',
    async (...base) => {
      const { origin } = new URL(base[2]);
      const { headers } = await from(origin);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toContain('Origin');
    },
  );

  it('[W-22] [R-001] the preflight of a listed origin is allowed, and of no other', async () => {
    const preflight = (origin: string) =>
      app.inject({ method: 'OPTIONS', url: '/api/users/', headers: { origin } });
    const answer = await preflight(PAGE);
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, PAGE]);
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization');
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE');
    expect((await preflight('https://evil.test')).statusCode).toBe(403);
    const { headers } = await from('https://evil.test');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('[RP-05] [RP-02] a sign-out redirects to a listed page, and the form may submit there', async () => {
    const signOut = (asked: string) =>
      app.inject({
        url: `/auth/oauth2/logout/?post_logout_redirect_uri=${encodeURIComponent(asked)}`,
        headers: { host: 'auth.test', 'x-forwarded-proto': 'https', 'sec-fetch-site': 'none' },
      });
    expect((await signOut(`${PAGE}/login`)).headers.location).toBe(`${PAGE}/login?signed_out=1`);
    const evil = await signOut('https://evil.test/login');
    expect(evil.headers.location).toBe(`${PAGE}/login?signed_out=1`);
    const asked = await app.inject({ url: '/auth/oauth2/logout/' });
    expect(asked.headers['content-security-policy']).toContain(`form-action 'self' ${PAGE}`);
  });
});

describe('the origins of pages', () => {
  afterEach(end);

  it('[W-15] [W-P02] are listed by a server with its own settings', async () => {
    await start({ PUBLIC_URL: 'https://main.test', WEB_ORIGINS: PAGE });
    expect((await from(PAGE)).headers['access-control-allow-origin']).toBe(PAGE);
    expect(services.config.hasOwnBases).toBe(false);
  });

  it('[W-P01] are this one by default: nothing is allowed, and no page is marked', async () => {
    await start();
    const { headers } = await from(PAGE);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect((await policy()).get('connect-src')).toEqual(["'self'"]);
    expect((await from(null, '/home')).body).not.toContain('data-bases');
  });
});
