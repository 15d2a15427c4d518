import { type CameraFaults, SimulatedCamera } from '@roadworthy/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import { Watching } from '../../test/watching.ts';
import { type Gateway, startGateway } from '../gateway/index.ts';
import type { LiveWatch } from '../platform/video-hub.ts';
import { createVideoHub, type RunningHub } from './hub.ts';

/*
 * The complete path with a simulated dash camera: JT/T 808 to the gateway, commands, JT/T 1078 to
 * the hub.
 */

let services: TestServices;
let gateway: Gateway;
let hub: RunningHub;
let vehicle: TestVehicle;
let camera: SimulatedCamera;
const watches: LiveWatch[] = [];

beforeAll(async () => {
  services = await testServices();
  const place = await makeCustomer(services.db, 'Albion');
  vehicle = await makeVehicle(services.db, place, { number: '13912345678', protocol: 'jt808' });
  gateway = await startGateway(services);
  const pace = { silenceMs: 2500, lingerMs: 200, retryMs: [100, 500], tickMs: 50 } as const;
  hub = createVideoHub(services, { pace });
  await hub.listen();
  const port = gateway.addresses.jt808;
  camera = new SimulatedCamera({ host: '127.0.0.1', port, number: vehicle.number, channels: 2 });
  await camera.connect();
});
afterEach(async () => {
  camera.setFaults({});
  for (const watch of watches.splice(0)) watch.close();
  for (const channel of [1, 2]) {
    await until(() => hub.stats({ trackerId: vehicle.trackerId, channel }) === null);
  }
});
afterAll(async () => {
  camera.close();
  await hub.close();
  await gateway.stop();
  await services.close();
});

function watch(channel = 1): Watching {
  const viewer = new Watching();
  watches.push(hub.watch({ trackerId: vehicle.trackerId, channel }, viewer));
  return viewer;
}

describe('a simulated dash camera', { timeout: 120_000 }, () => {
  it('[F-42] is watched on two channels at once, with its audio', async () => {
    const viewers = [watch(1), watch(2)];
    await until(() => viewers.every(({ fragments }) => fragments.length >= 10));
    for (const viewer of viewers) {
      expect(viewer.states).toEqual(['connecting', 'live']);
      const { samples, codec } = await parseMp4(viewer.mp4());
      expect(codec).toMatch(/^avc1\./);
      expect(samples.length).toBeGreaterThanOrEqual(10);
    }
    await until(() => viewers.some(({ sounds }) => sounds.length > 3));
    const [sound] = viewers.flatMap(({ sounds }) => sounds);
    expect(sound).toMatchObject({ codec: 'pcm', sampleRateHz: 8000 });
  });

  it.each<[string, CameraFaults]>([
    ['loses packets', { lossPercent: 3 }],
    ['sends rubbish between packets', { rubbish: true }],
  ])('that %s gives what is whole, and is live', async (_what, faults) => {
    camera.setFaults(faults);
    const viewer = watch();
    await until(() => viewer.fragments.length >= 8);
    expect(viewer.states.at(-1)).toBe('live');
    expect((await parseMp4(viewer.mp4())).samples).toHaveLength(viewer.fragments.length);
  });

  it('with packets out of order is counted, and is live again once they are in order', async () => {
    camera.setFaults({ wrongSequence: true });
    const viewer = watch();
    const reordered = () => hub.stats({ trackerId: vehicle.trackerId, channel: 1 });
    await until(() => (reordered()?.reorderedPackets ?? 0) > 3);
    camera.setFaults({});
    const before = viewer.fragments.length;
    await until(() => viewer.fragments.length > before + 5);
    expect(viewer.states.at(-1)).toBe('live');
  });

  it('reconnects by itself after its link breaks', async () => {
    camera.setFaults({ dropLinkAfterS: 1 });
    const viewer = watch();
    await until(() => viewer.states.includes('lost'));
    camera.setFaults({});
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('is reported as refused or offline', async () => {
    camera.setFaults({ refuses: true });
    const viewer = watch();
    await until(() => viewer.states.at(-1) === 'refused');
    camera.setFaults({ isOffline: true });
    await until(() => viewer.states.at(-1) === 'offline');
    camera.setFaults({});
    await until(() => viewer.states.at(-1) === 'live');
  });
});
