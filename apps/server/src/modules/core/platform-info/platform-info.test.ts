import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeUser } from '../../../../test/people.ts';

let api: TestApi;

async function configOf({ ask }: TestApi) {
  const { status, body } = await ask('/api/config/');
  expect(status).toBe(200);
  return contract.platformInfo.config.answer.parse(body);
}

describe('the configuration for the web app', () => {
  afterEach(() => api.close());
  const config = () => configOf(api);

  it('[W-P02] [W-25] contains what the page needs to sign in, and no token', async () => {
    api = await testApi();
    const { body } = await api.ask('/api/config/', { headers: {} });
    expect(JSON.stringify(body)).not.toMatch(/access.?token/i);
    expect((await config()).sign_on).toEqual({
      client_id: 'roadworthy-web',
      scope: expect.stringContaining('openid'),
    });
  });

  it('[RP-06] [W-P01] [W-26] is public, with every base on this server', async () => {
    api = await testApi();
    expect(await config()).toEqual({
      production: false,
      needs_first_administrator: true,
      home_variant: 'groups',
      external_apps: {
        ER_DASHBOARD: null,
        SAFETY_INSPECTION: null,
        DEFECT: null,
        DRIVER_AGENCY_ONBOARDING: null,
        FMT: null,
        TACHOGRAF: null,
        VEHICLE_UTILISATION: null,
      },
      bases: {
        main: '',
        oauth2: '/auth',
        authentication: '/auth',
        safety_inspection: '/safety-inspection',
        defect: '/defect',
        vehicle_check: '/vehicle-check',
        video_evidence: '/video-evidence',
        video_host: '',
      },
      sign_on: { client_id: 'roadworthy-web', scope: expect.stringContaining('openid') },
      partner_key: expect.stringMatching(/^[\w-]{43}$/),
      map: {
        tiles: '/map/britain.json',
        style_url: null,
        attribution: expect.any(String),
        archives: [],
        satellite: null,
        has_address_service: false,
        can_match: false,
        traffic: null,
      },
    });
  });

  it('[RP-06] requests the first administrator until there is one', async () => {
    api = await testApi();
    expect((await config()).needs_first_administrator).toBe(true);
    await makeUser(api.services.db, null, 'first@example.test', {
      role: 'ADMIN',
      is_global_admin: true,
    });
    expect((await config()).needs_first_administrator).toBe(false);
  });

  it('[W-24] [R-015] allows the help calls for the configured partner key only', async () => {
    api = await testApi({ PARTNER_KEY: 'partner-1', HOME_VARIANT: 'apps' });
    const { partner_key, home_variant } = await config();
    expect([partner_key, home_variant]).toEqual(['partner-1', 'apps']);
    const status = async (key: string) =>
      (
        await api.ask('/api/help/vehicle_search/?registration=AB12CDE', {
          headers: { 'x-external-key': key },
        })
      ).status;
    expect(await status('partner-2')).toBe(403);
    expect(await status('')).toBe(403);
    expect(await status('partner-1')).toBe(200);
  });
});

