import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { StreamWriter } from '../../test/camera-stream.ts';
import { TestCamera, type TestCameraOptions, TestCameras } from '../../test/cameras.ts';
import { until } from '../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../test/fleet.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import type { LiveFragment, LiveInit, LiveState, LiveViewer } from '../platform/video-hub.ts';
import { createVideoHub, type HubOptions, type RunningHub } from './hub.ts';
import { PictureMaker } from './picture-maker.ts';

const NUMBER = '13912345678';
const FAST = {
  silenceMs: 600,
  lingerMs: 300,
  retryMs: [50, 400] as const,
  chunksWantedMs: 40_000,
  tickMs: 50,
  lossReportMs: 200,
};

class Watching implements LiveViewer {
  readonly inits: LiveInit[] = [];
  readonly fragments: LiveFragment[] = [];
  readonly states: LiveState[] = [];
  backlog = 0;
  init(init: LiveInit): void {
    this.inits.push(init);
  }
  fragment(fragment: LiveFragment): void {
    this.fragments.push(fragment);
  }
  state(state: LiveState): void {
    this.states.push(state);
  }
  backlogBytes(): number {
    return this.backlog;
  }
}

let services: TestServices;
let hub: RunningHub;
const cameras = new TestCameras();
const trackers: number[] = [];

async function start(options: HubOptions = {}): Promise<void> {
  services = await testServices();
  hub = createVideoHub({ ...services, orders: cameras }, { pace: FAST, ...options });
  await hub.listen();
  trackers.length = 0;
}
afterEach(async () => {
  cameras.close();
  await hub.close();
  await services.close();
});

async function camera(
  options: Partial<TestCameraOptions> = {},
  number = NUMBER,
): Promise<TestCamera> {
  const place = await makeCustomer(services.db, 'Albion');
  const { trackerId } = await makeVehicle(services.db, place, { number, protocol: 'jt808' });
  trackers.push(trackerId);
  return cameras.add(trackerId, new TestCamera({ sim: number, keyEvery: 5, ...options }));
}
const first = () => ({ trackerId: trackers[0] ?? 0, channel: 1 });

