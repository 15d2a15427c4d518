import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { makeVehicle, type TestVehicle } from '../../../../test/fleet.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { filmFleet, TestSource } from '../../../../test/video-fleet.ts';
import { addressToKeep, shownAddress } from './cameras-address.ts';

const BASE = '/video-evidence/api/';
let api: TestApi;
let fleet: TrackedFleet;
let lorry: TestVehicle;
const source = new TestSource();

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  await filmFleet(api.services.db, fleet);
  const { customerId } = fleet.home;
  lorry = await makeVehicle(
    api.services.db,
    { customerId, depotId: fleet.south },
    { protocol: 'jt808', number: '13900000002', registration: 'L1 ORY' },
  );
  Object.assign(api.services.videoSources, { jt1078: source });
});
afterAll(() => api.close());

const get = (path: string, as: number = fleet.people.manager) => api.ask(path, { as });
const write = (method: string, path: string, body?: object, as: number = fleet.people.admin) =>
  api.ask(`${BASE}${path}`, { as, method, ...(body === undefined ? {} : { body }) });

describe('active devices', () => {
  it('[R-095] [F-43] [F-P02] are the visible vehicles that have cameras, with their live mode', async () => {
    const { body } = await get('/api/active_devices/');
    contract.cameras.activeDevices.answer.parse(body);
    expect(body.results).toMatchObject([
      {
        vehicle: fleet.vehicles.n1.vehicleId,
        registration: 'N1 AAA',
        live_mode: 'stream',
        cameras: [
          { camera: 1, name: 'Camera 1' },
          { camera: 2, name: 'Camera 2' },
        ],
        oldest_footage: null,
      },
      { registration: 'S1 CCC', live_mode: 'snapshot' },
    ]);
    const seen = async (as: number) =>
      (await get('/api/active_devices/', as)).body.results.map(
        (device: { registration: string }) => device.registration,
      );
    expect(await seen(fleet.people.north)).toEqual(['N1 AAA']);
    expect(await seen(fleet.people.driver)).toEqual(['S1 CCC']);
    expect(await seen(fleet.people.foreign)).toEqual(['F1 GGG']);
    expect((await get('/api/active_devices/', fleet.people.plain)).status).toBe(403);
  });
});

describe('cameras', () => {
  const camera = (changed: object = {}) => ({
    vehicle: lorry.vehicleId,
    channel: 1,
    name: 'Road',
    source: 'jt1078',
    live_mode: 'stream',
    ...changed,
  });

  it('[F-P02] can be added, changed and removed by administrators', async () => {
    const made = await write('POST', 'cameras/', camera());
    expect(made.status).toBe(201);
    contract.cameras.createCamera.answer.parse(made.body);
    expect((await write('POST', 'cameras/', camera())).status).toBe(409);
    const path = `cameras/${made.body.id}/`;
    const changed = await write('PUT', path, camera({ channel: 3, name: 'Cab', is_active: false }));
    expect(changed.body).toMatchObject({ channel: 3, name: 'Cab', is_active: false });
    const listed = await get(`${BASE}cameras/?search=cab`, fleet.people.admin);
    contract.cameras.cameras.answer.parse(listed.body);
    expect(listed.body).toMatchObject({ count: 1, results: [{ id: made.body.id }] });
    for (const other of [fleet.people.northAdmin, fleet.people.foreign]) {
      expect((await write('PUT', path, camera(), other)).status).toBe(404);
      expect((await write('DELETE', path, undefined, other)).status).toBe(404);
    }
    expect((await write('POST', 'cameras/', camera(), fleet.people.manager)).status).toBe(403);
    expect((await write('DELETE', path)).status).toBe(204);
    expect((await write('DELETE', path)).status).toBe(404);
  });

  it('[F-P02] are refused if invalid', async () => {
    const errorOf = async (changed: object) => {
      const { status, body } = await write('POST', 'cameras/', camera(changed));
      return [status, Object.keys(body.errors ?? {})[0]];
    };
    expect(await errorOf({ channel: 0 })).toEqual([400, 'channel']);
    expect(await errorOf({ name: ' ' })).toEqual([400, 'name']);
    expect(await errorOf({ source: 'rtsp' })).toEqual([400, 'address']);
    expect(await errorOf({ source: 'rtsp', address: 'http://camera/' })).toEqual([400, 'address']);
    const teltonika = { vehicle: fleet.vehicles.n2.vehicleId };
    expect(await errorOf(teltonika)).toEqual([400, 'source']);
    expect(await errorOf({ vehicle: fleet.vehicles.f1.vehicleId })).toEqual([404, undefined]);
    await api.services.db.pool.query(
      'update trackers set vehicle_id = null where vehicle_id = $1',
      [fleet.vehicles.n2.vehicleId],
    );
    expect(await errorOf(teltonika)).toEqual([400, 'vehicle']);
  });

  it('[F-P02] never show the password of an RTSP address, and keep it', async () => {
    const address = 'rtsp://eye:se%2Fcret@10.0.0.9:554/1';
    const made = await write('POST', 'cameras/', camera({ channel: 4, source: 'rtsp', address }));
    expect(made.body.address).toBe('rtsp://eye:***@10.0.0.9:554/1');
    const path = `cameras/${made.body.id}/`;
    const body = camera({ channel: 4, source: 'rtsp', address: made.body.address, name: 'Load' });
    expect((await write('PUT', path, body)).body.name).toBe('Load');
    const { rows } = await api.services.db.pool.query('select address from cameras where id = $1', [
      made.body.id,
    ]);
    expect(rows[0].address).toBe(address);
    expect(addressToKeep('rtsp://eye:***@evil.example/1', address)).toBe(
      'rtsp://eye:***@evil.example/1',
    );
    expect(shownAddress('rtsp://10.0.0.9/1')).toBe('rtsp://10.0.0.9/1');
    await write('DELETE', path);
  });
});