describe('links and bases on other servers', () => {
  const LINKS = [
    ['[W-08]', 'ER_DASHBOARD', 'https://er.example'],
    ['[W-09]', 'SAFETY_INSPECTION', 'https://inspection.example'],
    ['[W-10]', 'DEFECT', 'https://defect.example'],
    ['[W-11]', 'DRIVER_AGENCY_ONBOARDING', 'https://agency.example'],
    // The scheme may be omitted; the web app opens it with https.
    ['[W-12] [W-14]', 'FMT', 'fmt.example/app'],
    ['[W-13]', 'TACHOGRAF', 'https://tacho.example'],
    ['[W-P03]', 'VEHICLE_UTILISATION', 'https://use.example'],
  ] as const;
  const BASES = [
    ['[W-15]', 'MAIN_BASE', ['main']],
    ['[W-16] [W-17]', 'AUTHENTICATION_BASE', ['oauth2', 'authentication']],
    ['[W-18]', 'SAFETY_INSPECTION_BASE', ['safety_inspection']],
    ['[W-19]', 'DEFECT_BASE', ['defect']],
    ['[W-20]', 'VEHICLE_CHECK_BASE', ['vehicle_check']],
    ['[W-21]', 'VIDEO_EVIDENCE_BASE', ['video_evidence']],
    ['[W-23]', 'VIDEO_HOST_BASE', ['video_host']],
  ] as const;
  const addressOf = (setting: string) => `https://${setting.toLowerCase()}.example/part`;
  let config: Awaited<ReturnType<typeof configOf>>;
  beforeAll(async () => {
    // Each setting has its own value, so that a mixed-up one is seen.
    api = await testApi({
      ...Object.fromEntries(LINKS.map(([, key, link]) => [key, link])),
      ...Object.fromEntries(BASES.map(([, setting]) => [setting, `${addressOf(setting)}/`])),
    });
    config = await configOf(api);
  });
  afterAll(() => api.close());

  it.each(LINKS)('%s carries the link %s of a companion app, and no other', (_, key, link) => {
    const links = Object.entries(config.external_apps);
    expect(links.filter(([, address]) => address === link)).toEqual([[key, link]]);
  });

  it.each(BASES)('%s takes %s from the settings as the base of %j', (_, setting, names) => {
    const bases = Object.entries(config.bases);
    const moved = bases.filter(([, address]) => address === addressOf(setting));
    expect(moved.map(([name]) => name)).toEqual(names);
  });
});

describe('health', () => {
  afterEach(() => api.close());

  it('[RP-07] is public: 200 when every part works, 503 when one fails', async () => {
    api = await testApi();
    let found: true | string = true;
    const { health } = api.services;
    health.register('database', async () => {
      await api.services.db.pool.query('select 1');
      return true;
    });
    health.register('gateway', async () => found);
    const well = await api.ask('/healthz');
    expect([well.status, well.body]).toEqual([
      200,
      {
        status: 'ok',
        checks: [
          { name: 'database', ok: true },
          { name: 'gateway', ok: true },
        ],
      },
    ]);
    found = 'too much waits for the database';
    const ill = await api.ask('/healthz');
    expect(ill.status).toBe(503);
    expect(contract.platformInfo.health.answer.parse(ill.body)).toEqual({
      status: 'degraded',
      checks: [
        { name: 'database', ok: true },
        { name: 'gateway', ok: false, reason: 'too much waits for the database' },
      ],
    });
  });

  it('[RP-07] responds although one part hangs and another throws', async () => {
    api = await testApi();
    api.services.health.register('hangs', () => new Promise(() => undefined));
    api.services.health.register('throws', () => Promise.reject(new Error('secret detail')));
    const { status, body } = await api.ask('/healthz');
    expect([status, body]).toEqual([
      503,
      {
        status: 'degraded',
        checks: [
          { name: 'hangs', ok: false, reason: 'no answer within two seconds' },
          { name: 'throws', ok: false, reason: 'does not answer' },
        ],
      },
    ]);
  });
});

describe('metrics', () => {
  afterEach(() => api.close());

  it('[RP-07] are for this machine only if no token is set, whatever a header claims', async () => {
    api = await testApi({ TRUST_PROXY: 'true' });
    api.services.metrics.counter('frames_total', 'Frames').inc(3);
    const near = await api.ask('/metrics');
    expect([near.status, near.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(near.body).toContain('roadworthy_frames_total 3');
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
    ]) {
      expect((await api.ask('/metrics', { headers })).status).toBe(403);
    }
  });

  it('[RP-07] are for everyone with the token if one is set', async () => {
    api = await testApi({ METRICS_TOKEN: 'scrape-me-if-you-know' });
    const status = async (authorization?: string) =>
      (await api.ask('/metrics', { headers: authorization === undefined ? {} : { authorization } }))
        .status;
    expect(await status()).toBe(403);
    expect(await status('Bearer scrape-me')).toBe(403);
    expect(await status('Bearer scrape-me-if-you-know')).toBe(200);
  });
});
