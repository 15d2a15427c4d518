import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressFinder } from '../../modules/core/fleet/index.ts';
import { createLog } from '../log/index.ts';
import { AddressBook, outsideGeocoder } from './index.ts';

let server: Server;
let url: string;
let isFailing = false;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (isFailing) return void response.writeHead(500).end();
    const lat = new URL(request.url ?? '', url).searchParams.get('lat') ?? '0';
    const place = { osm_type: 'way', osm_id: 1, display_name: `Yard ${lat}`, lat, lon: '-1.16' };
    response.end(JSON.stringify(Number(lat) > 60 ? { error: 'at sea' } : place));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  isFailing = false;
});

/** Upper limit for waits, for a busy machine. */
const LIMIT_MS = 20_000;

const book = () =>
  new AddressBook(outsideGeocoder({ url, kind: 'nominatim' }, createLog('silent')));

describe('addresses of positions', () => {
  it('come from the service when a list is read again, with one request each', async () => {
    const find = addressFinder('MLS', book());
    expect(find(52.26, -1.16)).toBe('Daventry');
    expect(find(52.26001, -1.16001)).toBe('Daventry');
    await vi.waitFor(() => expect(find(52.26, -1.16)).toBe('Yard 52.2600'), LIMIT_MS);
    expect(asked).toHaveLength(1);
  });

  it('are those of the nearest place where the service has none, and it is asked once', async () => {
    const find = addressFinder('MLS', book());
    expect(find(60.5, -1.16)).toBeNull();
    await vi.waitFor(() => expect(asked).toHaveLength(1), LIMIT_MS);
    const next = find(52.26, -1.16);
    expect(next).toBe('Daventry');
    await vi.waitFor(() => expect(find(52.26, -1.16)).toBe('Yard 52.2600'), LIMIT_MS);
    expect(find(60.5, -1.16)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('are those of the nearest place without a service, and while it fails', async () => {
    expect(addressFinder('KMS', new AddressBook(null))(52.26, -1.16)).toBe('Daventry');
    isFailing = true;
    const failing = book();
    for (let n = 0; n < 50; n += 1) failing.find(52 + n / 100, -1.16);
    await vi.waitFor(() => expect(failing.geocoder?.state().lastFailure).not.toBeNull(), LIMIT_MS);
    expect(addressFinder('MLS', failing)(52.26, -1.16)).toBe('Daventry');
    // After a failure the service rests: the positions that waited are not sent.
    expect(asked.length).toBeLessThanOrEqual(2);
  });
});
