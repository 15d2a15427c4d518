import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedCamera } from '@roadworthy/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import type { CameraDevice } from '../../../test/camera-device.ts';
import { type CameraHub, withCameraHub } from '../../../test/camera-hub.ts';
import { StreamWriter } from '../../../test/camera-stream.ts';
import { until } from '../../../test/device.ts';
import type { TestVehicle } from '../../../test/fleet.ts';
import { FtpDevice } from '../../../test/ftp-device.ts';
import { makeMp4 } from '../../../test/mp4.ts';
import { parseMp4 } from '../../../test/mp4-parser.ts';
import type { TestServices } from '../../../test/services.ts';
import type { Gateway } from '../../gateway/index.ts';
import type { VideoSource } from '../../platform/video-sources.ts';
import type { RunningHub } from '../index.ts';
import { jt1078Source } from './jt1078.ts';

const MINUTE_MS = 60_000;
const FROM = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
const BEIJING_MS = 8 * 60 * MINUTE_MS;
const FRAME_MS = 100;

let services: TestServices;
let gateway: Gateway;
let hub: RunningHub;
let vehicle: TestVehicle;
let source: VideoSource;
let isWatched = false;
let cameras: CameraHub;

const open = withCameraHub((opened) => {
  cameras = opened;
  ({ services, gateway, hub, vehicle } = opened);
});
afterEach(() => {
  isWatched = false;
});

/** A separate source per test, because it remembers what a device could not do. */
function makeSource(leastMs = MINUTE_MS, comeMs = 60_000): void {
  const patience = { tickMs: 20, comeMs, returnMs: 60_000, wordMs: 300 };
  const uploads = { uploads: hub.uploads, isWatched: () => isWatched, patience, leastMs };
  source = jt1078Source({ deviceCommands: services.deviceCommands, hub, uploads, silenceMs: 1500 });
}

async function connected(): Promise<CameraDevice> {
  makeSource();
  return cameras.connect();
}

let paths = 0;
function fetchOf(durationMs = MINUTE_MS, signal = new AbortController().signal) {
  paths += 1;
  const path = join(services.config.dataDir, `fetched-${paths}.mp4`);
  const percents: number[] = [];
  const camera = { trackerId: vehicle.trackerId, channel: 1, address: null };
  const onProgress = (percent: number) => percents.push(percent);
  const toMs = FROM + durationMs;
  const outcome = source.fetch(camera, { fromMs: FROM, toMs, path, onProgress, signal });
  return { path, percents, outcome };
}

/** Packets of a recording, as stored on the device's card. */
function packets(fromMs: number, durationMs: number): Buffer {
  const writer = new StreamWriter({ sim: vehicle.number });
  const pictures = Array.from({ length: durationMs / FRAME_MS }, (_, n) =>
    writer.picture(fromMs + n * FRAME_MS + BEIJING_MS),
  );
  return Buffer.concat(pictures);
}

/** Reports the recordings and accepts the command to upload. */
async function ordered(camera: CameraDevice, sizeBytes = 400_000) {
  const listed = await camera.command('recordings');
  const whole = { channel: 1, fromMs: FROM, toMs: FROM + 10 * MINUTE_MS };
  const how = { alarmBits: '0'.repeat(16), media: 0, stream: 1, store: 1 };
  const items = [{ ...whole, ...how, sizeBytes: sizeBytes * 10 }];
  camera.say({ kind: 'recordings', serial: listed.serial, total: 1, items });
  const received = await camera.command('fileUpload');
  return { received, login: received.command };
}

const done = (camera: CameraDevice, serial: number, result = 0) =>
  camera.say({ kind: 'uploaded', serial, result });

