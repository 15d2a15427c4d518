import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { outsideGeocoder } from '../../../../platform/geocoding/index.ts';
import { createLog } from '../../../../platform/log/index.ts';
import { PlaceNames } from './maps-outside-names.ts';

/** The reply of the external service: a status, a body, or none. */
let answer: (path: string) => { readonly status?: number; readonly body: unknown } | 'silence';
const asked: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const given = answer(request.url ?? '');
    if (given === 'silence') return;
    const { status = 200, body } = given;
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const log = createLog('silent');
const nominatim = () => new PlaceNames(outsideGeocoder({ url, kind: 'nominatim' }, log));
const photon = () => new PlaceNames(outsideGeocoder({ url, kind: 'photon' }, log));
const depot = {
  osm_type: 'way',
  osm_id: 4711,
  display_name: 'Depot, Long March, Daventry, NN11 4NR',
  lat: '52.2574',
  lon: '-1.1636',
};

describe('[K-P05] a configured geocoder', () => {
  it('[K-22] [R-157] [R-160] Nominatim returns places, and looks one up without a second request', async () => {
    answer = () => ({ body: [depot] });
    const names = nominatim();
    const { results } = await names.geocode('Long March & Daventry');
    expect(results).toEqual([
      { place_id: 'W4711', address: depot.display_name, lat: 52.2574, long: -1.1636 },
    ]);
    expect(new URL(asked[0] ?? '', url).searchParams.get('q')).toBe('Long March & Daventry');
    expect(await names.place('W4711')).toEqual(results[0]);
    expect(asked).toHaveLength(1);
    expect(await nominatim().place('W4711')).toEqual(results[0]);
    expect(asked[1]).toContain('osm_ids=W4711');
  });

  it('[K-22] [R-158] Nominatim returns the name of a position, none at sea', async () => {
    answer = () => ({ body: depot });
    const { results } = await nominatim().reverse(52.25741234, -1.16361234);
    expect(results[0]).toMatchObject({ address: depot.display_name, lat: 52.25741234 });
    // About ten metres are precise enough for a name.
    expect(asked[0]).toContain('lat=52.2574&lon=-1.1636&');
    answer = () => ({ body: { error: 'Unable to geocode' } });
    expect((await nominatim().reverse(45, -30)).count).toBe(0);
  });

  it('[K-22] Photon: joins an address from its parts', async () => {
    const properties = {
      osm_type: 'N',
      osm_id: 12,
      name: 'Depot',
      street: 'Long March',
      housenumber: '4',
      city: 'Daventry',
      country: 'United Kingdom',
    };
    const feature = { geometry: { coordinates: [-1.16, 52.25] }, properties };
    answer = () => ({ body: { features: [feature] } });
    const { results } = await photon().geocode('depot');
    expect(results).toEqual([
      {
        place_id: 'N12',
        address: 'Depot, 4 Long March, Daventry, United Kingdom',
        lat: 52.25,
        long: -1.16,
      },
    ]);
    await expect(photon().place('N99')).rejects.toThrow('map.place_unknown');
  });

  it.each([
    ['an error', () => ({ status: 500, body: {} })],
    ['too many requests', () => ({ status: 429, body: {} })],
    ['another address', () => ({ status: 302, body: {} })],
    ['what is no JSON', () => ({ body: '<html>' })],
    ['another shape', () => ({ body: [{ name: 'Daventry' }] })],
    ['a position that is none', () => ({ body: [{ ...depot, lat: '900' }] })],
    ['more than it should', () => ({ body: [{ ...depot, display_name: 'x'.repeat(600_000) }] })],
  ] as const)(
    'that answers %s leaves the known places, and is left alone for a while',
    async (_what, given) => {
      answer = given;
      const names = nominatim();
      const first = await names.geocode('daventry');
      expect(first.results[0]).toMatchObject({ address: 'Daventry' });
      expect((await names.reverse(52.3, -1.16)).results[0]?.address).toMatch(/Daventry$/);
      expect(asked).toHaveLength(1);
    },
  );

  it('without a response fails fast, and is tried again later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    answer = () => 'silence';
    const names = nominatim();
    expect((await names.geocode('daventry')).results[0]?.address).toBe('Daventry');
    answer = () => ({ body: [depot] });
    expect((await names.geocode('daventry')).results[0]?.address).toBe('Daventry');
    vi.advanceTimersByTime(31_000);
    expect((await names.geocode('daventry')).results[0]?.address).toBe(depot.display_name);
    vi.useRealTimers();
  });

  it('without a result falls back to the known places, as does no geocoder', async () => {
    answer = () => ({ body: [] });
    expect((await nominatim().geocode('daventry')).results[0]?.address).toBe('Daventry');
    asked.length = 0;
    const own = new PlaceNames(outsideGeocoder({ url: null, kind: 'nominatim' }, log));
    expect((await own.geocode('daventry')).count).toBe(1);
    expect(asked).toEqual([]);
  });
});
