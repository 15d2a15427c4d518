import type { Jt808CameraMessage, Jt808Command, Jt1078Frame } from '@roadworthy/protocols';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SimulatedCamera } from './simulated-camera.ts';
import { TestPlatform, until } from './test-platform.ts';

const NUMBER = '13900000005';
let platform: TestPlatform;
let camera: SimulatedCamera;

beforeAll(async () => {
  platform = await new TestPlatform().open();
  camera = new SimulatedCamera({ host: '127.0.0.1', port: platform.port, number: NUMBER });
  await camera.connect();
});
afterAll(() => {
  camera.close();
  platform.close();
});
beforeEach(() => camera.setFaults({}));

const live = (channel: number, data = 1, stream = 1): Jt808Command => ({
  kind: 'liveStart',
  host: '127.0.0.1',
  tcpPort: platform.mediaPort,
  udpPort: 0,
  channel,
  data,
  stream,
});
const control = (channel: number, command: number): Jt808Command => ({
  kind: 'liveControl',
  channel,
  command,
  closes: 0,
  stream: 0,
});
const resultOf = (cameraMessage: Jt808CameraMessage) =>
  cameraMessage.kind === 'result' ? cameraMessage.result : cameraMessage.kind;

/** Starts a channel and returns its connection once it is open. */
async function started(order: Jt808Command) {
  const before = platform.media.length;
  expect(resultOf(await platform.order(order))).toBe(0);
  await until(() => platform.media.length > before);
  return platform.media.at(-1) as TestPlatform['media'][number];
}

const pictures = (frames: readonly Jt1078Frame[]) => frames.filter(({ kind }) => kind === 'video');

