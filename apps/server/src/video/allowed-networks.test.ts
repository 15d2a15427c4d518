import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StreamWriter } from '../../test/camera-stream.ts';
import { TestCameras } from '../../test/cameras.ts';
import { TestDevice, until } from '../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../test/fleet.ts';
import { FtpDevice } from '../../test/ftp-device.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import type { OpenUpload } from './ftp/ftp-server.ts';
import { createVideoHub, type RunningHub } from './hub.ts';

const NUMBER = '13912345678';
const OUTSIDE = '127.0.6.1';
/** Within the networks of the installation, but not of the tracker. */
const INSTALLATION = '127.0.5.1';
const ALLOWED = '127.0.5.9';

let services: TestServices;
let hub: RunningHub;
let folder: string;
let trackerId: number;
let files = 0;
const uploads: OpenUpload[] = [];

beforeAll(async () => {
  services = await testServices({ DEVICE_NETWORKS: '127.0.5.0/24' });
  hub = createVideoHub({ ...services, deviceCommands: new TestCameras() });
  await hub.listen();
  folder = mkdtempSync(join(tmpdir(), 'roadworthy-networks-'));
  const place = await makeCustomer(services.db, 'Albion');
  ({ trackerId } = await makeVehicle(services.db, place, { number: NUMBER, protocol: 'jt808' }));
  await services.db.pool.query('update trackers set allowed_networks = $2 where id = $1', [
    trackerId,
    ['127.0.5.8/30'],
  ]);
});
afterEach(async () => {
  for (const upload of uploads.splice(0)) await upload.end();
});
afterAll(async () => {
  await hub.close();
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

async function counted(name: string, wanted: Record<string, string>): Promise<number> {
  const metric = await services.metrics.registry.getSingleMetric(`roadworthy_${name}`)?.get();
  const found = (metric?.values ?? []).filter(({ labels }) =>
    Object.entries(wanted).every(([label, value]) => labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
const refusedCameras = () => counted('video_refused_connections_total', { rule: 'network' });
const refusedUploads = () => counted('video_uploads_total', { end: 'network' });

/** A camera that plays two seconds from a loopback address. */
function play(from: string, sim = NUMBER): Socket {
  const writer = new StreamWriter({ sim });
  const socket = connect({ host: '127.0.0.1', port: hub.ports.playback, localAddress: from });
  socket.on('error', () => undefined);
  for (let n = 0; n < 20; n += 1) socket.write(writer.picture(n * 100));
  return socket;
}

/** Waits for a playback that a camera sends from `from`. */
async function recorded(from: string, sim = NUMBER) {
  files += 1;
  const before = await refusedCameras();
  const path = join(folder, `${files}.mp4`);
  const camera = { trackerId, channel: 1 };
  const stop = new AbortController();
  const file = hub.record(camera, {
    durationMs: 1000,
    silenceMs: 20_000,
    path,
    signal: stop.signal,
  });
  const socket = play(from, sim);
  await Promise.race([file, until(() => socket.destroyed)]);
  stop.abort();
  const { ended, durationMs } = await file;
  socket.destroy();
  return { ended, durationMs, refused: (await refusedCameras()) - before };
}

function expectedUpload(): OpenUpload {
  files += 1;
  const path = join(folder, `upload-${files}`);
  const upload = hub.uploads.expect(trackerId, { path, maxBytes: 1000 });
  uploads.push(upload);
  return upload;
}

describe('allowed networks of the video ports', () => {
  it('[O-21] refuse a playback from outside the installation and outside the tracker', async () => {
    expect(await recorded(OUTSIDE)).toMatchObject({ ended: 'aborted', durationMs: 0, refused: 1 });
    expect(await recorded(INSTALLATION)).toMatchObject({ ended: 'aborted', refused: 1 });
    expect(await recorded(ALLOWED)).toMatchObject({ ended: 'complete', refused: 0 });
  });

  it('[O-21] apply to a camera that sends a different number in its packets', async () => {
    const other = '13900000077';
    expect(await recorded(INSTALLATION, other)).toMatchObject({ ended: 'aborted', refused: 1 });
    expect(await recorded(ALLOWED, other)).toMatchObject({ ended: 'complete', refused: 0 });
  });

  it('[O-21] refuse an FTP upload, before and after its login', async () => {
    const upload = expectedUpload();
    const before = await refusedUploads();
    const outside = await TestDevice.connect(hub.uploads.port, OUTSIDE);
    await until(() => outside.closed);
    expect(outside.received()).toHaveLength(0);
    const stranger = await FtpDevice.connect(hub.uploads.port, INSTALLATION);
    await stranger.ask(`USER ${upload.order.user}`);
    expect(await stranger.ask(`PASS ${upload.order.password}`)).toBe(
      '530 Not logged in: network not allowed.',
    );
    await until(() => stranger.control.closed);
    expect((await refusedUploads()) - before).toBe(2);
    const own = await FtpDevice.connect(hub.uploads.port, ALLOWED);
    await own.ask(`USER ${upload.order.user}`);
    expect(await own.ask(`PASS ${upload.order.password}`)).toMatch(/^230/);
  });

  it('[O-21] refuse live video', async () => {
    const before = await refusedCameras();
    const states: string[] = [];
    let fragments = 0;
    const watching = hub.watch(
      { trackerId, channel: 1 },
      {
        init: () => undefined,
        fragment: () => {
          fragments += 1;
        },
        state: (state) => states.push(state),
        backlogBytes: () => 0,
      },
    );
    const live = (from: string) => {
      const writer = new StreamWriter({ sim: NUMBER });
      const socket = connect({ host: '127.0.0.1', port: hub.ports.live, localAddress: from });
      socket.on('error', () => undefined);
      for (let n = 0; n < 30; n += 1) socket.write(writer.picture(n * 100));
      return socket;
    };
    for (const [refused, from] of [OUTSIDE, INSTALLATION].entries()) {
      // Before the hub expects the camera, its connection is closed for a different reason.
      while ((await refusedCameras()) - before === refused) {
        const socket = live(from);
        await until(() => socket.destroyed);
      }
    }
    expect([(await refusedCameras()) - before, fragments]).toEqual([2, 0]);
    const own = live(ALLOWED);
    await until(() => fragments > 0);
    own.destroy();
    watching.close();
  });
});
