import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestCamera, TestCameras } from '../../../../test/cameras.ts';
import { until } from '../../../../test/device.ts';
import { makeCustomer, makeDepot, makeVehicle, type TestVehicle } from '../../../../test/fleet.ts';
import { parseMp4 } from '../../../../test/mp4-parser.ts';
import { makeUser } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { setState } from '../../../../test/tracked-fleet.ts';
import { TestWebSocket } from '../../../../test/web-socket.ts';
import { createApp } from '../../../app.ts';
import { ACCESS_AUDIENCE, createTokens, type Tokens } from '../../../platform/auth/index.ts';
import { createVideoHub, type RunningHub } from '../../../video/index.ts';

const NUMBER = '13912345678';
const BASE = '/video-evidence/api/live_sessions/';

let services: TestServices;
let hub: RunningHub;
let app: FastifyInstance;
let tokens: Tokens;
let url: string;
let device: TestCamera;
const cameras = new TestCameras();
let place: { customerId: number; depotId: number };
let vehicle: TestVehicle;
let bare: TestVehicle;
let foreign: TestVehicle;
let people: Record<'ada' | 'bob' | 'north' | 'noVideo' | 'foreign', number>;
const sockets: TestWebSocket[] = [];

async function makeCameras(of: TestVehicle, customerId: number, channels: number[], mode: string) {
  for (const channel of channels) {
    await services.db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode)
       values ($1, $2, $3, $4, 'jt1078', $5)`,
      [customerId, of.trackerId, channel, `Camera ${channel}`, mode],
    );
  }
}

beforeAll(async () => {
  services = await testServices();
  const { db } = services;
  hub = createVideoHub(
    { ...services, orders: cameras },
    { pace: { lingerMs: 500, tickMs: 50, silenceMs: 5000 } },
  );
  await hub.listen();
  app = await createApp(
    { ...services, orders: cameras, video: hub },
    { webRoot: null, version: '0' },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  tokens = await createTokens(services.config, db);
  place = await makeCustomer(db, 'Albion');
  const away = await makeCustomer(db, 'Away');
  const north = await makeDepot(db, place.customerId, 'North');
  vehicle = await makeVehicle(db, place, { number: NUMBER, protocol: 'jt808' });
  bare = await makeVehicle(db, place);
  foreign = await makeVehicle(db, away, { number: '13900000009', protocol: 'jt808' });
  await makeCameras(vehicle, place.customerId, [1, 2], 'stream');
  await makeCameras(foreign, away.customerId, [1], 'snapshot');
  await setState(db, place.customerId, vehicle, { ageS: 5, speedKmh: 50 });
  const person = (name: string, modules: string[], customerId = place.customerId) =>
    makeUser(db, customerId, `${name}@live.test`, {}, modules);
  people = {
    ada: await person('ada', ['videos']),
    bob: await person('bob', ['videos']),
    north: await person('north', ['videos']),
    noVideo: await person('novideo', ['Track']),
    foreign: await person('foreign', ['videos'], away.customerId),
  };
  await db.pool.query('insert into user_depots values ($1, $2)', [people.north, north]);
  device = cameras.add(vehicle.trackerId, new TestCamera({ sim: NUMBER, keyEvery: 5 }));
  cameras.add(foreign.trackerId, new TestCamera({ sim: '13900000009' }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  device.isOnline = true;
});
afterAll(async () => {
  await app.close();
  cameras.close();
  await hub.close();
  await services.close();
});

async function ask(
  path: string,
  as: number | null,
  options: { method?: string; body?: unknown } = {},
) {
  const token = as === null ? null : await tokens.issue(as, ACCESS_AUDIENCE);
  const answer = await fetch(`${url}${path}`, {
    method: options.method ?? 'GET',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? JSON.parse(bytes.toString()) : null;
  return { status: answer.status, headers: answer.headers, body, bytes };
}

const begin = (as: number, body: Record<string, unknown> = {}) =>
  ask(BASE, as, { method: 'POST', body: { vehicle: vehicle.vehicleId, ...body } });
const end = (as: number, id: number) => ask(`${BASE}${id}/`, as, { method: 'DELETE' });

async function row(id: number) {
  const { rows } = await services.db.pool.query(
    `select s.*, v.user_name, v.kind, v.reason as why, v.cameras as seen
     from live_sessions s join video_views v on v.session_id = s.id where s.id = $1`,
    [id],
  );
  return rows[0];
}

async function openSocket(id: number, headers: Record<string, string> = {}) {
  const socket = await TestWebSocket.open(`${url}${BASE}${id}/socket/`, headers);
  sockets.push(socket);
  return socket;
}

describe('sessions', () => {
  it('[RP-13] [F-39] [F-P03] begins one of so many seconds, and writes who watches what and why', async () => {
    const before = Date.now();
    const { status, body } = await begin(people.ada, { duration: 15, reason: 'Complaint 4711' });
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
    expect(await row(body.id)).toMatchObject({
      duration_s: 15,
      user_id: people.ada,
      user_name: 'Ada Hill',
      kind: 'live',
      why: 'Complaint 4711',
      seen: [1, 2],
      ended_at: null,
    });
    expect((await end(people.ada, body.id)).status).toBe(204);
    await until(async () => (await row(body.id)).ended_at !== null);
    expect(await row(body.id)).toMatchObject({ end_reason: 'stopped' });
  });

  it('[F-39] takes 0 to 30 seconds, and none for until stopped, at most as long as the customer lets', async () => {
    for (const duration of [-1, 31, 1.5, 'x']) {
      expect((await begin(people.ada, { duration })).status).toBe(400);
    }
    const { body } = await begin(people.ada);
    // A token without a sign-on session is good for a quarter of an hour, and so is its session.
    expect(Date.parse(body.ends_at) - Date.now()).toBeGreaterThan(800_000);
    expect(await row(body.id)).toMatchObject({ duration_s: 0 });
    await services.db.pool.query(
      'insert into video_settings (customer_id, quota_bytes, live_limit_s) values ($1, 1000000, 60)',
      [place.customerId],
    );
    const limited = await begin(people.ada);
    expect(Date.parse(limited.body.ends_at) - Date.now()).toBeLessThanOrEqual(60_000);
    await services.db.pool.query('delete from video_settings');
    await end(people.ada, body.id);
    await end(people.ada, limited.body.id);
  });

  it('ends by its time', async () => {
    const { body } = await begin(people.ada, { duration: 0 });
    await until(async () => (await row(body.id)).end_reason === 'time');
    expect((await ask(`/api/live_source/${body.id}/1.mp4`, people.ada)).status).toBe(404);
  });

  it('[RP-13] is refused with a clear answer', async () => {
    const tell = async (as: number, of: TestVehicle) => {
      const { status, body } = await begin(as, { vehicle: of.vehicleId, duration: 15 });
      return [status, body.detail];
    };
    expect(await tell(people.ada, bare)).toEqual([409, 'This vehicle has no camera.']);
    expect(await tell(people.ada, foreign)).toEqual([404, 'Not found']);
    expect(await tell(people.north, vehicle)).toEqual([404, 'Not found']);
    expect((await begin(people.noVideo)).status).toBe(403);
    device.isOnline = false;
    expect(await tell(people.ada, vehicle)).toEqual([409, 'The device is not connected.']);
  });

  it('[RP-14] ends only the own ones', async () => {
    const { body } = await begin(people.ada, { duration: 15 });
    expect((await end(people.bob, body.id)).status).toBe(404);
    expect((await end(people.foreign, body.id)).status).toBe(404);
    expect(await row(body.id)).toMatchObject({ ended_at: null });
    expect((await end(people.ada, body.id)).status).toBe(204);
    expect((await end(people.ada, body.id)).status).toBe(204);
  });

  it('a person has only so many at once', async () => {
    const begun: number[] = [];
    for (;;) {
      const { status, body } = await begin(people.bob, { duration: 30 });
      if (status !== 201) {
        expect(status).toBe(429);
        break;
      }
      begun.push(body.id);
    }
    expect(begun).toHaveLength(20);
    for (const id of begun) await end(people.bob, id);
  });
});

describe('polling', () => {
  const snapshots = () => `/api/live_vehicle_snapshots/${vehicle.vehicleId}/`;
  const chunks = () =>
    `/api/latest_vehicle_video/${vehicle.vehicleId}/?Storage=All&SubSamplingInterval=1`;

  it('[R-103] [F-12] gives the newest picture of each camera, at the same address until there is a newer', async () => {
    const { body: session } = await begin(people.ada, { duration: 30 });
    await until(async () => {
      const { body } = await ask(snapshots(), people.ada);
      return body.length === 2 && body.every((item: object) => 'URL' in item);
    });
    const { body } = await ask(snapshots(), people.ada);
    const [item] = body;
    expect(item).toMatchObject({
      Latitude: 52.2574,
      Longitude: -1.1636,
      Heading: 90,
      Camera: 1,
      Moving: true,
    });
    expect(item.URL).toMatch(new RegExp(`^/api/live_source/${session.id}/1/`));
    const picture = await ask(item.URL, null);
    // The key frame may have been followed by a newer one meanwhile.
    expect([200, 404]).toContain(picture.status);
    if (picture.status === 200) {
      expect(picture.headers.get('content-type')).toMatch(/^(image\/jpeg|video\/mp4)$/);
      expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
      expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    }
    await end(people.ada, session.id);
    expect((await ask(item.URL, null)).status).toBe(404);
  });

  it('[F-23] a camera that gave no picture yet is an empty item', async () => {
    device.answer = 'refused';
    await until(() => hub.stats({ trackerId: vehicle.trackerId, channel: 1 }) === null);
    const { body: session } = await begin(people.ada, { duration: 30 });
    expect((await ask(snapshots(), people.ada)).body).toEqual([{}, {}]);
    expect((await ask(chunks(), people.ada)).body).toEqual([]);
    device.answer = 'done';
    await end(people.ada, session.id);
  });

  it('[R-101] [F-16] [F-27] gives finished pieces, oldest first, where the vehicle was at their end', async () => {
    const quick = cameras.add(
      vehicle.trackerId,
      new TestCamera({ sim: NUMBER, keyEvery: 5, everyMs: 20, clockRate: 20 }),
    );
    await until(() => hub.stats({ trackerId: vehicle.trackerId, channel: 1 }) === null);
    const { body: session } = await begin(people.ada);
    services.bus.publish('positions.committed', {
      states: [
        {
          customerId: place.customerId,
          vehicleId: vehicle.vehicleId,
          deviceTimeMs: Date.now(),
          latitudeDeg: 51.5,
          longitudeDeg: -0.12,
          speedKmh: 0,
          headingDeg: 180,
          ignition: true,
          odometerM: null,
          externalVoltageV: null,
          batteryVoltageV: null,
          batteryPercent: null,
          temperatureC: null,
          driverTag: null,
        },
      ],
    });
    await until(async () => (await ask(chunks(), people.ada)).body.length >= 4);
    const { body } = await ask(chunks(), people.ada);
    const times = body.map((item: { EndDateTime: string }) => Date.parse(item.EndDateTime));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(body.at(-1)).toMatchObject({ Latitude: 51.5, Longitude: -0.12, Heading: 180 });
    // It jumped by far more than 20 m, so it moves, though it says it stands (F-P05).
    expect(body.at(-1).Moving).toBe(true);
    const newest = body.at(-1).URL;
    const piece = await ask(newest, null);
    expect(piece.status).toBe(200);
    const { samples } = await parseMp4(piece.bytes);
    expect(samples[0]).toMatchObject({ is_sync: true, dts: 0 });
    expect((await ask(newest.replace(/signature=.{4}/, 'signature=AAAA'), null)).status).toBe(404);
    expect((await ask(newest.replace(/\?.*/, ''), people.foreign)).status).toBe(404);
    expect((await ask(newest.replace(/\?.*/, ''), people.ada)).status).toBe(200);
    await end(people.ada, session.id);
    quick.close();
    cameras.add(vehicle.trackerId, device);
  });

  it('[R-103] polling alone begins a session too, which is logged', async () => {
    const { status } = await ask(snapshots(), people.bob);
    expect(status).toBe(200);
    await ask(snapshots(), people.bob);
    const { rows } = await services.db.pool.query(
      'select id from live_sessions where user_id = $1 and ended_at is null',
      [people.bob],
    );
    expect(rows).toHaveLength(1);
    await end(people.bob, Number(rows[0].id));
  });

  it('[R-101] [R-103] is refused like a session', async () => {
    for (const call of ['latest_vehicle_video', 'live_vehicle_snapshots']) {
      const of = (id: number) => `/api/${call}/${id}/`;
      expect((await ask(of(foreign.vehicleId), people.ada)).status).toBe(404);
      expect((await ask(of(bare.vehicleId), people.ada)).body).toMatchObject({
        detail: 'This vehicle has no camera.',
      });
      expect((await ask(of(vehicle.vehicleId), people.noVideo)).status).toBe(403);
    }
  });
});

it('[R-102] [F-42] a camera is one MP4 that goes on until the session ends', async () => {
  const { body: session } = await begin(people.ada, { duration: 30 });
  const token = await tokens.issue(people.ada, ACCESS_AUDIENCE);
  const parts: Buffer[] = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${token}` };
  get(`${url}${session.cameras[1].source}`, { headers }, (answer) => {
    expect(answer.headers['content-type']).toBe('video/mp4');
    answer.on('data', (part) => parts.push(part));
    answer.on('end', () => {
      isOver = true;
    });
  });
  await until(() => Buffer.concat(parts).length > 8000);
  await end(people.ada, session.id);
  await until(() => isOver);
  const parsed = await parseMp4(Buffer.concat(parts));
  expect(parsed).toMatchObject({ isFragmented: true, codec: 'avc1.4d4016' });
  expect(parsed.samples.length).toBeGreaterThan(8);
  expect((await ask(session.cameras[1].source, people.bob)).status).toBe(404);
});

