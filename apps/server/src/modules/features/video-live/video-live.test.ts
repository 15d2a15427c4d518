import { get } from 'node:http';
import { NO_VALUES } from '@roadworthy/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCamera } from '../../../../test/cameras.ts';
import { until } from '../../../../test/device.ts';
import type { TestVehicle } from '../../../../test/fleet.ts';
import { CAMERA_NUMBER, type LiveVideo, liveVideo } from '../../../../test/live-video.ts';
import { parseMp4 } from '../../../../test/mp4-parser.ts';

let live: LiveVideo;
beforeAll(async () => {
  live = await liveVideo();
});
afterAll(() => live.close());
afterEach(() => {
  vi.restoreAllMocks();
  live.device.isOnline = true;
});

describe('sessions', () => {
  it('[RP-13] [F-39] starts one of the requested duration, and logs who watches what and why', async () => {
    const before = Date.now();
    const { status, body } = await live.begin(live.people.ada, {
      duration: 15,
      reason: 'Complaint 4711',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      live_mode: 'stream',
      stream: true,
      cameras: [
        { camera: 1, name: 'Camera 1', source: `/api/live_source/${body.id}/1.mp4` },
        { camera: 2, name: 'Camera 2', source: `/api/live_source/${body.id}/2.mp4` },
      ],
    });
    const lengthMs = Date.parse(body.ends_at) - before;
    expect(lengthMs).toBeGreaterThanOrEqual(14_900);
    expect(lengthMs).toBeLessThan(60_000);
    expect(await live.row(body.id)).toMatchObject({
      duration_s: 15,
      user_id: live.people.ada,
      user_name: 'Ada Hill',
      kind: 'live',
      why: 'Complaint 4711',
      seen: [1, 2],
      ended_at: null,
    });
    expect((await live.end(live.people.ada, body.id)).status).toBe(204);
    await until(async () => (await live.row(body.id)).ended_at !== null);
    expect(await live.row(body.id)).toMatchObject({ end_reason: 'stopped' });
  });

  it('[F-39] accepts 0 to 30 s, or none for no limit, up to the limit of the customer', async () => {
    for (const duration of [-1, 31, 1.5, 'x']) {
      expect((await live.begin(live.people.ada, { duration })).status).toBe(400);
    }
    const { body } = await live.begin(live.people.ada);
    // A token without a sign-in session is valid for 15 minutes, and so is its live session.
    expect(Date.parse(body.ends_at) - Date.now()).toBeGreaterThan(800_000);
    expect(await live.row(body.id)).toMatchObject({ duration_s: 0 });
    await live.services.db.pool.query(
      'insert into video_settings (customer_id, quota_bytes, live_limit_s) values ($1, 1000000, 60)',
      [live.place.customerId],
    );
    const limited = await live.begin(live.people.ada);
    expect(Date.parse(limited.body.ends_at) - Date.now()).toBeLessThanOrEqual(60_000);
    await live.services.db.pool.query('delete from video_settings');
    await live.end(live.people.ada, body.id);
    await live.end(live.people.ada, limited.body.id);
  });

  it('expires', async () => {
    const { body } = await live.begin(live.people.ada, { duration: 0 });
    await until(async () => (await live.row(body.id)).end_reason === 'time');
    expect((await live.ask(`/api/live_source/${body.id}/1.mp4`, live.people.ada)).status).toBe(404);
  });

  it('[RP-13] is refused with a clear answer', async () => {
    const tell = async (as: number, of: TestVehicle) => {
      const { status, body } = await live.begin(as, { vehicle: of.vehicleId, duration: 15 });
      return [status, body.detail];
    };
    expect(await tell(live.people.ada, live.bare)).toEqual([409, 'This vehicle has no camera.']);
    expect(await tell(live.people.ada, live.foreign)).toEqual([404, 'Not found']);
    expect(await tell(live.people.north, live.vehicle)).toEqual([404, 'Not found']);
    expect((await live.begin(live.people.noVideo)).status).toBe(403);
    live.device.isOnline = false;
    expect(await tell(live.people.ada, live.vehicle)).toEqual([
      409,
      'The device is not connected.',
    ]);
  });

  it('[RP-14] ends only sessions of the caller', async () => {
    const { body } = await live.begin(live.people.ada, { duration: 15 });
    expect((await live.end(live.people.bob, body.id)).status).toBe(404);
    expect((await live.end(live.people.foreign, body.id)).status).toBe(404);
    expect(await live.row(body.id)).toMatchObject({ ended_at: null });
    expect((await live.end(live.people.ada, body.id)).status).toBe(204);
    expect((await live.end(live.people.ada, body.id)).status).toBe(204);
  });

  it('limits the sessions per person', async () => {
    const begun: number[] = [];
    for (;;) {
      const { status, body } = await live.begin(live.people.bob, { duration: 30 });
      if (status !== 201) {
        expect(status).toBe(429);
        break;
      }
      begun.push(body.id);
    }
    expect(begun).toHaveLength(20);
    for (const id of begun) await live.end(live.people.bob, id);
  });
});

