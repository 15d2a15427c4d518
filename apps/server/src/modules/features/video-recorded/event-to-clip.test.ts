import { SimulatedCamera } from '@roadworthy/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { until } from '../../../../test/device.ts';
import { makeVehicle, type TestVehicle } from '../../../../test/fleet.ts';
import { parseMp4 } from '../../../../test/mp4-parser.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { giveCameras } from '../../../../test/video-fleet.ts';
import { type Gateway, startGateway } from '../../../gateway/index.ts';
import { createVideoHub, type RunningHub, videoSources } from '../../../video/index.ts';
import {
  keepMediaOfDevices,
  registerVideoRecordedJobs,
  startClips,
  startFetching,
} from './index.ts';

const BASE = '/video-evidence/api/';
const WAIT_MS = 60_000;
const HARSH_BRAKING = 41;
let api: TestApi;
let fleet: TrackedFleet;
let gateway: Gateway;
let hub: RunningHub;
let vehicle: TestVehicle;
let camera: SimulatedCamera;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  api = await testApi();
  const { services } = api;
  fleet = await trackedFleet(services.db);
  vehicle = await makeVehicle(
    services.db,
    { ...fleet.home, depotId: fleet.north },
    {
      number: '13900000001',
      protocol: 'jt808',
      registration: 'C1 AMS',
    },
  );
  await giveCameras(services.db, fleet.home.customerId, vehicle.trackerId, 2);
  keepMediaOfDevices(services);
  gateway = await startGateway(services);
  hub = createVideoHub(services);
  await hub.listen();
  Object.assign(services.videoSources, videoSources(services.deviceCommands, hub));
  registerVideoRecordedJobs(services);
  await services.jobs.start({ work: true });
  stops.push(startClips(services), startFetching(services, { pollMs: 200 }));
  const port = gateway.addresses.jt808;
  camera = new SimulatedCamera({ host: '127.0.0.1', port, number: vehicle.number, channels: 2 });
});
afterAll(async () => {
  camera.close();
  for (const stop of stops) await stop();
  await hub.close();
  await gateway.stop();
  await api.close();
});

const call = (path: string, method = 'GET', body?: object) =>
  api.ask(BASE + path, {
    as: fleet.people.admin,
    method,
    ...(body === undefined ? {} : { body }),
  });

describe('from an event to a clip', () => {
  it('[F-P01] [F-P03] a simulated camera that connects later delivers two synchronous videos', async () => {
    const rule = {
      event_code: HARSH_BRAKING,
      is_active: true,
      before_s: 3,
      after_s: 3,
      cameras: [],
    };
    await call('clip_rules/', 'PUT', { rules: [rule] });
    await api.services.db.pool.query(`update video_settings set clip_rules_from = '2020-01-01'`);
    const occurredMs = Math.floor(Date.now() / 1000) * 1000 - 90 * 60_000;
    const event = {
      customerId: fleet.home.customerId,
      vehicleId: vehicle.vehicleId,
      eventCode: HARSH_BRAKING,
      occurredMs,
      latitudeDeg: null,
      longitudeDeg: null,
      speedKmh: null,
      geofenceId: null,
    };
    api.services.bus.publish('events.derived', { events: [event] });
    const clip = async () =>
      (await call(`video_requests/?vehicle=${vehicle.vehicleId}`)).body.results[0];
    await until(async () => (await clip())?.error === 'device_offline', WAIT_MS);
    await camera.connect();
    await until(async () => (await clip()).state === 'ready', WAIT_MS);
    const { id, files } = await clip();
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(Math.abs(Date.parse(file.start) - (occurredMs - 3000))).toBeLessThan(2000);
      expect(Date.parse(file.end) - Date.parse(file.start)).toBeGreaterThan(4000);
      const answer = await fetch(api.url + file.URL);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBe(file.size);
      expect((await parseMp4(bytes)).isFastStart).toBe(true);
    }
    const range = new URLSearchParams({
      vehicle: String(vehicle.vehicleId),
      start: new Date(occurredMs - 600_000).toISOString(),
      end: new Date(occurredMs + 600_000).toISOString(),
    });
    const recordings = (await call(`recordings/?${range}`)).body;
    expect(recordings).toMatchObject({ device: 'done', here: [{ request: id }, { request: id }] });
    expect(recordings.on_device.length).toBeGreaterThan(0);
    await until(async () => {
      const { body } = await api.ask('/api/active_devices/', { as: fleet.people.admin });
      return body.results[0].oldest_footage !== null;
    }, WAIT_MS);
    const { can_burn_in } = (await call('storage/')).body;
    if (!can_burn_in) return;
    await call(`video_requests/${id}/burnt_in/`, 'POST');
    await until(async () => (await clip()).burnt_in === 'ready', WAIT_MS);
    const burnt = (await clip()).files.filter(({ kind }: { kind: string }) => kind === 'burnt-in');
    expect(burnt).toHaveLength(2);
    expect(burnt[0].width).toBe(files[0].width);
  });
});