describe('the socket', () => {
  const watch = async (as: number, cameras: number[], extra: object = {}) => {
    const { body } = await begin(as, { duration: 30 });
    const socket = await openSocket(body.id);
    socket.send({ type: 'open', ticket: body.ticket, cameras, sound: null, ...extra });
    return { id: body.id as number, ticket: body.ticket as string, socket };
  };

  it('gives inits and pictures of the chosen cameras, their states, the place and how it goes', async () => {
    const { id, socket } = await watch(people.ada, [1, 2]);
    const of = (kind: number, camera: number) =>
      socket.binaries.filter((one) => one[0] === kind && one[1] === camera);
    await until(() => of(2, 1).length > 5 && of(2, 2).length > 5);
    const [init] = of(1, 1);
    const length = init?.[24] ?? 0;
    expect(init?.subarray(25, 25 + length).toString()).toBe('avc1.4d4016');
    const stream = [init?.subarray(25 + length), ...of(2, 1).map((one) => one.subarray(24))];
    const parsed = await parseMp4(Buffer.concat(stream.filter((one) => one !== undefined)));
    expect(parsed.samples.length).toBeGreaterThan(5);
    const [first, second] = of(2, 1);
    expect([first?.readUInt16BE(2), second?.readUInt16BE(2)]).toEqual([1, 0]);
    expect(second?.readUInt32BE(4)).toBe((first?.readUInt32BE(4) ?? 0) + 1);
    expect(Math.abs((first?.readDoubleBE(8) ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(first?.readDoubleBE(16)).toBeGreaterThanOrEqual((first?.readDoubleBE(8) ?? 0) - 1);
    await until(() => socket.last('stats') !== undefined);
    expect(
      socket.texts.find(({ type, camera }) => type === 'camera' && camera === 2),
    ).toBeDefined();
    expect(socket.last('camera')).toMatchObject({ state: 'live', codec: 'avc1.4d4016' });
    expect(socket.last('position')).toMatchObject({
      latitude: expect.any(Number),
      moving: expect.any(Boolean),
      heading: expect.any(Number),
    });
    expect(socket.last('stats')).toMatchObject({ bit_rate_kbps: expect.any(Number), lost: 0 });
    await end(people.ada, id);
    await until(() => socket.closeCode !== null);
    expect(socket.last('end')).toEqual({ type: 'end', reason: 'stopped' });
    expect(socket.closeCode).toBe(1000);
  });

  it('changes its choice; a camera that is looked at alone comes in its large stream', async () => {
    const { id, socket } = await watch(people.ada, [1, 2]);
    await until(() => socket.binaries.some((one) => one[0] === 2 && one[1] === 2));
    const orders = device.orders.length;
    socket.send({ type: 'choose', cameras: [1], main: 1, sound: 1 });
    await until(() =>
      device.orders
        .slice(orders)
        .some((one) => one.kind === 'live-control' && one.stream === 'main' && one.channel === 1),
    );
    const before = socket.binaries.length;
    await until(() => socket.binaries.length > before + 10);
    expect(socket.binaries.slice(before + 5).every((one) => one[1] === 1)).toBe(true);
    await end(people.ada, id);
  });

  it('opens by its own ticket, once', async () => {
    const { id, ticket, socket } = await watch(people.ada, [1]);
    await until(() => socket.binaries.length > 0);
    const again = await openSocket(id);
    again.send({ type: 'open', ticket, cameras: [1] });
    await until(() => again.closeCode === 1008);
    expect(again.binaries).toHaveLength(0);
    const { body: other } = await begin(people.bob, { duration: 30 });
    const wrong = await openSocket(id);
    wrong.send({ type: 'open', ticket: other.ticket, cameras: [1] });
    await until(() => wrong.closeCode === 1008);
    expect(socket.closeCode).toBeNull();
    await end(people.ada, id);
    await end(people.bob, other.id);
  });

  it('takes nothing that is against the rules', async () => {
    const messages = [
      'no JSON',
      { type: 'choose', cameras: [1] },
      { type: 'open', ticket: 'x'.repeat(43), cameras: [1] },
      { type: 'open', ticket: 'x', cameras: Array.from({ length: 40 }, () => 1) },
      'x'.repeat(5000),
    ];
    const { body } = await begin(people.ada, { duration: 30 });
    for (const message of messages) {
      const socket = await openSocket(body.id);
      socket.send(message);
      await until(() => socket.closeCode !== null);
      expect([1008, 1009]).toContain(socket.closeCode);
    }
    const talker = await openSocket(body.id);
    talker.send({ type: 'open', ticket: body.ticket, cameras: [1] });
    for (let n = 0; n < 60; n += 1) talker.send({ type: 'choose', cameras: [1] });
    await until(() => talker.closeCode === 1008);
    await end(people.ada, body.id);
    const late = await openSocket(body.id);
    await until(() => late.closeCode === 1008);
  });

  it('[B-P03] is not opened by a foreign page', async () => {
    const { body } = await begin(people.ada, { duration: 30 });
    await expect(openSocket(body.id, { origin: 'https://evil.example' })).rejects.toThrow('403');
    const ours = await openSocket(body.id, { origin: 'http://localhost:8080' });
    expect(ours.closeCode).toBeNull();
    await end(people.ada, body.id);
  });

  it('ends when the person may no longer watch', async () => {
    const { id, socket } = await watch(people.bob, [1]);
    await until(() => socket.binaries.length > 0);
    await services.db.pool.query('delete from user_modules where user_id = $1', [people.bob]);
    services.bus.publish('users.changed', { userId: people.bob });
    await until(() => socket.last('end') !== undefined);
    expect(socket.last('end')).toEqual({ type: 'end', reason: 'session' });
    expect(await row(id)).toMatchObject({ end_reason: 'session' });
  });

  it('a camera that loses its link is told, and comes back', async () => {
    const { id, socket } = await watch(people.ada, [1]);
    await until(() => socket.last('camera')?.state === 'live');
    device.drop(1);
    await until(() =>
      socket.texts.some(({ type, state }) => type === 'camera' && state === 'lost'),
    );
    await until(() => socket.last('camera')?.state === 'live');
    await end(people.ada, id);
  });

  it('a browser that does not read costs no memory and goes on with a key frame', async () => {
    const heavy = cameras.add(
      vehicle.trackerId,
      new TestCamera({ sim: NUMBER, keyEvery: 4, everyMs: 10, pictureBytes: 60_000 }),
    );
    await until(() => hub.stats({ trackerId: vehicle.trackerId, channel: 1 }) === null);
    const { id, socket } = await watch(people.ada, [1]);
    await until(() => socket.binaries.length > 5);
    socket.socket.pause();
    const drops = async () => {
      const metric = services.metrics.registry.getSingleMetric(
        'roadworthy_video_viewer_drops_total',
      );
      return (await metric?.get())?.values[0]?.value ?? 0;
    };
    await until(async () => (await drops()) > 0, 30_000);
    socket.socket.resume();
    /** Pictures that do not follow the one before. */
    const jumps = () => {
      const pictures = socket.binaries.filter((one) => one[0] === 2);
      const numbers = pictures.map((one) => one.readUInt32BE(4));
      return pictures.filter((_, at) => at > 0 && numbers[at] !== (numbers[at - 1] ?? 0) + 1);
    };
    await until(() => jumps().length > 0, 30_000);
    for (const picture of jumps()) expect(picture.readUInt16BE(2)).toBe(1);
    await end(people.ada, id);
    heavy.close();
    cameras.add(vehicle.trackerId, device);
  }, 90_000);
});
