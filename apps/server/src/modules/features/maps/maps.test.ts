import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const ask = async (path: string) => (await api.ask(path)).body;

describe('[K-P05] names of places and roads, without a session or an external service', () => {
  it('[K-22] [R-157] returns the positions of an address, larger places first', async () => {
    const { count, results } = await ask('/api/maps/geocode/?address=DAVEN');
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({ address: 'Daventry', place_id: expect.any(String) });
    expect(results[0].lat).toBeCloseTo(52.26, 1);
    expect((await ask('/api/maps/geocode/?address=nowhere-at-all')).results).toEqual([]);
    expect((await api.ask('/api/maps/geocode/?address=x')).status).toBe(400);
  });

  it('[K-22] [R-158] returns the text of a position, none at sea', async () => {
    const { results } = await ask('/api/maps/reverse_geocode/?lat=52.30&long=-1.16');
    expect(results[0].address).toMatch(/^\d+\.\d mi N\w? of Daventry$/);
    expect((await ask('/api/maps/reverse_geocode/?lat=45&long=-30')).count).toBe(0);
    expect((await api.ask('/api/maps/reverse_geocode/?lat=91&long=0')).status).toBe(400);
  });

  it('[K-23] [R-159] returns the roads near a position, with their nearest point', async () => {
    // Halfway between two points of the M1, two hundred metres off the road.
    const { results } = await ask('/api/maps/nearest_roads/?lat=52.2470&long=-1.0355');
    expect(results[0].name).toBe('M1');
    expect(results[0].distance).toBeLessThan(600);
    expect((await ask('/api/maps/nearest_roads/?lat=57.5&long=-5.5')).results).toEqual([]);
  });

  it('[K-24] [R-160] [OP-078] returns a place by its id', async () => {
    const [found] = (await ask('/api/maps/geocode/?address=daventry')).results;
    expect(await ask(`/api/maps/place/${found.place_id}/`)).toEqual(found);
    expect((await api.ask('/api/maps/place/place-0/')).status).toBe(404);
  });
});
