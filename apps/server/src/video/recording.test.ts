import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StreamKind, StreamWriter } from '../../test/camera-stream.ts';
import { TestCameras } from '../../test/cameras.ts';
import { makeCustomer, makeVehicle } from '../../test/fleet.ts';
import { parseMp4 } from '../../test/mp4-parser.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import { HttpError } from '../platform/errors.ts';
import type { RecordSession } from '../platform/video-hub.ts';
import { createVideoHub, type RunningHub } from './hub.ts';

const NUMBER = '13912345678';
const START_MS = Date.UTC(2026, 5, 1, 12);

let services: TestServices;
let hub: RunningHub;
let folder: string;
let trackerId: number;
let files = 0;

beforeAll(async () => {
  services = await testServices();
  hub = createVideoHub({ ...services, deviceCommands: new TestCameras() });
  await hub.listen();
  folder = mkdtempSync(join(tmpdir(), 'roadworthy-recording-'));
  const place = await makeCustomer(services.db, 'Albion');
  ({ trackerId } = await makeVehicle(services.db, place, { number: NUMBER, protocol: 'jt808' }));
});
afterAll(async () => {
  await hub.close();
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

function record(session: Partial<RecordSession> = {}) {
  files += 1;
  const path = join(folder, `${files}.mp4`);
  const camera = { trackerId, channel: 1 };
  return hub.record(camera, { durationMs: 10_000, silenceMs: 1500, path, ...session });
}

/** A playback: frames for a number of seconds, ten per second, sent as fast as possible. */
function play(pictures: number, kind: StreamKind = 'h264', keepOpen = false): Socket {
  const writer = new StreamWriter({ sim: NUMBER, kind });
  const socket = connect(hub.ports.playback, '127.0.0.1');
  socket.on('error', () => undefined);
  for (let n = 0; n < pictures; n += 1) socket.write(writer.picture(START_MS + n * 100));
  if (!keepOpen) socket.end();
  return socket;
}

describe('recording a playback', () => {
  it('creates a plain MP4 with its header first', async () => {
    const told: number[] = [];
    const recorded = record({ onProgress: (ms) => told.push(ms) });
    play(300, 'h264', true);
    const file = await recorded;
    expect(file).toMatchObject({
      codec: 'avc1.4d4016',
      widthPx: 640,
      heightPx: 360,
      durationMs: 10_000,
      startDeviceTimeMs: START_MS,
      ended: 'complete',
    });
    const bytes = readFileSync(file.path ?? '');
    expect(bytes).toHaveLength(file.sizeBytes);
    const parsed = await parseMp4(bytes);
    expect(parsed).toMatchObject({ isFastStart: true, isFragmented: false });
    expect(parsed.samples).toHaveLength(100);
    expect(parsed.samples.at(-1)?.dts).toBe(9900);
    expect(readdirSync(folder)).not.toContain('1.mp4.pictures');
  });

  it.each([
    ['the device ends it', 'closed', false],
    ['nothing more comes', 'silence', true],
  ] as const)('where %s, what came is kept', async (_what, ended, keepOpen) => {
    const recorded = record();
    const socket = play(35, 'h265', keepOpen);
    const file = await recorded;
    expect(file).toMatchObject({ ended, codec: 'hvc1.1.6.L120.90' });
    expect((await parseMp4(readFileSync(file.path ?? ''))).samples).toHaveLength(35);
    socket.destroy();
  });

  it('without a camera there is no file', async () => {
    const file = await record({ silenceMs: 300 });
    expect(file).toMatchObject({ path: null, ended: 'silence', sizeBytes: 0 });
  });

  it('can be stopped', async () => {
    const stop = new AbortController();
    const recorded = record({ signal: stop.signal, silenceMs: 20_000 });
    stop.abort();
    expect(await recorded).toMatchObject({ path: null, ended: 'aborted' });
  });

  it('[F-P03] ends without a file when the disk is nearly full', async () => {
    const stop = new AbortController();
    const recorded = record({
      signal: stop.signal,
      silenceMs: 20_000,
      onProgress: () => stop.abort(new HttpError(507, 'file.store_full')),
    });
    const socket = play(20, 'h264', true);
    await expect(recorded).rejects.toThrow('file.store_full');
    expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.`))).toEqual([]);
    socket.destroy();
  });

  it('ends where the video format changes', async () => {
    const recorded = record();
    const socket = play(20, 'h264', true);
    const writer = new StreamWriter({ sim: NUMBER, kind: 'h264Wide' });
    writer.lose(20);
    for (let n = 0; n < 3; n += 1) socket.write(writer.picture(START_MS + 2000 + n * 100));
    const file = await recorded;
    expect(file).toMatchObject({ ended: 'changed', widthPx: 640 });
    socket.destroy();
  });

  it('a camera is recorded once at a time, and no file is overwritten', async () => {
    const recorded = record();
    await expect(record()).rejects.toThrow('already');
    play(20);
    const { path } = await recorded;
    const size = statSync(path ?? '').size;
    const again = record({ path: path ?? '' });
    play(10);
    await expect(again).rejects.toThrow();
    expect(existsSync(path ?? '') && statSync(path ?? '').size === size).toBe(true);
  });
});