describe('recordings', () => {
  const startMs = Date.now() - 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  const ask = async (vehicle: number, query = '', as: number = fleet.people.manager) => {
    const range = `start=${iso(startMs)}&end=${iso(startMs + 7_200_000)}`;
    return get(`${BASE}recordings/?vehicle=${vehicle}&${range}${query}`, as);
  };

  it('[F-P01] [F-P04] are those on the device, queried once a minute, and those stored', async () => {
    const { n1 } = fleet.vehicles;
    const stretch = (channel: number, from: number, to: number) => ({
      channel,
      startMs: startMs + from * 1000,
      endMs: startMs + to * 1000,
      sizeBytes: 0,
    });
    source.stretches = [
      stretch(1, 300, 600),
      stretch(1, 0, 299),
      stretch(2, 0, 60),
      stretch(2, 900, 960),
      stretch(9, 0, 60),
    ];
    await api.services.db.pool.query(
      `insert into video_requests (customer_id, vehicle_id, kind, started_at, duration_s, cameras,
         give_up_at) values ($1, $2, 'requested', $3, 30, '{1,2}', now())`,
      [fleet.home.customerId, n1.vehicleId, iso(startMs)],
    );
    const { body } = await ask(n1.vehicleId);
    contract.videoRecorded.recordings.answer.parse(body);
    expect(body.device).toBe('done');
    expect(body.on_device).toEqual([
      { camera: 1, start: iso(startMs), end: iso(startMs + 600_000) },
      { camera: 2, start: iso(startMs), end: iso(startMs + 60_000) },
      { camera: 2, start: iso(startMs + 900_000), end: iso(startMs + 960_000) },
    ]);
    expect(body.coming).toMatchObject([{ camera: 1 }, { camera: 2 }]);
    const asked = source.questions.length;
    expect((await ask(n1.vehicleId, '&camera=2')).body.on_device).toHaveLength(2);
    await ask(n1.vehicleId);
    expect(source.questions.length).toBe(asked);
    // The device is not queried for a future range.
    expect(source.questions.every(({ toMs }) => toMs <= Date.now())).toBe(true);
    await until(async () => {
      const devices = (await get('/api/active_devices/')).body.results;
      return devices[0].oldest_footage === iso(startMs);
    });
  });

  it('[F-P01] [U-P03] are only those stored if the device is offline; none of an invisible vehicle', async () => {
    source.isOnline = false;
    expect((await ask(fleet.vehicles.s1.vehicleId)).body).toMatchObject({
      device: 'offline',
      on_device: [],
    });
    source.isOnline = true;
    expect((await ask(fleet.vehicles.s1.vehicleId)).body.device).toBe('done');
    expect((await ask(fleet.vehicles.x1.vehicleId)).body.device).toBe('none');
    expect((await ask(fleet.vehicles.f1.vehicleId)).status).toBe(404);
    expect((await ask(fleet.vehicles.s1.vehicleId, '', fleet.people.north)).status).toBe(404);
  });
});

describe('the state of cameras', () => {
  const states = async (query = '', as = fleet.people.admin) => {
    const { status, body } = await get(`/video-evidence/api/camera_states/${query}`, as);
    expect(status, JSON.stringify(body)).toBe(200);
    contract.cameras.states.answer.parse(body);
    return body.results.map(
      ({ vehicle, state }: { vehicle: { registration: string }; state: string }) =>
        `${vehicle.registration} ${state}`,
    );
  };

  it('[F-P02] [M-P03] is offline after a day without contact, not in private use, and counted on home', async () => {
    const { pool } = api.services.db;
    const { n1, s1 } = fleet.vehicles;
    const seen = (vehicleId: number, hours: number) =>
      pool.query(
        `update trackers set last_seen_at = now() - make_interval(hours => $2) where vehicle_id = $1`,
        [vehicleId, hours],
      );
    await pool.query('update trackers set last_seen_at = now()');
    const all = await states();
    expect(all.length).toBeGreaterThan(1);
    expect(all.every((one: string) => one.endsWith('online'))).toBe(true);
    await seen(n1.vehicleId, 25);
    await seen(s1.vehicleId, 23);
    expect(await states('?state=offline')).toEqual(['N1 AAA offline']);
    expect((await states())[0]).toBe('N1 AAA offline');
    const { body } = await get('/api/home_overview/', fleet.people.admin);
    expect(body.cameras).toEqual({ total: all.length, offline: 1 });
    expect(await states(`?vehicle=${s1.vehicleId}`)).toEqual(['S1 CCC online']);
    await pool.query('update vehicle_states set is_private = true where vehicle_id = $1', [
      n1.vehicleId,
    ]);
    expect(await states('?state=offline')).toEqual([]);
    await pool.query('update vehicle_states set is_private = false');
  });
});
