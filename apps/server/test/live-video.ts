import type { AddressInfo } from 'node:net';
import { createApp } from '../src/app.ts';
import { ACCESS_AUDIENCE, createTokens } from '../src/platform/auth/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import { createVideoHub } from '../src/video/index.ts';
import { TestCamera, TestCameras } from './cameras.ts';
import { makeCustomer, makeDepot, makeVehicle, type TestVehicle } from './fleet.ts';
import { makeUser } from './people.ts';
import { testServices } from './services.ts';
import { setState } from './tracked-fleet.ts';
import { TestWebSocket } from './web-socket.ts';

/** What the cameras of the first vehicle are registered with. */
export const CAMERA_NUMBER = '13912345678';
const SESSIONS = '/video-evidence/api/live_sessions/';

async function makeCameras(
  db: Database,
  of: TestVehicle,
  customerId: number,
  channels: readonly number[],
  mode: 'snapshot' | 'stream',
) {
  for (const channel of channels) {
    await db.pool.query(
      `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode)
       values ($1, $2, $3, $4, 'jt1078', $5)`,
      [customerId, of.trackerId, channel, `Camera ${channel}`, mode],
    );
  }
}

/** A vehicle with two cameras, one without, one of another customer, and people of several rights. */
async function makeFleet(db: Database) {
  const place = await makeCustomer(db, 'Albion');
  const away = await makeCustomer(db, 'Away');
  const north = await makeDepot(db, place.customerId, 'North');
  const vehicle = await makeVehicle(db, place, { number: CAMERA_NUMBER, protocol: 'jt808' });
  const bare = await makeVehicle(db, place);
  const foreign = await makeVehicle(db, away, { number: '13900000009', protocol: 'jt808' });
  await makeCameras(db, vehicle, place.customerId, [1, 2], 'stream');
  await makeCameras(db, foreign, away.customerId, [1], 'snapshot');
  await setState(db, place.customerId, vehicle, { ageS: 5, speedKmh: 50 });
  const person = (name: string, modules: string[], customerId = place.customerId) =>
    makeUser(db, customerId, `${name}@live.test`, {}, modules);
  const people = {
    ada: await person('ada', ['videos']),
    bob: await person('bob', ['videos']),
    north: await person('north', ['videos']),
    noVideo: await person('novideo', ['Track']),
    foreign: await person('foreign', ['videos'], away.customerId),
  };
  await db.pool.query('insert into user_depots values ($1, $2)', [people.north, north]);
  return { place, vehicle, bare, foreign, people };
}

/** The api role with its hub on real ports, cameras on real sockets, and ways to ask it. */
export async function liveVideo() {
  const services = await testServices();
  const cameras = new TestCameras();
  const hub = createVideoHub(
    { ...services, deviceCommands: cameras },
    { pace: { lingerMs: 500, tickMs: 50, silenceMs: 5000 } },
  );
  await hub.listen();
  const all = { ...services, deviceCommands: cameras, video: hub };
  const app = await createApp(all, { webRoot: null, version: '0' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const tokens = await createTokens(services.config, services.db);
  const token = (userId: number) => tokens.issue(userId, ACCESS_AUDIENCE);
  const fleet = await makeFleet(services.db);
  const device = cameras.add(
    fleet.vehicle.trackerId,
    new TestCamera({ sim: CAMERA_NUMBER, keyEvery: 5 }),
  );
  cameras.add(fleet.foreign.trackerId, new TestCamera({ sim: '13900000009' }));

  const ask = async (
    path: string,
    as: number | null,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${await token(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const { status, headers } = answer;
    return { status, headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : null };
  };
  return {
    ...fleet,
    services,
    cameras,
    hub,
    url,
    device,
    token,
    ask,
    begin: (as: number, body: Record<string, unknown> = {}) =>
      ask(SESSIONS, as, { method: 'POST', body: { vehicle: fleet.vehicle.vehicleId, ...body } }),
    end: (as: number, id: number) => ask(`${SESSIONS}${id}/`, as, { method: 'DELETE' }),
    /** A session as it was written, with its entry in the log of viewings. */
    row: async (id: number) => {
      const { rows } = await services.db.pool.query(
        `select s.*, v.user_name, v.kind, v.reason as why, v.cameras as seen
         from live_sessions s join video_views v on v.session_id = s.id where s.id = $1`,
        [id],
      );
      return rows[0];
    },
    openSocket: (id: number, headers: Record<string, string> = {}) =>
      TestWebSocket.open(`${url}${SESSIONS}${id}/socket/`, headers),
    close: async () => {
      await app.close();
      cameras.close();
      await hub.close();
      await services.close();
    },
  };
}
export type LiveVideo = Awaited<ReturnType<typeof liveVideo>>;