describe('polling', () => {
  const snapshots = () => `/api/live_vehicle_snapshots/${live.vehicle.vehicleId}/`;
  const chunks = () =>
    `/api/latest_vehicle_video/${live.vehicle.vehicleId}/?Storage=All&SubSamplingInterval=1`;

  /** The stills of both cameras, once each has one. */
  const stills = async (as = live.people.ada) => {
    let items: { URL: string }[] = [];
    await until(async () => {
      items = (await live.ask(snapshots(), as)).body;
      return items.length === 2 && items.every((item) => 'URL' in item);
    });
    return items;
  };
  /** A still of the first camera, once the newest one differs from this. */
  const stillAfter = async (earlier: string) => {
    let newer = earlier;
    await until(async () => {
      newer = (await stills())[0]?.URL ?? earlier;
      return newer !== earlier;
    });
    return newer;
  };
  /** No camera sends any more: streams of earlier sessions linger for a moment. */
  const camerasStopped = () =>
    until(() =>
      [1, 2].every(
        (channel) => live.hub.stats({ trackerId: live.vehicle.trackerId, channel }) === null,
      ),
    );
  const realNow = Date.now;
  const later = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);

  it('[R-103] returns the newest still of each camera, with the vehicle position', async () => {
    const { body: session } = await live.begin(live.people.ada, { duration: 30 });
    const [item, second] = await stills();
    expect(item).toMatchObject({
      Latitude: 52.2574,
      Longitude: -1.1636,
      Heading: 90,
      Camera: 1,
      Moving: true,
    });
    expect(item?.URL).toMatch(new RegExp(`^/api/live_source/${session.id}/1/`));
    expect(second?.URL).toMatch(new RegExp(`^/api/live_source/${session.id}/2/`));
    const response = await live.ask(item?.URL ?? '', null);
    expect(response.status).toBe(200);
    expect(response.bytes.length).toBeGreaterThan(0);
    expect(response.headers.get('content-type')).toMatch(/^(image\/jpeg|video\/mp4)$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    await live.end(live.people.ada, session.id);
  });

  it('[R-103] a still stays readable until its address expires, despite newer ones', async () => {
    const { body: session } = await live.begin(live.people.ada);
    const [first] = await stills();
    const address = first?.URL ?? '';
    const { bytes } = await live.ask(address, null);
    await stillAfter(await stillAfter(address));
    later(60_000);
    const read = await live.ask(address, null);
    expect(read.status).toBe(200);
    expect(read.bytes.equals(bytes)).toBe(true);
    later(91_000);
    expect((await live.ask(address, null)).status).toBe(404);
    vi.restoreAllMocks();
    await live.end(live.people.ada, session.id);
  });

  it('[R-103] a still outlives an expired session, not a stopped one', async () => {
    const { body: session } = await live.begin(live.people.ada, { duration: 15 });
    const address = (await stills())[0]?.URL ?? '';
    later(30_000);
    await until(async () => (await live.row(session.id)).end_reason === 'time');
    expect((await live.ask(address, null)).status).toBe(200);
    vi.restoreAllMocks();
    const { body: stopped } = await live.begin(live.people.ada);
    const second = (await stills())[0]?.URL ?? '';
    expect((await live.ask(second, null)).status).toBe(200);
    await live.end(live.people.ada, stopped.id);
    expect((await live.ask(second, null)).status).toBe(404);
  });

  it('[F-23] a camera without a frame yet is an empty item', async () => {
    live.device.answer = 'refused';
    await camerasStopped();
    const { body: session } = await live.begin(live.people.ada, { duration: 30 });
    expect((await live.ask(snapshots(), live.people.ada)).body).toEqual([{}, {}]);
    expect((await live.ask(chunks(), live.people.ada)).body).toEqual([]);
    live.device.answer = 'done';
    await live.end(live.people.ada, session.id);
  });

  it('[R-101] [F-27] returns finished segments, oldest first, with the position at their end', async () => {
    const quick = live.cameras.add(
      live.vehicle.trackerId,
      new TestCamera({ sim: CAMERA_NUMBER, keyEvery: 5, everyMs: 20, clockRate: 20 }),
    );
    await camerasStopped();
    const { body: session } = await live.begin(live.people.ada);
    live.services.bus.publish('positions.committed', {
      states: [
        {
          ...NO_VALUES,
          customerId: live.place.customerId,
          vehicleId: live.vehicle.vehicleId,
          deviceTimeMs: Date.now(),
          latitudeDeg: 51.5,
          longitudeDeg: -0.12,
          speedKmh: 0,
          headingDeg: 180,
          ignition: true,
          batteryPercent: null,
        },
      ],
    });
    await until(async () => (await live.ask(chunks(), live.people.ada)).body.length >= 4);
    const { body } = await live.ask(chunks(), live.people.ada);
    const times = body.map((item: { EndDateTime: string }) => Date.parse(item.EndDateTime));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(body.at(-1)).toMatchObject({ Latitude: 51.5, Longitude: -0.12, Heading: 180 });
    // It jumped by far more than 20 m, so it moves, although it reports no speed (F-P05).
    expect(body.at(-1).Moving).toBe(true);
    const newest = body.at(-1).URL;
    const piece = await live.ask(newest, null);
    expect(piece.status).toBe(200);
    const { samples } = await parseMp4(piece.bytes);
    expect(samples[0]).toMatchObject({ is_sync: true, dts: 0 });
    expect((await live.ask(newest.replace(/signature=.{4}/, 'signature=AAAA'), null)).status).toBe(
      404,
    );
    expect((await live.ask(newest.replace(/\?.*/, ''), live.people.foreign)).status).toBe(404);
    expect((await live.ask(newest.replace(/\?.*/, ''), live.people.ada)).status).toBe(200);
    await live.end(live.people.ada, session.id);
    quick.close();
    live.cameras.add(live.vehicle.trackerId, live.device);
  });

  it('[R-103] polling alone also starts a session, which is logged', async () => {
    const { status } = await live.ask(snapshots(), live.people.bob);
    expect(status).toBe(200);
    await live.ask(snapshots(), live.people.bob);
    const { rows } = await live.services.db.pool.query(
      'select id from live_sessions where user_id = $1 and ended_at is null',
      [live.people.bob],
    );
    expect(rows).toHaveLength(1);
    await live.end(live.people.bob, Number(rows[0].id));
  });

  it('[R-101] [R-103] is refused under the same conditions as a session', async () => {
    for (const call of ['latest_vehicle_video', 'live_vehicle_snapshots']) {
      const of = (id: number) => `/api/${call}/${id}/`;
      expect((await live.ask(of(live.foreign.vehicleId), live.people.ada)).status).toBe(404);
      expect((await live.ask(of(live.bare.vehicleId), live.people.ada)).body).toMatchObject({
        detail: 'This vehicle has no camera.',
      });
      expect((await live.ask(of(live.vehicle.vehicleId), live.people.noVideo)).status).toBe(403);
    }
  });
});

it('[R-102] [F-42] a camera is one MP4 that continues until the session ends', async () => {
  const { body: session } = await live.begin(live.people.ada, { duration: 30 });
  const token = await live.token(live.people.ada);
  const parts: Buffer[] = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${token}` };
  get(`${live.url}${session.cameras[1].source}`, { headers }, (answer) => {
    expect(answer.headers['content-type']).toBe('video/mp4');
    answer.on('data', (part) => parts.push(part));
    answer.on('end', () => {
      isOver = true;
    });
  });
  await until(() => Buffer.concat(parts).length > 8000);
  await live.end(live.people.ada, session.id);
  await until(() => isOver);
  const parsed = await parseMp4(Buffer.concat(parts));
  expect(parsed).toMatchObject({ isFragmented: true, codec: 'avc1.4d4016' });
  expect(parsed.samples.length).toBeGreaterThan(8);
  expect((await live.ask(session.cameras[1].source, live.people.bob)).status).toBe(404);
});
