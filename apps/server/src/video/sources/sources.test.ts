import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CameraDevice, type ReceivedOrder } from '../../../test/camera-device.ts';
import { PARAMETER_SETS, StreamWriter } from '../../../test/camera-stream.ts';
import { until } from '../../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../../test/fleet.ts';
import { parseMp4 } from '../../../test/mp4-parser.ts';
import { RtspCamera } from '../../../test/rtsp-camera.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import { type Gateway, startGateway } from '../../gateway/index.ts';
import type { CameraChannel, LiveState } from '../../platform/video-hub.ts';
import type { FetchOutcome, VideoSource } from '../../platform/video-sources.ts';
import { createVideoHub, type RunningHub } from '../index.ts';
import { jt1078Source } from './jt1078.ts';
import { Photographs } from './photographs.ts';
import { rtspSource } from './rtsp/source.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const FROM = NOW - 30 * MINUTE_MS;
const BEIJING_MS = 8 * 60 * MINUTE_MS;
/** Between two pictures. */
const FRAME_MS = 100;

let services: TestServices;
let gateway: Gateway;
let hub: RunningHub;
let vehicle: TestVehicle;
let place: { customerId: number; depotId: number };
let source: VideoSource;

beforeAll(async () => {
  services = await testServices({ RTSP_NETWORKS: '127.0.0.0/8' });
  place = await makeCustomer(services.db, 'Albion');
  vehicle = await makeVehicle(services.db, place, { number: '13912345678', protocol: 'jt808' });
  gateway = await startGateway(services);
  hub = createVideoHub(services);
  await hub.listen();
  source = jt1078Source({ orders: services.orders, hub, silenceMs: 1500 });
});
afterAll(async () => {
  await hub.close();
  await gateway.stop();
  await services.close();
});

const open: { end(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.end();
});

async function connected(): Promise<CameraDevice> {
  const camera = await CameraDevice.connect(gateway.addresses.jt808, vehicle.number);
  open.push(camera);
  return camera;
}

const recording = (fromMs: number, toMs: number, channel = 1) => ({
  channel,
  fromMs,
  toMs,
  alarmBits: '0'.repeat(16),
  media: 0,
  stream: 1,
  store: 1,
  sizeBytes: 1000,
});

let paths = 0;
function fetchOf(channel = 1, toMs = FROM + 10 * SECOND_MS, signal = new AbortController().signal) {
  paths += 1;
  const path = join(services.config.dataDir, `fetched-${paths}.mp4`);
  const percents: number[] = [];
  const camera = { trackerId: vehicle.trackerId, channel, address: null };
  const onProgress = (percent: number) => percents.push(percent);
  const outcome = source.fetch(camera, { fromMs: FROM, toMs, path, onProgress, signal });
  return { path, percents, outcome };
}

/** Answers the question for recordings with these; nothing asked for nothing. */
async function list(camera: CameraDevice, items: ReturnType<typeof recording>[]): Promise<void> {
  const { serial } = await camera.order('recordings');
  camera.say({ kind: 'recordings', serial, total: items.length, items });
}

const all = [recording(FROM - 5 * MINUTE_MS, FROM + 5 * MINUTE_MS)];

