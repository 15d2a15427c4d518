import { afterEach, describe, expect, it } from 'vitest';
import { StreamWriter } from '../../test/camera-stream.ts';
import { until } from '../../test/device.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { HUB_NUMBER, TestHub } from '../../test/video-hub.ts';
import { Watching } from '../../test/watching.ts';
import { SnapshotEncoder } from './snapshot-encoder.ts';

let test: TestHub;
afterEach(() => test.close());

describe('watching', () => {
  it('the first viewer starts the camera; its frames form an MP4', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    const viewer = new Watching();
    const watch = test.hub.watch(test.first, viewer);
    await until(() => viewer.fragments.length >= 12);
    expect(device.commands[0]).toMatchObject({
      kind: 'live-start',
      stream: 'sub',
      port: test.hub.ports.live,
    });
    expect(viewer.states).toEqual(['connecting', 'live']);
    expect(viewer.fragments[0]?.isKeyFrame).toBe(true);
    const parsed = await parseMp4(viewer.mp4());
    expect(parsed).toMatchObject({ codec: 'avc1.4d4016', widthPx: 640, heightPx: 360 });
    watch.close();
  });

  it('a hundred viewers share one stream and one remuxer; the camera is stopped after the last', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    const viewers = Array.from({ length: 100 }, () => new Watching());
    const watches = viewers.map((viewer) => test.hub.watch(test.first, viewer));
    await until(() => viewers.every(({ fragments }) => fragments.length >= 5));
    expect(test.hub.stats(test.first)).toMatchObject({ viewers: 100, remuxes: 1 });
    expect(device.count('live-start')).toBe(1);
    const [a, b] = viewers.slice(-2).map(({ fragments }) => fragments.at(-1)?.data);
    expect(a).toBe(b);
    for (const watch of watches) watch.close();
    await until(() => device.count('live-control', 'close') === 1);
    expect(test.hub.stats(test.first)).toBeNull();
    await until(async () => (await test.counted('connections')) === 0);
  });

  it('a later viewer receives the frames since the newest key frame at once', async () => {
    test = await TestHub.start();
    await test.camera({ keyEvery: 1000 });
    const early = new Watching();
    test.hub.watch(test.first, early);
    await until(() => early.fragments.length >= 6);
    const late = new Watching();
    test.hub.watch(test.first, late);
    expect(late.inits).toHaveLength(1);
    expect(late.fragments.map(({ sequence }) => sequence)).toEqual(
      early.fragments.map(({ sequence }) => sequence),
    );
  });

  it('a viewer that returns in time continues without a new command to the camera', async () => {
    test = await TestHub.start({ pace: { lingerMs: 60_000 } });
    const device = await test.camera();
    const viewer = new Watching();
    test.hub.watch(test.first, viewer).close();
    const again = new Watching();
    test.hub.watch(test.first, again);
    await until(() => again.fragments.length > 3);
    expect(device.count('live-start')).toBe(1);
  });

  it('a slow viewer skips to the newest key frame; the others do not', async () => {
    test = await TestHub.start();
    await test.camera({ pictureBytes: 4000, everyMs: 20 });
    const [slow, quick] = [new Watching(), new Watching()];
    test.hub.watch(test.first, slow);
    test.hub.watch(test.first, quick);
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
    expect(await test.counted('viewer_drops_total')).toBe(1);
    const steps = quick.fragments.map(({ sequence: n }, index) => n - index);
    expect(new Set(steps).size).toBe(1);
  });

  it('the main stream is requested while a viewer needs it', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    const viewer = new Watching();
    const watch = test.hub.watch(test.first, viewer);
    await until(() => viewer.fragments.length > 1);
    watch.prefer('main');
    watch.prefer('sub');
    const switched = device.commands.filter(({ kind }) => kind === 'live-control');
    expect(switched.map((order) => 'stream' in order && order.stream)).toEqual(['main', 'sub']);
  });

  it('packet loss is counted and reported to the camera', async () => {
    test = await TestHub.start();
    const { device, viewer } = await test.asked();
    const writer = new StreamWriter({ sim: HUB_NUMBER, keyEvery: 3 });
    const socket = test.connect();
    const timer = setInterval(() => {
      writer.lose(1);
      socket.write(Buffer.concat([writer.picture(Date.now()), writer.picture(Date.now())]));
    }, 20);
    await until(() => (test.hub.stats(test.first)?.lostPackets ?? 0) > 10);
    await until(() =>
      device.commands.some((one) => one.kind === 'live-loss' && one.lossPercent > 10),
    );
    expect(viewer.fragments.length).toBeGreaterThan(0);
    clearInterval(timer);
    socket.destroy();
  });
});

describe('chunks and snapshots', () => {
  it('[R-101] creates chunks while they are requested', async () => {
    test = await TestHub.start();
    await test.camera({ everyMs: 20, keyEvery: 10, clockRate: 20 });
    const viewer = test.watch();
    await until(() => viewer.fragments.length > 0);
    test.hub.chunks(test.first);
    await until(() => test.hub.chunks(test.first).length > 0);
    const [chunk] = test.hub.chunks(test.first);
    expect(chunk?.endMs).toBeGreaterThan(chunk?.startMs ?? 0);
    const { samples } = await parseMp4(chunk?.data ?? Buffer.alloc(0));
    expect(samples[0]).toMatchObject({ is_sync: true, dts: 0 });
    expect(samples.at(-1)?.dts).toBeGreaterThan(7000);
  });

  it('[R-103] creates one snapshot per key frame for all callers', async () => {
    test = await TestHub.start({ pictures: new SnapshotEncoder('no-such-program') });
    const device = await test.camera({ keyEvery: 3 });
    expect(await test.hub.newestStill(test.first)).toBeNull();
    const viewer = test.watch();
    await until(() => viewer.fragments.length > 0);
    device.isSilent = true;
    const [one, two] = await Promise.all([
      test.hub.newestStill(test.first),
      test.hub.newestStill(test.first),
    ]);
    expect(one).toMatchObject({ mediaType: 'video/mp4' });
    expect(two).toBe(one);
    expect((await parseMp4(one?.data ?? Buffer.alloc(0))).samples).toHaveLength(1);
    device.isSilent = false;
    await until(async () => (await test.hub.newestStill(test.first))?.id !== one?.id);
  });
});

it('listens, and reports when it does not', async () => {
  test = await TestHub.start();
  expect(test.hub.health()).toBe(true);
  await test.hub.close();
  expect(test.hub.health()).toBe('a port does not listen');
});
