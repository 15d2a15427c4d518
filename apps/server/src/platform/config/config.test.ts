import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { environment, loadConfig, readEnvFile } from './index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (variables: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: dataDir, ...variables });

const production = {
  NODE_ENV: 'production',
  SESSION_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://fleet.example/',
};

function refusal(variables: Record<string, string>): string {
  try {
    load(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('configuration', () => {
  it('has a default for every setting, with the ports of Traccar', () => {
    const config = load();
    expect(config.port).toBe(8080);
    expect(config.publicUrl).toBe('http://localhost:8080');
    expect(config.roles).toEqual(['gateway', 'api', 'worker']);
    expect(config.gateway.ports).toMatchObject({
      teltonika: 5027,
      gt06: 5023,
      jt808: 5015,
      osmand: 5055,
    });
    expect(config.demo.enabled).toBe(true);
  });

  it('treats an empty variable as absent', () => {
    expect(load({ PORT: '', SMTP_URL: ' ' })).toMatchObject({
      port: 8080,
      mail: { smtpUrl: null },
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT is "eighty": it must be a port number.'],
    [{ PORT: '70000' }, 'PORT is "70000": it must be a port from 0 to 65535.'],
    [{ TELTONIKA_PORT: '1.5' }, 'TELTONIKA_PORT is "1.5": it must be a whole number.'],
    [{ POSITIONS_RETENTION_DAYS: '0' }, 'POSITIONS_RETENTION_DAYS is "0": it must be at least 1.'],
    [
      { TRUST_PROXY: 'perhaps' },
      'TRUST_PROXY is "perhaps": it must be false, true, a number of proxies up to 10, or a list of networks like 10.0.0.0/8.',
    ],
    [{ PUBLIC_URL: 'fleet' }, 'PUBLIC_URL is "fleet": it must be an http or https address.'],
    [
      { MAP_STYLE_URL: 'x' },
      'MAP_STYLE_URL is "x": it must be an http or https address, or "offline".',
    ],
    [
      { TRAFFIC_TILES_URL: 'https://tiles.example/traffic' },
      'TRAFFIC_TILES_URL is not usable: it must contain {z}, {x} and {y}.',
    ],
    [{ ROLES: 'api,poet' }, 'ROLES names "poet"; it takes any of gateway, api, worker.'],
    [{ HOME_VARIANT: 'tiles' }, 'HOME_VARIANT is "tiles": it must be one of groups, apps.'],
    [{ NODE_ENV: 'live' }, 'NODE_ENV is "live": it must be one of production, development, test.'],
  ])('says what is wrong with %o', (variables, sentence) => {
    expect(refusal(variables as Record<string, string>)).toBe(sentence);
  });

  it('never repeats an invalid secret', () => {
    expect(refusal({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).toBe(
      'DATABASE_URL is not usable: it must be an address like postgres://user:password@host/database.',
    );
    expect(refusal({ SMTP_URL: 'http://me:hunter2@host' })).not.toContain('hunter2');
    expect(refusal({ SESSION_SECRET: 'hunter2' })).not.toContain('hunter2');
  });

  it('creates a secret in development, once, readable only by its owner', () => {
    const first = load().sessionSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(load().sessionSecret).toBe(first);
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o077).toBe(0);
  });
});

describe('[W-26] [S-35] production', () => {
  it('starts with the required settings, and passes them to the web app', () => {
    expect(load(production)).toMatchObject({
      production: true,
      publicUrl: 'https://fleet.example',
    });
    expect(load().production).toBe(false);
  });

  it('does not start without its secrets, and names each', () => {
    const sentence = refusal({ NODE_ENV: 'production' });
    expect(sentence).toContain('SESSION_SECRET');
    expect(sentence).toContain('PUBLIC_URL');
    const { PUBLIC_URL: _, ...without } = production;
    expect(refusal(without)).toContain('PUBLIC_URL');
    expect(refusal(without)).not.toContain('SESSION_SECRET');
  });

  it('has no demo fleet, whatever is set', () => {
    expect(load({ ...production, EVALUATION_FLEET: 'true' }).demo.enabled).toBe(false);
  });
});

describe('the bases of the web app', () => {
  it('[W-22] [W-P01] refuses a base that is neither a path nor a URL', () => {
    for (const base of ['//evil.example', 'javascript:alert(1)', 'api', 'ftp://x.example']) {
      expect(refusal({ MAIN_BASE: base })).toContain('MAIN_BASE');
    }
  });

  it('[W-16] accepts the sign-on of another issuer', () => {
    const config = load({ OIDC_ISSUER: 'https://issuer.example/', OIDC_CLIENT_ID: 'fleet' });
    // The server redirects the browser, so the web app's URL of the sign-on stays ours.
    expect(config.bases.oauth2).toBe('/auth');
    expect(config.oidc).toEqual({
      issuer: 'https://issuer.example',
      clientId: 'fleet',
      clientSecret: null,
    });
  });
});

describe('ports for file uploads by cameras', () => {
  it('are a range, one port, or any', () => {
    const range = (value: string) => load({ FTP_DATA_PORTS: value }).video.uploadDataPorts;
    expect(load().video.uploadDataPorts).toEqual({ from: 1082, to: 1113 });
    expect(range('2000')).toEqual({ from: 2000, to: 2000 });
    expect(range('0')).toEqual({ from: 0, to: 0 });
    for (const wrong of ['2000-1000', '0-5', 'a-b', '1-2-3', '1-70000', '-5']) {
      expect(() => range(wrong), wrong).toThrow(/range of ports/);
    }
  });
});

describe('.env', () => {
  const name = 'ROADWORTHY_ENV_FILE_TEST';
  afterEach(() => {
    delete process.env[name];
  });

  it('is read, and does not override variables that are set already', () => {
    const path = join(dataDir, '.env');
    writeFileSync(path, `${name}=from-file\n`);
    readEnvFile(path);
    expect(process.env[name]).toBe('from-file');
    process.env[name] = 'from-outside';
    readEnvFile(path);
    expect(process.env[name]).toBe('from-outside');
  });

  it('may be absent', () => {
    expect(() => readEnvFile(join(dataDir, 'no.env'))).not.toThrow();
  });
});

describe('docs/configuration.md', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]+)` \| (?:`([^`]*)`)? *\| \S/gm,
  );
  const documented = new Map([...rows].map(([, key, value]) => [key, value ?? '']));
  const defaults = environment.parse({});

  it('lists every variable, and no other', () => {
    expect([...documented.keys()].sort()).toEqual(Object.keys(environment.shape).sort());
  });

  it.each(Object.entries(defaults))('states the default of %s', (key, value) => {
    expect(documented.get(key)).toBe(value === null ? '' : String(value));
  });
});
