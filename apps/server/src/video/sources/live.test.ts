import { describe, expect, it } from 'vitest';
import type { CameraDevice, ReceivedCommand } from '../../../test/camera-device.ts';
import { type CameraHub, withCameraHub } from '../../../test/camera-hub.ts';
import { PARAMETER_SETS } from '../../../test/camera-stream.ts';
import { until } from '../../../test/device.ts';
import type { TestVehicle } from '../../../test/fleet.ts';
import { RtspCamera } from '../../../test/rtsp-camera.ts';
import type { TestServices } from '../../../test/services.ts';
import type { CameraChannel, LiveState } from '../../platform/video-hub.ts';
import type { RunningHub } from '../index.ts';
import { Photographs } from './photographs.ts';
import { rtspLive } from './rtsp/live.ts';

let services: TestServices;
let hub: RunningHub;
let vehicle: TestVehicle;
let place: { customerId: number; depotId: number };
let connected: CameraHub['connect'];

const open = withCameraHub(
  (opened) => {
    ({ services, hub, place, vehicle, connect: connected } = opened);
  },
  { RTSP_NETWORKS: '127.0.0.0/8' },
);

describe('photographs on command', () => {
  const pace = { patienceMs: 0, everyMs: 0, refusedMs: 60_000, showMs: 60_000, forgetMs: 60_000 };
  const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(3000, 1)]);

  const say = (camera: CameraDevice, channel: number, data: Buffer) =>
    camera.say({
      kind: 'media',
      mediaId: 5,
      type: 0,
      format: 0,
      cause: 0,
      channel,
      location: Buffer.alloc(28),
      data,
    });

  it('are returned once received, one command at a time, and not repeated after a refusal', async () => {
    const camera = await connected();
    const photographs = new Photographs(services.deviceCommands, pace);
    const here = { trackerId: vehicle.trackerId, channel: 1 };
    expect(photographs.newest(here)).toBeNull();
    expect(photographs.newest(here)).toBeNull();
    await camera.command('photograph');
    say(camera, 1, JPEG);
    await until(() => photographs.newest(here) !== null);
    expect(photographs.newest(here)).toMatchObject({ mediaType: 'image/jpeg', data: JPEG });
    await camera.command('mediaAnswer');
    camera.answer(await camera.command('photograph'), 1);
    await until(() => photographs.newest(here) !== null);
    expect(await photographs.take({ trackerId: 99, channel: 1 })).toBeNull();
  });

  it('[R-103] show a camera whose stream does not arrive', async () => {
    const camera = await connected();
    const here = { trackerId: vehicle.trackerId, channel: 3 };
    const viewer = { init: () => {}, fragment: () => {}, state: () => {}, backlogBytes: () => 0 };
    expect(await hub.newestStill(here)).toBeNull();
    const watching = hub.watch(here, viewer);
    open.push({ end: () => watching.close() });
    camera.answer(await camera.command('liveStart'), 1);
    let taken: ReceivedCommand | null = null;
    await until(async () => {
      await hub.newestStill(here);
      taken ??= camera.next('photograph');
      return taken !== null;
    });
    say(camera, 3, JPEG);
    await until(async () => (await hub.newestStill(here)) !== null);
    expect((await hub.newestStill(here))?.data).toEqual(JPEG);
  });

  it('are not requested while a stream may still arrive', async () => {
    const camera = await connected();
    const photographs = new Photographs(services.deviceCommands, { ...pace, patienceMs: 60_000 });
    const sent = camera.messages.length;
    expect(photographs.newest({ trackerId: vehicle.trackerId, channel: 1 })).toBeNull();
    camera.heartBeat();
    await until(() => camera.messages.length > sent);
    expect(camera.messages.slice(sent).map(({ id }) => id)).toEqual([0x8001]);
  });
});

describe('an RTSP camera', () => {
  const enter = async (channel: number, source: string, address: string | null) => {
    await services.db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, address)
       values ($1, $2, $3, 'Yard', $4, $5)`,
      [place.customerId, vehicle.trackerId, channel, source, address],
    );
    return { trackerId: vehicle.trackerId, channel };
  };

  function watch(camera: CameraChannel) {
    const seen = { states: [] as LiveState[], codec: '', pictures: 0 };
    const watching = hub.watch(camera, {
      init: ({ codec }) => {
        seen.codec = codec;
      },
      fragment: () => {
        seen.pictures += 1;
      },
      state: (state) => seen.states.push(state),
      backlogBytes: () => 0,
    });
    open.push({ end: () => watching.close() });
    return seen;
  }

  const SLICE = Buffer.concat([Buffer.from([0x65]), Buffer.alloc(4000, 7)]);

  it('is watched like any other, and retried when it disconnects', async () => {
    const camera = await RtspCamera.start({ coding: 'H264', authentication: 'digest' });
    open.push({ end: () => void camera.close() });
    const seen = watch(await enter(4, 'rtsp', camera.address));
    await until(() => camera.isPlaying);
    const pictures = setInterval(() => {
      camera.picture([...PARAMETER_SETS.h264, SLICE], Date.now() * 90);
    }, 50);
    open.push({ end: () => clearInterval(pictures) });
    await until(() => seen.pictures > 3);
    expect(seen.codec).toBe('avc1.4d4016');
    for (const socket of camera.sockets) socket.destroy();
    await until(() => seen.states.includes('lost'));
    const before = seen.pictures;
    await until(() => seen.pictures > before + 3);
    expect(seen.states.slice(0, 4)).toEqual(['connecting', 'live', 'lost', 'live']);
  });

  it('is offline at a wrong address, refuses without an address, and uploads nothing', async () => {
    const gone = await RtspCamera.start({ coding: 'H264' });
    await gone.close();
    const offline = watch(await enter(5, 'rtsp', gone.address));
    const unreachable = watch(await enter(6, 'rtsp', null));
    const uploaded = watch(await enter(7, 'upload', null));
    await until(() => offline.states.includes('offline'));
    await until(() => unreachable.states.includes('refused'));
    await until(() => uploaded.states.includes('refused'));
  });
});

describe('the address of an RTSP camera', () => {
  it('is retried while the database is down; without an address the stream is refused', async () => {
    const start = (addressOf: () => Promise<string | null>) => {
      const sink = { frame: () => undefined, ended: () => undefined };
      const feed = rtspLive({ addressOf, networks: [], onRefused: () => undefined })(
        { trackerId: 1, channel: 1 },
        sink,
      );
      return feed.start('sub');
    };
    expect(await start(() => Promise.reject(new Error('the database is away')))).toBe('timeout');
    expect(await start(() => Promise.resolve(null))).toBe('refused');
  });
});
