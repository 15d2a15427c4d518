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

describe('refused connections of cameras are listed with their tracker', () => {
  /** A tracker with an own number, which may connect from ALLOWED. */
  async function otherTracker(number: string) {
    const place = await makeCustomer(services.db, number);
    const other = await makeVehicle(services.db, place, { number, protocol: 'jt808' });
    await services.db.pool.query('update trackers set allowed_networks = $2 where id = $1', [
      other.trackerId,
      ['127.0.5.8/30'],
    ]);
    return other;
  }

  const listed = async (id: number) => {
    const { rows } = await services.db.pool.query(
      `select protocol, host(address) as address, ended_by, attempts from tracker_connections
       where tracker_id = $1 order by connected_at, id`,
      [id],
    );
    return rows;
  };

  const events = async (vehicleId: number) => {
    const { rows } = await services.db.pool.query(
      'select event_code, to_tell from fleet_events where vehicle_id = $1',
      [vehicleId],
    );
    return rows;
  };

  const network = { ended_by: 'network', attempts: 1 };

  it('[O-21] of video and uploads, from outside the networks of the tracker', async () => {
    const { trackerId: id, vehicleId } = await otherTracker('13912345601');
    const stop = new AbortController();
    const file = hub.record(
      { trackerId: id, channel: 1 },
      { durationMs: 1000, silenceMs: 20_000, path: join(folder, 'other.mp4'), signal: stop.signal },
    );
    for (const at of [1, 2]) {
      const before = await refusedCameras();
      while ((await refusedCameras()) === before) {
        const socket = play(INSTALLATION, '13912345601');
        await until(() => socket.destroyed);
      }
      await until(async () => (await listed(id))[0]?.attempts === at);
    }
    const upload = hub.uploads.expect(id, { path: join(folder, 'upload-other'), maxBytes: 1000 });
    uploads.push(upload);
    const stranger = await FtpDevice.connect(hub.uploads.port, INSTALLATION);
    await stranger.ask(`USER ${upload.order.user}`);
    await stranger.ask(`PASS ${upload.order.password}`);
    await until(async () => (await listed(id)).length === 2);
    expect(await listed(id)).toEqual([
      { ...network, protocol: 'jt1078', address: INSTALLATION, attempts: 2 },
      { ...network, protocol: 'ftp', address: INSTALLATION },
    ]);
    expect(await events(vehicleId)).toEqual([{ event_code: 106, to_tell: true }]);
    // An address that was refused is not the last address of the device.
    const { rows } = await services.db.pool.query(
      'select last_address from trackers where id = $1',
      [id],
    );
    expect(rows).toEqual([{ last_address: null }]);
    stop.abort();
    expect(await file).toMatchObject({ ended: 'aborted', durationMs: 0 });
  });

  it('[O-21] of video, from outside the networks of the installation', async () => {
    const { trackerId: id } = await otherTracker('13912345602');
    const before = await refusedCameras();
    // It is not expected: its number is enough. A number that no device has is listed nowhere.
    for (const sim of ['13912345602', '13900000088']) {
      const socket = play(OUTSIDE, sim);
      await until(() => socket.destroyed);
    }
    await until(async () => (await listed(id)).length > 0);
    expect(await listed(id)).toEqual([{ ...network, protocol: 'jt1078', address: OUTSIDE }]);
    expect((await refusedCameras()) - before).toBe(2);
  });

  it('[O-21] from outside the installation keep a limited number of connections open', async () => {
    const open = () => {
      const socket = connect({
        host: '127.0.0.1',
        port: hub.ports.playback,
        localAddress: OUTSIDE,
      });
      return socket.on('error', () => undefined).resume();
    };
    const before = await refusedCameras();
    const sockets = Array.from({ length: 20 }, open);
    await until(async () => (await refusedCameras()) - before >= 20);
    const last = open();
    await until(() => last.closed);
    expect(sockets.some(({ closed }) => closed)).toBe(false);
    for (const socket of sockets) socket.destroy();
  });

  it('[O-21] of the server to an RTSP camera, without an event of the vehicle', async () => {
    const { trackerId: id, vehicleId } = await otherTracker('13912345603');
    await services.db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, address)
       select customer_id, id, 1, 'Yard', 'rtsp', 'rtsp://127.0.0.1:9/live' from trackers where id = $1`,
      [id],
    );
    const states: string[] = [];
    const watching = hub.watch(
      { trackerId: id, channel: 1 },
      {
        init: () => undefined,
        fragment: () => undefined,
        state: (state) => states.push(state),
        backlogBytes: () => 0,
      },
    );
    await until(() => states.includes('refused'));
    watching.close();
    await until(async () => (await listed(id)).length > 0);
    expect(await listed(id)).toMatchObject([
      { protocol: 'rtsp', address: '127.0.0.1', ended_by: 'network' },
    ]);
    expect(await events(vehicleId)).toEqual([]);
  });
});