describe('a simulated dash camera', () => {
  it('sends a channel live from a key frame, in real time, until it is commanded to close', async () => {
    const asked = Date.now();
    const media = await started(live(2));
    await until(() => pictures(media.frames).length >= 5);
    const [first] = pictures(media.frames);
    expect(first).toMatchObject({ isKeyFrame: true, channel: 2, coding: 'h264' });
    // SPS first: the stream can be joined here.
    expect(first?.body.subarray(0, 5).toString('hex')).toBe('0000000167');
    expect(media.reader.sim?.toString('hex')).toBe('013900000005');
    for (const { timestampMs } of media.frames) {
      expect(timestampMs ?? 0).toBeGreaterThanOrEqual(asked);
      expect(timestampMs ?? 0).toBeLessThanOrEqual(Date.now());
    }
    expect(media.reader.counters).toMatchObject({ lostPackets: 0, junkRuns: 0, brokenFrames: 0 });
    expect(resultOf(await platform.order(control(2, 0)))).toBe(0);
    await until(() => !media.isOpen);
  });

  it('pauses, resumes with a key frame, and switches the stream', async () => {
    const media = await started(live(1, 0));
    await until(() => media.frames.some(({ kind }) => kind === 'sound'));
    expect(media.frames.find(({ kind }) => kind === 'sound')).toMatchObject({ coding: 'g711a' });
    expect(resultOf(await platform.order(control(1, 2)))).toBe(0);
    const held = media.frames.length;
    expect(resultOf(await platform.order(control(1, 3)))).toBe(0);
    await until(() => pictures(media.frames.slice(held)).length > 2);
    expect(pictures(media.frames.slice(held))[0]?.isKeyFrame).toBe(true);
    const before = media.frames.length;
    expect(resultOf(await platform.order(control(1, 1)))).toBe(0);
    await until(() => pictures(media.frames.slice(before)).some(({ isKeyFrame }) => isKeyFrame));
    await platform.order(control(1, 0));
  });

  it('has no fifth channel, and opens no connection for it', async () => {
    expect(resultOf(await platform.order(live(5)))).toBe(1);
    expect(resultOf(await platform.order(live(1, 2)))).toBe(1);
  });

  it('reports its attributes', async () => {
    camera.report();
    await platform.order(control(1, 0));
    const before = platform.cameraMessages.length;
    void platform.order({ kind: 'capabilities' }).catch(() => undefined);
    await until(() =>
      platform.cameraMessages.slice(before).some(({ kind }) => kind === 'capabilities'),
    );
    const cameraMessage = platform.cameraMessages.find(({ kind }) => kind === 'capabilities');
    expect(cameraMessage).toMatchObject({ videoCodec: 98, audioCodec: 6, maxVideoChannels: 4 });
  });

  it('lists its recordings of the last 48 hours, with gaps', async () => {
    const nowMs = Date.now();
    const cameraMessage = await platform.order({
      kind: 'recordings',
      channel: 3,
      fromMs: nowMs - 100 * 3_600_000,
      toMs: nowMs,
      alarmBits: '0000000000000000',
      media: 0,
      stream: 0,
      store: 0,
    });
    if (cameraMessage.kind !== 'recordings') throw new Error(cameraMessage.kind);
    expect(cameraMessage.items).toHaveLength(cameraMessage.total);
    expect(new Set(cameraMessage.items.map(({ channel }) => channel))).toEqual(new Set([3]));
    const times = cameraMessage.items.map(({ fromMs, toMs }) => [fromMs ?? 0, toMs ?? 0] as const);
    expect(Math.min(...times.map(([from]) => from))).toBeGreaterThan(nowMs - 49 * 3_600_000);
    const filmedH = times.reduce((sum, [from, to]) => sum + to - from, 0) / 3_600_000;
    expect(filmedH).toBeGreaterThan(38);
    expect(filmedH).toBeLessThan(47.9);
    expect(times.at(-1)?.[1]).toBeGreaterThan(nowMs - 2000);
  });

  it('plays a recording in real time, and then disconnects', async () => {
    const fromMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;
    const order = {
      kind: 'playbackStart',
      host: '127.0.0.1',
      tcpPort: platform.mediaPort,
      udpPort: 0,
      channel: 1,
      media: 0,
      stream: 0,
      store: 0,
      mode: 0,
      speed: 0,
      fromMs,
      toMs: fromMs + 2000,
    } as const;
    const begunMs = Date.now();
    const media = await started(order);
    await until(() => !media.isOpen);
    const times = pictures(media.frames).map(({ timestampMs }) => timestampMs ?? 0);
    expect(times[0]).toBe(fromMs);
    expect(times).toHaveLength(25);
    expect(times.at(-1)).toBe(fromMs + 24 * 80);
    expect(Date.now() - begunMs).toBeGreaterThan(1500);
    // There are no recordings from three days ago.
    const longAgo = {
      ...order,
      fromMs: fromMs - 3 * 86_400_000,
      toMs: fromMs - 3 * 86_400_000 + 9000,
    };
    expect(resultOf(await platform.order(longAgo))).toBe(1);
  });

  it('takes a photograph on demand', async () => {
    const cameraMessage = await platform.order({
      kind: 'photograph',
      channel: 1,
      command: 1,
      intervalS: 0,
      keeps: 0,
      resolution: 2,
      quality: 3,
      brightness: 128,
      contrast: 64,
      saturation: 64,
      hue: 128,
    });
    expect(cameraMessage).toMatchObject({ kind: 'photographs', result: 0 });
    const isMedia = (one: Jt808CameraMessage) => one.kind === 'media';
    await until(() => platform.cameraMessages.some(isMedia));
    const media = platform.cameraMessages.find(isMedia);
    if (media?.kind !== 'media') throw new Error('no picture');
    expect(media.data.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(media.data.subarray(-2).toString('hex')).toBe('ffd9');
    expect(media).toMatchObject({ type: 0, format: 0, cause: 0, channel: 1 });
  });

  it('uploads photographs and videos of an alarm, and resends missing blocks', async () => {
    const cameraMessage = await platform.order({
      kind: 'evidence',
      host: '127.0.0.1',
      tcpPort: platform.attachmentPort,
      udpPort: 0,
      label: '31'.repeat(16),
      alarmNumber: 'A77',
      reserved: Buffer.alloc(16),
    });
    expect(resultOf(cameraMessage)).toBe(0);
    const kinds = () => platform.attachments.map(({ kind }) => kind);
    // Two photographs and two videos, one of them requested twice.
    await until(() => kinds().filter((kind) => kind === 'ended').length === 5);
    const ended = platform.attachments.flatMap((one) =>
      one.kind === 'ended' ? [[one.file.type, one.file.name.slice(-4)].join('')] : [],
    );
    expect([...new Set(ended)].sort()).toEqual(['0.jpg', '2.mp4']);
    expect(platform.attachments[1]).toMatchObject({ announcement: { alarmNumber: 'A77' } });
    expect(platform.attachments).toContainEqual(
      expect.objectContaining({
        kind: 'block',
        offset: 10,
        data: expect.objectContaining({ length: 20 }),
      }),
    );
  });
});

describe('a camera with a fault', () => {
  it('loses packets, reorders them and sends garbage between them', async () => {
    camera.setFaults({ lossPercent: 8, wrongSequence: true, rubbish: true });
    const media = await started(live(1, 1, 0));
    const { counters } = media.reader;
    await until(
      () => counters.lostPackets > 3 && counters.reorderedPackets > 0 && counters.junkRuns > 2,
    );
    camera.setFaults({});
    const seen = media.frames.length;
    await until(() => media.frames.length > seen + 3);
    await platform.order(control(1, 0));
  });

  it('breaks its media connection', async () => {
    camera.setFaults({ dropLinkAfterS: 0.2 });
    const media = await started(live(4));
    await until(() => !media.isOpen);
  });

  it('stalls for a while', async () => {
    const media = await started(live(1));
    await until(() => media.frames.length > 2);
    // The stall begins one second after the connection opened.
    camera.setFaults({ stallS: 3600, stallEveryS: 3601 });
    await new Promise((done) => setTimeout(done, 1500));
    const seen = media.frames.length;
    await new Promise((done) => setTimeout(done, 400));
    expect(media.frames.length).toBe(seen);
    expect(media.isOpen).toBe(true);
    camera.setFaults({});
    await until(() => media.reader.counters.packets > seen && media.frames.length > seen);
    await platform.order(control(1, 0));
  });

  it('refuses commands, and reconnects by itself after a network failure', async () => {
    camera.setFaults({ refuses: true });
    expect(resultOf(await platform.order(live(1)))).toBe(1);
    camera.setFaults({ isOffline: true });
    await until(() => !platform.hasDevice);
    camera.setFaults({});
    await until(() => platform.hasDevice);
  });
});
