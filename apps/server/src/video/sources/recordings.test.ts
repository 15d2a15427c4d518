import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { SimulatedCamera } from '@roadworthy/simulator';
import { describe, expect, it } from 'vitest';
import type { CameraDevice, ReceivedCommand } from '../../../test/camera-device.ts';
import { type CameraHub, withCameraHub } from '../../../test/camera-hub.ts';
import { StreamWriter } from '../../../test/camera-stream.ts';
import { until } from '../../../test/device.ts';
import type { TestVehicle } from '../../../test/fleet.ts';
import { parseMp4 } from '../../../test/mp4-parser.ts';
import type { TestServices } from '../../../test/services.ts';
import type { Gateway } from '../../gateway/index.ts';
import type { FetchOutcome, VideoSource } from '../../platform/video-sources.ts';
import type { RunningHub } from '../index.ts';
import { jt1078Source } from './jt1078.ts';
import { Photographs } from './photographs.ts';
import { rtspSource } from './rtsp/source.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const FROM = NOW - 30 * MINUTE_MS;
const BEIJING_MS = 8 * 60 * MINUTE_MS;
/** Between two frames. */
const FRAME_MS = 100;

let services: TestServices;
let gateway: Gateway;
let hub: RunningHub;
let vehicle: TestVehicle;
let source: VideoSource;
let connected: CameraHub['connect'];

const open = withCameraHub((opened) => {
  ({ services, gateway, hub, vehicle, connect: connected } = opened);
  source = jt1078Source({ deviceCommands: services.deviceCommands, hub, silenceMs: 1500 });
});

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
function fetchOf(
  channel = 1,
  toMs = FROM + 10 * SECOND_MS,
  signal = new AbortController().signal,
  from = source,
) {
  paths += 1;
  const path = join(services.config.dataDir, `fetched-${paths}.mp4`);
  const percents: number[] = [];
  const camera = { trackerId: vehicle.trackerId, channel, address: null };
  const onProgress = (percent: number) => percents.push(percent);
  const outcome = from.fetch(camera, { fromMs: FROM, toMs, path, onProgress, signal });
  return { path, percents, outcome };
}

/** Answers the request for recordings with these; nothing is requested if there are none. */
async function list(camera: CameraDevice, items: ReturnType<typeof recording>[]): Promise<void> {
  const { serial } = await camera.command('recordings');
  camera.say({ kind: 'recordings', serial, total: items.length, items });
}

const all = [recording(FROM - 5 * MINUTE_MS, FROM + 5 * MINUTE_MS)];

/** The camera's media connection: plays a recording as quickly as it can. */
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
  const received: ReceivedCommand = await camera.command('playbackControl');
  expect(received.command).toMatchObject({ command: 2 });
  camera.answer(received);
}

const reasonOf = (outcome: FetchOutcome) => (outcome.state === 'failed' ? outcome.reason : 'done');