/** The camera's media connection: plays pictures of a stretch as quickly as it can. */
function play(fromMs: number, durationMs: number, clockMs = BEIJING_MS, channel = 1): Socket {
  const writer = new StreamWriter({ sim: vehicle.number, channel });
  const socket = connect(hub.ports.playback, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push({ end: () => socket.destroy() });
  for (let at = 0; at < durationMs; at += FRAME_MS) {
    socket.write(writer.picture(fromMs + at + clockMs));
  }
  return socket;
}

async function ended(camera: CameraDevice): Promise<void> {
  const received: ReceivedOrder = await camera.order('playbackControl');
  expect(received.order).toMatchObject({ command: 2 });
  camera.answer(received);
}

const reasonOf = (outcome: FetchOutcome) => (outcome.state === 'failed' ? outcome.reason : 'done');

describe('a recorded stretch', () => {
  it('[F-P03] is asked for, recorded, ended, and is an MP4 that plays at once', async () => {
    const camera = await connected();
    const { path, percents, outcome } = fetchOf();
    await list(camera, all);
    const received = await camera.order('playbackStart');
    expect(received.order).toMatchObject({
      channel: 1,
      fromMs: FROM,
      toMs: FROM + 10 * SECOND_MS,
      tcpPort: hub.ports.playback,
      mode: 0,
    });
    camera.answer(received);
    // It begins a little before, at its key frame, and goes on past the end.
    play(FROM - 400, 12 * SECOND_MS);
    await ended(camera);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(done).toMatchObject({ startMs: FROM - 400, codec: 'avc1.4d4016', widthPx: 640 });
    expect(Math.abs(done.endMs - done.startMs - 10 * SECOND_MS)).toBeLessThanOrEqual(FRAME_MS);
    expect(percents.at(-1)).toBe(100);
    const parsed = await parseMp4(readFileSync(path));
    expect(parsed).toMatchObject({ isFastStart: true, isFragmented: false });
    expect(parsed.samples.length).toBeGreaterThanOrEqual(99);
  });

  it('of which only a part is recorded gives that part; where the camera only counts, it begins as asked', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, [recording(FROM + 4 * SECOND_MS, FROM + MINUTE_MS)]);
    const received = await camera.order('playbackStart');
    expect(received.order.fromMs).toBe(FROM + 4 * SECOND_MS);
    camera.answer(received);
    play(7, 7 * SECOND_MS, 0);
    await ended(camera);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(done.startMs).toBe(FROM + 4 * SECOND_MS);
  });

  it('of a device that keeps no list, and that plays without a word', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    camera.answer(await camera.order('recordings'), 3);
    const { serial } = await camera.order('playbackStart');
    play(FROM, 11 * SECOND_MS);
    camera.say({ kind: 'recordings', serial, total: 0, items: [] });
    await ended(camera);
    expect((await outcome).state).toBe('done');
  });

  it('outside of what is recorded is no recording, and nothing is played', async () => {
    const camera = await connected();
    const before = fetchOf();
    await list(camera, [
      recording(FROM + MINUTE_MS, FROM + 2 * MINUTE_MS),
      recording(FROM, NOW, 2),
    ]);
    expect(reasonOf(await before.outcome)).toBe('no-recording');
    expect(existsSync(before.path)).toBe(false);
    const empty = fetchOf();
    await list(camera, []);
    expect(reasonOf(await empty.outcome)).toBe('no-recording');
  });

  it('of a device that refuses, never comes, or comes with nothing', async () => {
    const camera = await connected();
    const refused = fetchOf();
    await list(camera, all);
    camera.answer(await camera.order('playbackStart'), 1);
    await ended(camera);
    expect(reasonOf(await refused.outcome)).toBe('refused');
    const absent = fetchOf();
    await list(camera, all);
    camera.answer(await camera.order('playbackStart'));
    await ended(camera);
    expect(reasonOf(await absent.outcome)).toBe('timeout');
    expect(existsSync(absent.path)).toBe(false);
  });

  it('of a device that is not connected', async () => {
    expect(reasonOf(await fetchOf().outcome)).toBe('offline');
    const camera = { trackerId: vehicle.trackerId, channel: 0, address: null };
    expect(await source.recordings(camera, FROM, NOW)).toEqual({
      state: 'failed',
      reason: 'offline',
    });
  });

  it('whose device goes away in the middle is interrupted', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, all);
    camera.answer(await camera.order('playbackStart'));
    const socket = play(FROM, 4 * SECOND_MS);
    await until(() => socket.writableLength === 0);
    camera.end();
    socket.end();
    expect(reasonOf(await outcome)).toBe('interrupted');
  });

  it('that is shorter than promised is taken as it is while the device is there', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, all);
    camera.answer(await camera.order('playbackStart'));
    play(FROM, 4 * SECOND_MS).end();
    await ended(camera);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(Math.abs(done.endMs - done.startMs - 4 * SECOND_MS)).toBeLessThanOrEqual(FRAME_MS);
  });

  it('can be given up', async () => {
    const camera = await connected();
    const giveUp = new AbortController();
    const { outcome } = fetchOf(1, FROM + 60 * SECOND_MS, giveUp.signal);
    await list(camera, all);
    camera.answer(await camera.order('playbackStart'));
    play(FROM, 3 * SECOND_MS);
    giveUp.abort();
    await ended(camera);
    expect(reasonOf(await outcome)).toBe('interrupted');
  });

  it('two of a device at a time; a third, or the same camera again, is busy', async () => {
    const camera = await connected();
    const both = [fetchOf(1), fetchOf(2)];
    expect(reasonOf(await fetchOf(3).outcome)).toBe('busy');
    expect(reasonOf(await fetchOf(1).outcome)).toBe('busy');
    for (let n = 0; n < 2; n += 1) await list(camera, []);
    for (const { outcome } of both) expect(reasonOf(await outcome)).toBe('no-recording');
  });
});

