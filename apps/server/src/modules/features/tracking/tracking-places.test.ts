import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;

beforeAll(async () => {
  api = await testApi({
    TRAFFIC_TILES_URL: 'https://traffic.example/{z}/{x}/{y}.png?key=k',
    TRAFFIC_ATTRIBUTION: 'Traffic Example',
  });
  fleet = await trackedFleet(api.services.db);
});
afterAll(() => api.close());

describe('the depots on the map', () => {
  const depots = async (as: number, query = '') => {
    const { status, body } = await api.ask(`/api/track/depots/${query}`, { as });
    expect(status).toBe(200);
    return contract.tracking.depotPlaces.answer.parse(body);
  };

  it('[M-P01] have their position and address, as far as they are known', async () => {
    await api.services.db.pool.query(
      `with a as (insert into addresses (customer_id, address1, city, postcode)
         values ($1, '1 Mill Lane', 'Leeds', 'LS1 1AA') returning id)
       update depots set latitude = 53.8, longitude = -1.5, address_id = (select id from a)
       where id = $2`,
      [fleet.home.customerId, fleet.south],
    );
    const { count, results } = await depots(fleet.people.manager);
    expect(count).toBe(2);
    expect(results.find(({ id }) => id === fleet.south)).toEqual({
      ...{ id: fleet.south, name: 'South', lat: 53.8, long: -1.5 },
      address: '1 Mill Lane, Leeds, LS1 1AA',
    });
    expect(results.find(({ id }) => id === fleet.north)).toMatchObject({
      ...{ lat: null, long: null, address: null },
    });
  });

  it('[U-P03] are those in the scope of the person', async () => {
    const ids = async (as: number) => (await depots(as)).results.map(({ id }) => id);
    expect(await ids(fleet.people.north)).toEqual([fleet.north]);
    expect(await ids(fleet.people.driver)).toEqual([fleet.south]);
    expect(await ids(fleet.people.foreign)).toEqual([fleet.away.depotId]);
  });

  it('are paged and searched, without those in the archive', async () => {
    expect(await depots(fleet.people.manager, '?pageSize=1&page=2')).toMatchObject({
      count: 2,
      results: [{ name: 'South' }],
    });
    expect((await depots(fleet.people.manager, '?search=%25')).count).toBe(0);
    const archive = 'update depots set archived_at = $2 where id = $1';
    await api.services.db.pool.query(archive, [fleet.south, new Date()]);
    expect((await depots(fleet.people.manager)).count).toBe(1);
    await api.services.db.pool.query(archive, [fleet.south, null]);
  });

  it('need the module of the live map', async () => {
    expect((await api.ask('/api/track/depots/', { as: fleet.people.plain })).status).toBe(403);
  });
});

describe('since when a vehicle has been stopped', () => {
  const stop = (as: number, vehicleId: number) =>
    api.ask(`/api/track/vehicle/${vehicleId}/stop/`, { as });
  const since = async () =>
    (await stop(fleet.people.manager, fleet.vehicles.s1.vehicleId)).body.stopped_since;
  const addTrip = (start: string, end: string, isInProgress = false) =>
    api.services.db.pool.query(
      `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
         start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
         segments)
       values ($1, $2, $3, $4, $5, 52, -1, 52, -1, 1000, 1200, 0, 90, '[]')`,
      [fleet.home.customerId, fleet.vehicles.s1.vehicleId, start, end, isInProgress],
    );

  it('[M-P01] is the end of its last trip, and unknown without one and during a trip', async () => {
    expect(await since()).toBeNull();
    await addTrip('2026-06-02T07:00:00Z', '2026-06-02T08:00:00Z');
    await addTrip('2026-06-01T07:00:00Z', '2026-06-01T08:00:00Z');
    expect(await since()).toBe('2026-06-02T08:00:00Z');
    await addTrip('2026-06-03T07:00:00Z', '2026-06-03T07:10:00Z', true);
    expect(await since()).toBeNull();
    await api.services.db.pool.query('delete from trips where in_progress');
  });

  it('is hidden if the vehicle was in private use since then', async () => {
    expect(await since()).not.toBeNull();
    await api.services.db.pool.query(
      `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone,
         created_by_name)
       values ($1, $2, 'period', '2026-06-05', '2026-06-06', 'UTC', 'Ada')`,
      [fleet.home.customerId, fleet.vehicles.s1.vehicleId],
    );
    expect(await since()).toBeNull();
    await api.services.db.pool.query('delete from private_use_rules');
  });

  it('[U-P03] is not found for a vehicle outside the scope', async () => {
    const { s1, f1 } = fleet.vehicles;
    expect((await stop(fleet.people.north, s1.vehicleId)).status).toBe(404);
    expect((await stop(fleet.people.manager, f1.vehicleId)).status).toBe(404);
    expect((await stop(fleet.people.foreign, f1.vehicleId)).status).toBe(200);
  });
});

describe('the traffic layer', () => {
  it('[RP-06] is sent to the web app with its attribution', async () => {
    expect((await api.ask('/api/config/')).body.map.traffic).toEqual({
      tiles: 'https://traffic.example/{z}/{x}/{y}.png?key=k',
      attribution: 'Traffic Example',
    });
  });

  it('is an origin that pages may load images from', () => {
    expect(api.services.config.map.origins).toEqual(['https://traffic.example']);
  });
});