describe('a recording', () => {
  it('[F-P03] is requested, recorded, ended, and is an MP4 that plays at once', async () => {
    const camera = await connected();
    const { path, percents, outcome } = fetchOf();
    await list(camera, all);
    const received = await camera.command('playbackStart');
    expect(received.command).toMatchObject({
      channel: 1,
      fromMs: FROM,
      toMs: FROM + 10 * SECOND_MS,
      tcpPort: hub.ports.playback,
      mode: 0,
    });
    camera.answer(received);
    // It starts slightly early, at its key frame, and continues past the end.
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

  it('that exists only in part yields that part; if the camera only counts, the start is as requested', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, [recording(FROM + 4 * SECOND_MS, FROM + MINUTE_MS)]);
    const received = await camera.command('playbackStart');
    expect(received.command.fromMs).toBe(FROM + 4 * SECOND_MS);
    camera.answer(received);
    play(7, 7 * SECOND_MS, 0);
    await ended(camera);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(done.startMs).toBe(FROM + 4 * SECOND_MS);
  });

  it('of a device that keeps no list, and that plays without a reply', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    camera.answer(await camera.command('recordings'), 3);
    const { serial } = await camera.command('playbackStart');
    play(FROM, 11 * SECOND_MS);
    camera.say({ kind: 'recordings', serial, total: 0, items: [] });
    await ended(camera);
    expect((await outcome).state).toBe('done');
  });

  it('outside of the recorded periods does not exist, and nothing is played', async () => {
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

  it('of a device that refuses, does not connect, or sends nothing', async () => {
    const camera = await connected();
    const refused = fetchOf();
    await list(camera, all);
    camera.answer(await camera.command('playbackStart'), 1);
    await ended(camera);
    expect(reasonOf(await refused.outcome)).toBe('refused');
    const absent = fetchOf();
    await list(camera, all);
    camera.answer(await camera.command('playbackStart'));
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

  it('whose device disconnects halfway is interrupted', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, all);
    camera.answer(await camera.command('playbackStart'));
    const socket = play(FROM, 4 * SECOND_MS);
    await until(() => socket.writableLength === 0);
    camera.end();
    socket.end();
    expect(reasonOf(await outcome)).toBe('interrupted');
  });

  it('that is shorter than announced is accepted while the device is online', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    await list(camera, all);
    camera.answer(await camera.command('playbackStart'));
    play(FROM, 4 * SECOND_MS).end();
    await ended(camera);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(Math.abs(done.endMs - done.startMs - 4 * SECOND_MS)).toBeLessThanOrEqual(FRAME_MS);
  });

  it('can be cancelled', async () => {
    const camera = await connected();
    const giveUp = new AbortController();
    const { outcome } = fetchOf(1, FROM + 60 * SECOND_MS, giveUp.signal);
    await list(camera, all);
    camera.answer(await camera.command('playbackStart'));
    play(FROM, 3 * SECOND_MS);
    giveUp.abort();
    await ended(camera);
    expect(reasonOf(await outcome)).toBe('interrupted');
  });

  it('two per device at a time; a third, or the same camera again, is busy', async () => {
    const camera = await connected();
    const both = [fetchOf(1), fetchOf(2)];
    expect(reasonOf(await fetchOf(3).outcome)).toBe('busy');
    expect(reasonOf(await fetchOf(1).outcome)).toBe('busy');
    for (let n = 0; n < 2; n += 1) await list(camera, []);
    for (const { outcome } of both) expect(reasonOf(await outcome)).toBe('no-recording');
  });
});

describe('the list of recordings', () => {
  it('[F-P04] joins consecutive files to one period', async () => {
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

  it('is not supported by every device; a camera that is pulled has no storage', async () => {
    const camera = await connected();
    const device = { trackerId: vehicle.trackerId, channel: 1, address: 'rtsp://camera' };
    const answer = source.recordings(device, FROM, NOW);
    camera.answer(await camera.command('recordings'), 3);
    expect(await answer).toEqual({ state: 'failed', reason: 'unsupported' });
    expect(await rtspSource.recordings(device, FROM, NOW)).toEqual({
      state: 'done',
      stretches: [],
    });
  });
});

describe('the simulated dash camera', () => {
  it('[F-P03] plays a period of the previous hour, lists its recordings, and takes a photograph', async () => {
    const camera = new SimulatedCamera({
      host: '127.0.0.1',
      port: gateway.addresses.jt808,
      number: vehicle.number,
    });
    open.push({ end: () => camera.close() });
    await camera.connect();
    const device = { trackerId: vehicle.trackerId, channel: 0, address: null };
    const found = await source.recordings(device, FROM, FROM + 3 * SECOND_MS);
    if (found.state !== 'done') throw new Error(found.reason);
    expect(found.stretches.map(({ channel }) => channel)).toEqual([1, 2, 3, 4]);
    // It creates its frames on request, as quickly as the machine allows.
    const patient = jt1078Source({
      deviceCommands: services.deviceCommands,
      hub,
      silenceMs: 30 * SECOND_MS,
    });
    const { path, outcome } = fetchOf(2, FROM + 3 * SECOND_MS, undefined, patient);
    const done = await outcome;
    if (done.state !== 'done') throw new Error(done.reason);
    expect(Math.abs(done.startMs - FROM)).toBeLessThan(2 * SECOND_MS);
    expect(done.endMs - done.startMs).toBeGreaterThan(2 * SECOND_MS);
    const parsed = await parseMp4(readFileSync(path));
    expect(parsed.isFastStart).toBe(true);
    expect(parsed.samples[0]?.is_sync).toBe(true);
    const photograph = await new Photographs(services.deviceCommands).take({
      ...device,
      channel: 1,
    });
    expect(photograph?.data.subarray(0, 2).toString('hex')).toBe('ffd8');
  });
});