describe('what is recorded', () => {
  it('[F-P04] files that follow each other are one stretch', async () => {
    const camera = await connected();
    const device = { trackerId: vehicle.trackerId, channel: 0, address: null };
    const answer = source.recordings(device, FROM, NOW);
    const five = 5 * MINUTE_MS;
    await list(camera, [
      recording(FROM + five + SECOND_MS, FROM + 2 * five),
      recording(FROM, FROM + five),
      recording(FROM + 3 * five, FROM + 4 * five),
      recording(FROM, FROM + five, 2),
    ]);
    expect(await answer).toEqual({
      state: 'done',
      stretches: [
        { channel: 1, startMs: FROM, endMs: FROM + 2 * five, sizeBytes: 2000 },
        { channel: 1, startMs: FROM + 3 * five, endMs: FROM + 4 * five, sizeBytes: 1000 },
        { channel: 2, startMs: FROM, endMs: FROM + five, sizeBytes: 1000 },
      ],
    });
  });

  it('a device that keeps no list says so; a camera that we fetch from has no memory', async () => {
    const camera = await connected();
    const device = { trackerId: vehicle.trackerId, channel: 1, address: 'rtsp://camera' };
    const answer = source.recordings(device, FROM, NOW);
    camera.answer(await camera.order('recordings'), 3);
    expect(await answer).toEqual({ state: 'failed', reason: 'unsupported' });
    expect(await rtspSource.recordings(device, FROM, NOW)).toEqual({
      state: 'done',
      stretches: [],
    });
  });
});

describe('photographs by order', () => {
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

  it('come once they are here, one order at a time, and not again after a refusal', async () => {
    const camera = await connected();
    const photographs = new Photographs(services.orders, pace);
    const here = { trackerId: vehicle.trackerId, channel: 1 };
    expect(photographs.newest(here)).toBeNull();
    expect(photographs.newest(here)).toBeNull();
    await camera.order('photograph');
    say(camera, 1, JPEG);
    await until(() => photographs.newest(here) !== null);
    expect(photographs.newest(here)).toMatchObject({ mediaType: 'image/jpeg', data: JPEG });
    await camera.order('mediaAnswer');
    camera.answer(await camera.order('photograph'), 1);
    await until(() => photographs.newest(here) !== null);
    expect(await photographs.take({ trackerId: 99, channel: 1 })).toBeNull();
  });

  it('[R-103] show a camera whose stream does not come', async () => {
    const camera = await connected();
    const here = { trackerId: vehicle.trackerId, channel: 3 };
    const viewer = { init: () => {}, fragment: () => {}, state: () => {}, backlogBytes: () => 0 };
    expect(await hub.newestPicture(here)).toBeNull();
    const watching = hub.watch(here, viewer);
    open.push({ end: () => watching.close() });
    camera.answer(await camera.order('liveStart'), 1);
    let taken: ReceivedOrder | null = null;
    await until(async () => {
      await hub.newestPicture(here);
      taken ??= camera.next('photograph');
      return taken !== null;
    });
    say(camera, 3, JPEG);
    await until(async () => (await hub.newestPicture(here)) !== null);
    expect((await hub.newestPicture(here))?.data).toEqual(JPEG);
  });

  it('are not asked for while a stream may still come', async () => {
    const camera = await connected();
    const photographs = new Photographs(services.orders, { ...pace, patienceMs: 60_000 });
    const sent = camera.messages.length;
    expect(photographs.newest({ trackerId: vehicle.trackerId, channel: 1 })).toBeNull();
    camera.heartBeat();
    await until(() => camera.messages.length > sent);
    expect(camera.messages.slice(sent).map(({ id }) => id)).toEqual([0x8001]);
  });
});

describe('a camera that speaks RTSP', () => {
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

  it('[F-42] is watched like any other, and asked again when it goes away', async () => {
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

  it('that is not where it should be is offline; one without an address refuses; an upload is none', async () => {
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
