import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_PROTOCOLS } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../src/platform/config/index.ts';

/*
 * The image, the compose file, the chart and the systemd units against the configuration: no container engine and
 * no cluster is needed.
 */

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const CHART = 'deploy/helm/roadworthy';
const SETTINGS = environment.shape as Readonly<Record<string, unknown>>;
const defaults = environment.parse({}) as Readonly<Record<string, unknown>>;

/** `5027/udp` for each port and transport of the protocols. */
const DEVICE_PORTS = DEVICE_PROTOCOLS.flatMap(({ port, transports }) =>
  port === null
    ? []
    : [...new Set(transports.map((one) => (one === 'udp' ? 'udp' : 'tcp')))].map(
        (transport) => `${port.default}/${transport}`,
      ),
).sort();
/** Ports of any protocol, of the web app and of cameras. */
const OTHER = ['PORT', 'DEVICE_PORT', 'JT1078_PORT', 'JT1078_PLAYBACK_PORT'].concat(
  'ATTACHMENTS_PORT',
  'FTP_PORT',
);

const values = parse(read(`${CHART}/values.yaml`));
const compose = parse(read('compose.yaml'));

/** Ports of a range as `1078-1113`, or one. */
function range(text: string): number[] {
  const [from = 0, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  it('exposes every port', () => {
    const exposed = [...text.matchAll(/^EXPOSE (.+)$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    const ports = exposed.flatMap((one) => {
      const [ports = '', transport = 'tcp'] = one.split('/');
      return range(ports).map((port) => `${port}/${transport}`);
    });
    expect(ports).toEqual(expect.arrayContaining(DEVICE_PORTS));
    for (const setting of OTHER) expect(ports, setting).toContain(`${defaults[setting]}/tcp`);
    for (const port of range(String(defaults.FTP_DATA_PORTS)))
      expect(ports).toContain(`${port}/tcp`);
    expect(ports.length).toBe(new Set(ports).size);
  });

  it('copies what exists, sets settings that exist, and runs as another user', () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const set = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = '']) => list.split(' '));
    for (const one of set) expect(SETTINGS).toHaveProperty(one.split('=')[0] ?? '');
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK /m);
  });

  it('has the manifests of all packages that the server needs', () => {
    const { dependencies } = JSON.parse(read('apps/server/package.json'));
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@roadworthy/'));
    for (const name of ours) {
      const folder = name.replace('@roadworthy/', 'packages/');
      expect(text).toContain(`COPY ${folder}/package.json ${folder}/`);
    }
  });
});

describe('compose.yaml', () => {
  it('sets only settings that exist', () => {
    const names = Object.keys(compose.services.server.environment);
    expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['SESSION_SECRET', 'PUBLIC_URL', 'DATABASE_URL']));
  });

  it('publishes every port of devices and cameras', () => {
    const published: string[] = compose.services.server.ports.flatMap((one: string) => {
      const [whole = '', transport = 'tcp'] = one.split('/');
      return range(whole.split(':').at(-1) ?? '').map((port) => `${port}/${transport}`);
    });
    expect(published).toEqual(expect.arrayContaining(DEVICE_PORTS));
    for (const setting of OTHER.filter((name) => name !== 'PORT')) {
      expect(published, setting).toContain(`${defaults[setting]}/tcp`);
    }
  });

  it('gives the server a read-only file system without privileges', () => {
    const { read_only, cap_drop, security_opt, volumes } = compose.services.server;
    expect([read_only, cap_drop, security_opt]).toEqual([
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ]);
    expect(volumes).toContain('data:/data');
  });
});

describe('the chart', () => {
  it('sets only settings that exist', () => {
    expect(Object.keys(values.settings).filter((name) => !(name in SETTINGS))).toEqual([]);
    const templates = readdirSync(join(ROOT, CHART, 'templates'))
      .map((name) => read(`${CHART}/templates/${name}`))
      .join('\n');
    const named = [...templates.matchAll(/name: ([A-Z][A-Z_0-9]{2,})/g)].map(
      ([, name = '']) => name,
    );
    expect(named).toContain('ROLES');
    expect(named.filter((name) => !(name in SETTINGS))).toEqual([]);
  });

  it('opens every port of devices', () => {
    const opened = values.gateway.ports.flatMap(
      ({ port, protocols }: { port: number; protocols: string[] }) =>
        protocols.map((one) => `${port}/${one.toLowerCase()}`),
    );
    expect(opened.sort()).toEqual(
      [...DEVICE_PORTS, `${defaults.DEVICE_PORT}/tcp`, `${defaults.ATTACHMENTS_PORT}/tcp`].sort(),
    );
    // Names of ports have at most 15 letters and must differ.
    const names = values.gateway.ports.flatMap(
      ({ name, protocols }: { name: string; protocols: string[] }) =>
        protocols.map((one) => `${name}-${one.toLowerCase()}`.slice(0, 15)),
    );
    expect(names.length).toBe(new Set(names).size);
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(read('package.json'));
    const chart = parse(read(`${CHART}/Chart.yaml`));
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });
});

describe('the systemd units', () => {
  it('start files that exist, with settings that exist', () => {
    const units = readdirSync(join(ROOT, 'deploy/systemd')).filter((name) =>
      name.endsWith('.service'),
    );
    expect(units.length).toBe(2);
    for (const unit of units) {
      const text = read(`deploy/systemd/${unit}`);
      for (const [, list = ''] of text.matchAll(/^Environment=(.+)$/gm)) {
        for (const one of list.split(' ')) expect(SETTINGS).toHaveProperty(one.split('=')[0] ?? '');
      }
    }
    expect(read('deploy/systemd/roadworthy.service')).toContain('node deploy/server.mjs');
    expect(existsSync(join(ROOT, 'deploy/server.mjs'))).toBe(true);
    expect(read('deploy/systemd/roadworthy-backup.service')).toContain('backup-command.js backup');
    expect(existsSync(join(ROOT, 'apps/server/src/backup-command.ts'))).toBe(true);
  });
});
