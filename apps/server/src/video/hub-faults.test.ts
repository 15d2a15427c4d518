import { afterEach, describe, expect, it } from 'vitest';
import { StreamWriter } from '../../test/camera-stream.ts';
import { until } from '../../test/device.ts';
import { HUB_NUMBER, TestHub } from '../../test/video-hub.ts';
import { Watching } from '../../test/watching.ts';

let test: TestHub;
afterEach(() => test.close());

describe('failures', () => {
  it('a lost link is reported and the stream requested again; it resumes with a key frame', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    const viewer = test.watch();
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

  it('a stalled stream is closed and requested again', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    const viewer = test.watch();
    await until(() => viewer.fragments.length > 3);
    device.isSilent = true;
    await until(() => viewer.states.includes('lost') && device.count('live-start') >= 2);
    device.isSilent = false;
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('a camera that accepts the command but does not connect is asked again', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    device.staysAway = true;
    const viewer = test.watch();
    await until(() => device.count('live-start') >= 2);
    expect(viewer.states).toEqual(['connecting']);
    device.staysAway = false;
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('refused and offline are reported, and retried with growing delays', async () => {
    test = await TestHub.start();
    const device = await test.camera();
    device.answer = 'refused';
    const viewer = test.watch();
    await until(() => device.count('live-start') >= 3);
    expect(viewer.states).toEqual(['connecting', 'refused']);
    device.isOnline = false;
    await until(() => viewer.states.at(-1) === 'offline');
    device.isOnline = true;
    device.answer = 'done';
    test.services.bus.publish('cameras.connected', { trackerId: test.first.trackerId });
    await until(() => viewer.states.at(-1) === 'live');
  });

  it('a tracker that was removed is offline', async () => {
    test = await TestHub.start();
    const viewer = new Watching();
    test.hub.watch({ trackerId: 424_242, channel: 1 }, viewer);
    await until(() => viewer.states.at(-1) === 'offline');
  });

  it('invalid bytes between packets and instead of them are tolerated', async () => {
    test = await TestHub.start();
    const { viewer } = await test.asked();
    const writer = new StreamWriter({ sim: HUB_NUMBER, keyEvery: 1 });
    const socket = test.connect();
    const rubbish = Buffer.from('30316364810000303163640000', 'hex');
    for (let n = 0; n < 20; n += 1) socket.write(Buffer.concat([writer.picture(n * 40), rubbish]));
    await until(() => viewer.fragments.length >= 15);
    const flood = setInterval(() => socket.write(Buffer.alloc(200_000, 0x55)), 5);
    await until(() => socket.destroyed);
    clearInterval(flood);
    expect(await test.counted('closed_connections_total', { rule: 'rubbish' })).toBe(1);
  });

  it('a camera with an unsupported video format is reported as such', async () => {
    test = await TestHub.start();
    const { viewer } = await test.asked();
    const writer = new StreamWriter({ sim: HUB_NUMBER });
    const socket = test.connect();
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

describe('unexpected connections', () => {
  it('a camera that was not requested is ignored', async () => {
    test = await TestHub.start();
    await test.camera();
    const stranger = test.send(HUB_NUMBER);
    await until(() => stranger.destroyed);
    expect(await test.counted('closed_connections_total', { rule: 'unknown' })).toBe(1);
  });

  it('a camera that sends a different number is the one just requested, if only one was', async () => {
    test = await TestHub.start();
    const { viewer } = await test.asked();
    const socket = test.send('00abcdef0001');
    await until(() => viewer.fragments.length >= 2);
    socket.destroy();
  });

  it("never assigns a registered device's video to another", async () => {
    test = await TestHub.start();
    const { viewer } = await test.asked();
    await test.camera({}, '13900000002');
    const other = test.send('13900000002');
    await until(() => other.destroyed);
    expect(viewer.fragments).toHaveLength(0);
  });

  it('silent connections are closed, the oldest unidentified one first', async () => {
    test = await TestHub.start({ limits: { unnamed: 2, unnamedSilenceMs: 1500 } });
    const sockets = [0, 1, 2].map(() => test.connect());
    const [oldest, ...others] = sockets;
    await until(() => oldest?.destroyed === true);
    await until(() => others.every(({ destroyed }) => destroyed));
    expect(await test.counted('closed_connections_total', { rule: 'silent' })).toBe(2);
  });
});