describe('a long recording', () => {
  it('[F-P03] is uploaded as a file: requested with its login, remuxed, with its true time', async () => {
    const camera = await connected();
    const { path, percents, outcome } = fetchOf();
    const film = packets(FROM - 400, MINUTE_MS + 2000);
    const { received, login } = await ordered(camera, film.length);
    expect(login).toMatchObject({ channel: 1, fromMs: FROM, toMs: FROM + MINUTE_MS, networks: 7 });
    expect(login).toMatchObject({ host: '127.0.0.1', port: hub.uploads.port });
    camera.answer(received);
    const ftp = await FtpDevice.signedIn(login.port, login);
    await ftp.store('STOR a', film.subarray(0, film.length / 2));
    await until(() => (percents.at(-1) ?? 0) >= 45);
    await ftp.store('APPE a', film.subarray(film.length / 2));
    done(camera, received.serial);
    const fetched = await outcome;
    if (fetched.state !== 'done') throw new Error(fetched.reason);
    expect(fetched).toMatchObject({ startMs: FROM - 400, codec: 'avc1.4d4016', widthPx: 640 });
    expect(Math.abs(fetched.endMs - fetched.startMs - MINUTE_MS)).toBeLessThanOrEqual(FRAME_MS);
    expect(percents.at(-1)).toBe(100);
    const parsed = await parseMp4(readFileSync(path));
    expect(parsed).toMatchObject({ isFastStart: true, isFragmented: false });
    expect(parsed.samples).toHaveLength(600);
    const left = readdirSync(services.config.dataDir).filter((name) => name.includes('upload'));
    expect(left).toEqual([]);
  });

  it('as an MP4 of the device is used unchanged, also without a completion message', async () => {
    const camera = await connected();
    const { path, outcome } = fetchOf();
    const { received, login } = await ordered(camera);
    camera.answer(received);
    const film = makeMp4({ durationMs: MINUTE_MS });
    const ftp = await FtpDevice.signedIn(login.port, login);
    await ftp.store('STOR a.mp4', film);
    ftp.end();
    expect(await outcome).toMatchObject({ state: 'done', startMs: FROM, endMs: FROM + MINUTE_MS });
    expect(readFileSync(path).equals(film)).toBe(true);
  });

  it('is played back if the device cannot upload, and the upload is not requested again', async () => {
    const camera = await connected();
    for (const isFirst of [true, false]) {
      const { outcome } = fetchOf();
      if (isFirst) camera.answer((await ordered(camera)).received, 3);
      else camera.answer(await camera.command('recordings'), 3);
      camera.answer(await camera.command('playbackStart'), 1);
      camera.answer(await camera.command('playbackControl'));
      expect(await outcome).toEqual({ state: 'failed', reason: 'refused' });
    }
  });

  it('is played back if nothing arrives, or no video, or a part without a completion message', async () => {
    for (const brought of ['nothing', 'rubbish', 'failure', 'cut', 'a part']) {
      const camera = await connected();
      if (brought === 'nothing') makeSource(MINUTE_MS, 300);
      const { outcome, path } = fetchOf();
      const { received, login } = await ordered(camera);
      camera.answer(received);
      if (brought !== 'nothing') {
        const ftp = await FtpDevice.signedIn(login.port, login);
        const film = makeMp4({ durationMs: MINUTE_MS });
        await ftp.store(
          'STOR a',
          brought === 'cut' ? film.subarray(0, -9) : Buffer.from('no film'),
        );
        done(camera, received.serial, brought === 'failure' ? 1 : 0);
      }
      const { received: cancelled } =
        brought === 'nothing' || brought === 'failure'
          ? { received: await camera.command('uploadControl') }
          : { received: null };
      if (cancelled !== null) {
        expect(cancelled.command).toMatchObject({ serial: received.serial, command: 2 });
        camera.answer(cancelled);
      }
      camera.answer(await camera.command('playbackStart'), 1);
      camera.answer(await camera.command('playbackControl'));
      expect(await outcome, brought).toEqual({ state: 'failed', reason: 'refused' });
      expect(existsSync(path)).toBe(false);
      camera.end();
    }
  });

  it('pauses while the device is watched live, and resumes afterwards', async () => {
    const camera = await connected();
    const { outcome } = fetchOf();
    const { received, login } = await ordered(camera);
    camera.answer(received);
    isWatched = true;
    for (const command of [0, 1]) {
      const control = await camera.command('uploadControl');
      expect(control.command).toMatchObject({ serial: received.serial, command });
      isWatched = false;
      camera.answer(control);
    }
    const ftp = await FtpDevice.signedIn(login.port, login);
    await ftp.store('STOR a.mp4', makeMp4({ durationMs: MINUTE_MS }));
    done(camera, received.serial);
    expect((await outcome).state).toBe('done');
  });

  it('that is given up is cancelled at the device, and its login ends', async () => {
    const camera = await connected();
    const giveUp = new AbortController();
    const { outcome } = fetchOf(MINUTE_MS, giveUp.signal);
    const { received, login } = await ordered(camera);
    camera.answer(received);
    await FtpDevice.signedIn(login.port, login);
    giveUp.abort();
    const control = await camera.command('uploadControl');
    expect(control.command).toMatchObject({ serial: received.serial, command: 2 });
    camera.answer(control);
    expect(await outcome).toEqual({ state: 'failed', reason: 'interrupted' });
    await expect(FtpDevice.signedIn(login.port, login)).rejects.toThrow(/530/);
  });
});

describe('the simulated dash camera', () => {
  it('[F-P03] uploads a recording by FTP, and resumes after its network broke halfway', async () => {
    makeSource(5000);
    const camera = new SimulatedCamera({
      host: '127.0.0.1',
      port: gateway.addresses.jt808,
      number: vehicle.number,
      faults: { uploadBreaksAfterKb: 60 },
    });
    open.push({ end: () => camera.close() });
    await camera.connect();
    const { path, outcome } = fetchOf(6000);
    const fetched = await outcome;
    if (fetched.state !== 'done') throw new Error(fetched.reason);
    expect(fetched).toMatchObject({ startMs: FROM, widthPx: 1280 });
    expect(fetched.endMs - fetched.startMs).toBeGreaterThan(5500);
    const parsed = await parseMp4(readFileSync(path));
    expect(parsed.samples.length).toBeGreaterThanOrEqual(74);
    const counted = await services.metrics.registry.metrics();
    expect(counted).toMatch(/video_uploads_total\{end="broken"\} [1-9]/);
  });
});