async function counted(name: string, labels: Record<string, string> = {}): Promise<number> {
  const metric = services.metrics.registry.getSingleMetric(`roadworthy_video_${name}`);
  const { values = [] } = (await metric?.get()) ?? {};
  const fit = values.filter((one) =>
    Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return fit.reduce((sum, { value }) => sum + value, 0);
}

describe('watching', () => {
  it('[F-42] [F-43] the first viewer starts the camera; its pictures are an MP4', async () => {
    await start();
    const device = await camera();
    const viewer = new Watching();
    const watch = hub.watch(first(), viewer);
    await until(() => viewer.fragments.length >= 12);
    expect(device.orders[0]).toMatchObject({
      kind: 'live-start',
      stream: 'sub',
      port: hub.ports.live,
    });
    expect(viewer.states).toEqual(['connecting', 'live']);
    expect(viewer.fragments[0]?.isKeyFrame).toBe(true);
    const [init] = viewer.inits;
    const parsed = await parseMp4(
      Buffer.concat([init?.data ?? Buffer.alloc(0), ...viewer.fragments.map(({ data }) => data)]),
    );
    expect(parsed).toMatchObject({ codec: 'avc1.4d4016', widthPx: 640, heightPx: 360 });
    watch.close();
  });

  it('a hundred viewers share one stream and one remux, and the camera is told to stop after the last', async () => {
    await start();
    const device = await camera();
    const viewers = Array.from({ length: 100 }, () => new Watching());
    const watches = viewers.map((viewer) => hub.watch(first(), viewer));
    await until(() => viewers.every(({ fragments }) => fragments.length >= 5));
    expect(hub.stats(first())).toMatchObject({ viewers: 100, remuxes: 1 });
    expect(device.count('live-start')).toBe(1);
    const [a, b] = viewers.slice(-2).map(({ fragments }) => fragments.at(-1)?.data);
    expect(a).toBe(b);
    for (const watch of watches) watch.close();
    await until(() => device.count('live-control', 'close') === 1);
    expect(hub.stats(first())).toBeNull();
    await until(async () => (await counted('connections')) === 0);
  });

  it('who comes later sees the pictures since the newest key frame at once', async () => {
    await start();
    await camera({ keyEvery: 1000 });
    const early = new Watching();
    hub.watch(first(), early);
    await until(() => early.fragments.length >= 6);
    const late = new Watching();
    hub.watch(first(), late);
    expect(late.inits).toHaveLength(1);
    expect(late.fragments.map(({ sequence }) => sequence)).toEqual(
      early.fragments.map(({ sequence }) => sequence),
    );
  });

  it('who comes back within the time goes on without asking the camera again', async () => {
    await start({ pace: { ...FAST, lingerMs: 60_000 } });
    const device = await camera();
    const viewer = new Watching();
    hub.watch(first(), viewer).close();
    const again = new Watching();
    hub.watch(first(), again);
    await until(() => again.fragments.length > 3);
    expect(device.count('live-start')).toBe(1);
  });

  it('a slow viewer is dropped to the newest key frame; the others are not', async () => {
    await start();
    await camera({ pictureBytes: 4000, everyMs: 20 });
    const [slow, quick] = [new Watching(), new Watching()];
    hub.watch(first(), slow);
    hub.watch(first(), quick);
    await until(() => slow.fragments.length > 5);
    slow.backlog = 10_000_000;
    const seen = slow.fragments.length;
    const sequence = slow.fragments.at(-1)?.sequence ?? 0;
    await until(() => (quick.fragments.at(-1)?.sequence ?? 0) > sequence + 25);
    expect(slow.fragments.length).toBeLessThanOrEqual(seen + 1);
    slow.backlog = 0;
    await until(() => slow.fragments.length > seen + 10);
    const resumed = slow.fragments.slice(seen).find(({ sequence: n }) => n > sequence + 20);
    expect(resumed?.isKeyFrame).toBe(true);
    expect(await counted('viewer_drops_total')).toBe(1);
    const steps = quick.fragments.map(({ sequence: n }, index) => n - index);
    expect(new Set(steps).size).toBe(1);
  });

  it('the large stream is asked for while somebody wants it', async () => {
    await start();
    const device = await camera();
    const viewer = new Watching();
    const watch = hub.watch(first(), viewer);
    await until(() => viewer.fragments.length > 1);
    watch.prefer('main');
    watch.prefer('sub');
    const switched = device.orders.filter(({ kind }) => kind === 'live-control');
    expect(switched.map((order) => 'stream' in order && order.stream)).toEqual(['main', 'sub']);
  });

  it('loss is counted and told to the camera', async () => {
    await start();
    const device = await camera({ sim: '000000000000' });
    device.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') === 1);
    const writer = new StreamWriter({ sim: NUMBER, keyEvery: 3 });
    const socket = connect(hub.ports.live, '127.0.0.1');
    const timer = setInterval(() => {
      writer.lose(1);
      socket.write(Buffer.concat([writer.picture(Date.now()), writer.picture(Date.now())]));
    }, 20);
    await until(() => (hub.stats(first())?.lostPackets ?? 0) > 10);
    await until(() =>
      device.orders.some((one) => one.kind === 'live-loss' && one.lossPercent > 10),
    );
    expect(viewer.fragments.length).toBeGreaterThan(0);
    clearInterval(timer);
    socket.destroy();
  });
});

describe('faults', () => {
  it('a lost link is told and asked for again; pictures go on with a key frame', async () => {
    await start();
    const device = await camera();
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => viewer.fragments.length > 7);
    device.drop();
    await until(() => viewer.states.includes('lost'));
    const before = viewer.fragments.length;
    await until(() => viewer.fragments.length > before + 3);
    expect(viewer.states.at(-1)).toBe('live');
    expect(viewer.fragments[before]?.isKeyFrame).toBe(true);
    expect(device.count('live-start')).toBe(2);
    expect(viewer.inits).toHaveLength(1);
  });

  it('a stream that stalls is closed and asked for again', async () => {
    await start();
    const device = await camera();
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => viewer.fragments.length > 3);
    device.isSilent = true;
    await until(() => viewer.states.includes('lost') && device.count('live-start') >= 2);
    device.isSilent = false;
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('a camera that says yes and does not come is asked again', async () => {
    await start();
    const device = await camera();
    device.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') >= 2);
    expect(viewer.states).toEqual(['connecting']);
    device.staysAway = false;
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('refused and offline are told, and asked again with growing waits', async () => {
    await start();
    const device = await camera();
    device.answer = 'refused';
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') >= 3);
    expect(viewer.states).toEqual(['connecting', 'refused']);
    device.isOnline = false;
    await until(() => viewer.states.at(-1) === 'offline');
    device.isOnline = true;
    device.answer = 'done';
    services.bus.publish('cameras.connected', { trackerId: first().trackerId });
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('a tracker that is gone is offline', async () => {
    await start();
    const viewer = new Watching();
    hub.watch({ trackerId: 424_242, channel: 1 }, viewer);
    await until(() => viewer.states.at(-1) === 'offline');
  });

  it('rubbish between packets and instead of them is survived', async () => {
    await start();
    const device = await camera();
    device.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') === 1);
    const writer = new StreamWriter({ sim: NUMBER, keyEvery: 1 });
    const socket = connect(hub.ports.live, '127.0.0.1');
    const rubbish = Buffer.from('30316364810000303163640000', 'hex');
    for (let n = 0; n < 20; n += 1) socket.write(Buffer.concat([writer.picture(n * 40), rubbish]));
    await until(() => viewer.fragments.length >= 15);
    socket.on('error', () => undefined);
    const flood = setInterval(() => socket.write(Buffer.alloc(200_000, 0x55)), 5);
    await until(() => socket.destroyed);
    clearInterval(flood);
    expect(await counted('closed_connections_total', { rule: 'rubbish' })).toBe(1);
  });

  it('a camera whose pictures nobody can show is said to be so', async () => {
    await start();
    const device = await camera();
    device.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') === 1);
    const writer = new StreamWriter({ sim: NUMBER });
    const socket = connect(hub.ports.live, '127.0.0.1');
    const frame = {
      coding: 'avs',
      type: 'iFrame',
      timestampMs: 1,
      body: Buffer.alloc(90),
    } as const;
    socket.write(Buffer.concat([writer.frame(frame), writer.frame(frame)]));
    await until(() => viewer.states.at(-1) === 'unsupported');
    socket.destroy();
  });
});

describe('the door', () => {
  const send = (port: number, sim: string, channel = 1) => {
    const writer = new StreamWriter({ sim, channel, keyEvery: 1 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([writer.picture(0), writer.picture(40), writer.picture(80)]));
    return socket;
  };

  it('who was not asked is not listened to', async () => {
    await start();
    await camera();
    const stranger = send(hub.ports.live, NUMBER);
    await until(() => stranger.destroyed);
    expect(await counted('closed_connections_total', { rule: 'unknown' })).toBe(1);
  });

  it('a camera with another number than its own is the one that was just asked, if only one was', async () => {
    await start();
    const device = await camera();
    device.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => device.count('live-start') === 1);
    const socket = send(hub.ports.live, '00abcdef0001');
    await until(() => viewer.fragments.length >= 2);
    socket.destroy();
  });

  it("never takes a registered device's pictures for another's", async () => {
    await start();
    const asked = await camera();
    await camera({}, '13900000002');
    asked.staysAway = true;
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => asked.count('live-start') === 1);
    const other = send(hub.ports.live, '13900000002');
    await until(() => other.destroyed);
    expect(viewer.fragments).toHaveLength(0);
  });

  it('silent connections are closed, and the oldest nameless one makes room', async () => {
    await start({ limits: { unnamed: 2, unnamedSilenceMs: 1500 } });
    const sockets = [0, 1, 2].map(() => connect(hub.ports.live, '127.0.0.1'));
    const [oldest, ...others] = sockets;
    for (const socket of sockets) socket.on('error', () => undefined);
    for (const socket of sockets) socket.on('data', () => undefined);
    await until(() => oldest?.destroyed === true);
    await until(() => others.every(({ destroyed }) => destroyed));
    expect(await counted('closed_connections_total', { rule: 'silent' })).toBe(2);
  });
});

describe('pieces and pictures', () => {
  it('[R-101] gives pieces while somebody wants them', async () => {
    await start();
    await camera({ everyMs: 20, keyEvery: 10, clockRate: 20 });
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => viewer.fragments.length > 0);
    hub.chunks(first());
    await until(() => hub.chunks(first()).length > 0);
    const [chunk] = hub.chunks(first());
    expect(chunk?.endMs).toBeGreaterThan(chunk?.startMs ?? 0);
    const { samples } = await parseMp4(chunk?.data ?? Buffer.alloc(0));
    expect(samples[0]).toMatchObject({ is_sync: true, dts: 0 });
    expect(samples.at(-1)?.dts).toBeGreaterThan(7000);
  });

  it('[R-103] makes a picture once for all who ask, and another for another key frame', async () => {
    await start({ pictures: new PictureMaker('no-such-program') });
    const device = await camera({ keyEvery: 3 });
    expect(await hub.newestPicture(first())).toBeNull();
    const viewer = new Watching();
    hub.watch(first(), viewer);
    await until(() => viewer.fragments.length > 0);
    device.isSilent = true;
    const [one, two] = await Promise.all([hub.newestPicture(first()), hub.newestPicture(first())]);
    expect(one).toMatchObject({ mediaType: 'video/mp4' });
    expect(two).toBe(one);
    expect((await parseMp4(one?.data ?? Buffer.alloc(0))).samples).toHaveLength(1);
    device.isSilent = false;
    await until(async () => (await hub.newestPicture(first()))?.id !== one?.id);
  });
});

it('listens, and says when it does not', async () => {
  await start();
  expect(hub.health()).toBe(true);
  await hub.close();
  expect(hub.health()).toBe('a port does not listen');
});
