import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser } from '../../../../test/people.ts';
import { streetArchive, TOWN } from '../../../../test/street-archive.ts';

let api: TestApi;
let administrator: number;
let manager: number;
let folder: string;
const town = streetArchive();

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  const { customerId } = await makeCustomer(db, 'Home');
  administrator = await makeUser(db, customerId, 'admin@maps.test', { role: 'ADMIN' });
  manager = await makeUser(db, customerId, 'manager@maps.test');
  folder = join(api.services.config.dataDir, 'maps');
});
afterAll(() => api.close());
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

const install = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
const archives = async () =>
  contract.platformInfo.config.answer.parse((await api.ask('/api/config/')).body).map.archives;
const status = async (as = administrator) =>
  contract.maps.status.answer.parse((await api.ask('/api/maps/status/', { as })).body);
const part = (path: string, range?: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${path}`, {
    headers: { ...(range === undefined ? {} : { range }), ...headers },
  });

describe('street map archives', () => {
  it('are found without a restart, and gone when the file is gone', async () => {
    expect(await archives()).toEqual([]);
    install('town.pmtiles', town.bytes);
    install('.other.pmtiles.part', town.bytes);
    expect(await archives()).toEqual([
      {
        path: expect.stringMatching(/^\/api\/maps\/archives\/[\w-]{22}\/$/),
        bounds: [...TOWN],
        min_zoom: 0,
        max_zoom: 15,
      },
    ]);
    rmSync(join(folder, 'town.pmtiles'));
    expect(await archives()).toEqual([]);
  });

  it('are sent to visitors in parts, cached for ever by their digest', async () => {
    install('town.pmtiles', town.bytes);
    const [{ path } = { path: '' }] = await archives();
    const answer = await part(path, 'bytes=100-299');
    expect(answer.status).toBe(206);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': `bytes 100-299/${town.bytes.length}`,
      'content-length': '200',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(town.bytes.subarray(100, 300));
    const etag = answer.headers.get('etag') ?? '';
    expect((await part(path, 'bytes=0-9', { 'if-none-match': etag })).status).toBe(304);
  });

  it('are refused whole, beyond their end, and by any other name', async () => {
    install('town.pmtiles', town.bytes);
    const [{ path } = { path: '' }] = await archives();
    const codes = async (range?: string, address = path) => {
      const answer = await part(address, range);
      return [
        answer.status,
        answer.headers.get('cache-control'),
        ((await answer.json()) as { code: string }).code,
      ];
    };
    expect(await codes()).toEqual([400, 'no-store', 'map.range_needed']);
    expect(await codes(`bytes=${town.bytes.length}-`)).toEqual([
      416,
      'no-store',
      'file.no_such_part',
    ]);
    const other = path.replace(/[\w-]{22}/, 'x'.repeat(22));
    expect(await codes('bytes=0-9', other)).toEqual([404, 'no-store', 'map.archive_unknown']);
    for (const name of ['town.pmtiles', '..%2Ftown.pmtiles', '%2e%2e%2fsession-secret']) {
      expect((await part(`/api/maps/archives/${name}/`, 'bytes=0-9')).status).toBe(404);
    }
  });

  it('that are too large for one answer are refused', async () => {
    install('town.pmtiles', Buffer.concat([town.bytes, Buffer.alloc(5 * 2 ** 20)]));
    const [{ path } = { path: '' }] = await archives();
    expect((await part(path, 'bytes=0-')).status).toBe(400);
    expect((await part(path, `bytes=0-${4 * 2 ** 20 - 1}`)).status).toBe(206);
  });

  it('that are damaged are named with the fault, and the others stay', async () => {
    install('good.pmtiles', town.bytes);
    install('short.pmtiles', town.bytes.subarray(0, town.bytes.length - 1));
    install('text.pmtiles', Buffer.from('not a map at all'));
    const other = streetArchive(undefined, undefined, 2, {
      vector_layers: [{ id: 'transportation' }],
    });
    install('schema.pmtiles', other.bytes);
    const broken = Buffer.from(town.bytes);
    broken.fill(0xff, 127, 400);
    install('broken.pmtiles', broken);
    const { shown, files } = await status();
    expect(shown).toBe('archives');
    expect(Object.fromEntries(files.map(({ name, fault }) => [name, fault]))).toEqual({
      'good.pmtiles': null,
      'short.pmtiles': 'truncated',
      'text.pmtiles': 'not_an_archive',
      'schema.pmtiles': 'other_schema',
      'broken.pmtiles': 'damaged',
    });
    expect(await archives()).toHaveLength(1);
    expect(await api.services.mapArchives.hasFault()).toBe(true);
  });

  it('that become shorter or change are not sent under the old digest', async () => {
    install('town.pmtiles', town.bytes);
    const [{ path } = { path: '' }] = await archives();
    truncateSync(join(folder, 'town.pmtiles'), 500);
    expect((await part(path, 'bytes=0-9')).status).toBe(404);
    const next = streetArchive(undefined, undefined, 3);
    install('new.tmp', next.bytes);
    renameSync(join(folder, 'new.tmp'), join(folder, 'town.pmtiles'));
    const [{ path: newPath } = { path: '' }] = await archives();
    expect(newPath).not.toBe(path);
    expect((await part(path, 'bytes=0-9')).status).toBe(404);
    expect((await part(newPath, 'bytes=0-9')).status).toBe(206);
  });
});

describe('the status of the maps', () => {
  it('is for administrators', async () => {
    const codeFor = async (as: number | null) =>
      (await api.ask('/api/maps/status/', { as })).status;
    expect(await codeFor(administrator)).toBe(200);
    expect(await codeFor(manager)).toBe(403);
    expect(await codeFor(null)).toBe(401);
  });

  it('says that nothing is configured', async () => {
    expect(await status()).toEqual({
      shown: 'built-in',
      style_host: null,
      files: [],
      is_single_file: false,
      satellite: null,
      addresses: null,
      matching_host: null,
    });
  });

  it('names area, zooms, date and size of an archive', async () => {
    const named = streetArchive(undefined, undefined, 4, { 'roadworthy:area': 'great-britain' });
    install('town.pmtiles', named.bytes);
    expect((await status()).files).toEqual([
      {
        name: 'town.pmtiles',
        area: 'great-britain',
        bounds: [...TOWN],
        min_zoom: 0,
        max_zoom: 4,
        data_at: '2026-11-20T04:00:00Z',
        size_bytes: named.bytes.length,
        changed_at: expect.stringMatching(/^\d{4}-/),
        fault: null,
      },
    ]);
  });

  it('with a configured file, style, satellite and services names their hosts, never their keys', async () => {
    const other = await testApi({
      MAP_FILE: join(folder, 'absent.pmtiles'),
      MAP_STYLE_URL: 'https://tiles.example/style.json?key=secret-1',
      MAP_SATELLITE_URL: 'https://sat.example/{z}/{x}/{y}.jpg?key=secret-2',
      MAP_SATELLITE_ATTRIBUTION: '© Images',
      MAP_MATCHING_URL: 'http://osrm.example:5000',
      GEOCODER_URL: 'http://127.0.0.1:9',
    });
    const as = await makeUser(other.services.db, null, 'a@b.test', { is_global_admin: true });
    await other.ask('/api/maps/reverse_geocode/?lat=52.3&long=-1.1');
    const { body } = await other.ask('/api/maps/status/', { as });
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(contract.maps.status.answer.parse(body)).toMatchObject({
      shown: 'style',
      style_host: 'tiles.example',
      is_single_file: true,
      files: [{ name: 'absent.pmtiles', fault: 'missing', size_bytes: null }],
      satellite: { host: 'sat.example', attribution: '© Images' },
      matching_host: 'osrm.example:5000',
      addresses: {
        kind: 'nominatim',
        host: '127.0.0.1:9',
        state: 'failing',
        last_success_at: null,
      },
    });
    const { map } = (await other.ask('/api/config/')).body;
    expect(map.satellite).toEqual({
      url: 'https://sat.example/{z}/{x}/{y}.jpg?key=secret-2',
      attribution: '© Images',
      max_zoom: 18,
    });
    await other.close();
  });
});
