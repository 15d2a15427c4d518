import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@roadworthy/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { Browser, signIn } from '../../../../test/browser.ts';
import { until } from '../../../../test/device.ts';
import { TestEventStream } from '../../../../test/event-stream.ts';
import { PASSWORD } from '../../../../test/people.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import { MAX_STREAMS_PER_USER } from './live-streams.ts';

let api: TestApi;
let fleet: TrackedFleet;
const open: TestEventStream[] = [];

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await until(async () => !(await liveStreams()));
});
afterAll(() => api.close());

/** Whether the server counts any open stream. */
async function liveStreams(): Promise<boolean> {
  const text = await api.services.metrics.registry.metrics();
  return !/^roadworthy_live_streams 0$/m.test(text);
}

async function listen(as: number): Promise<TestEventStream> {
  const headers = { authorization: `Bearer ${await api.token(as)}` };
  const stream = await TestEventStream.open(`${api.url}/api/track/live/`, headers);
  open.push(stream);
  return stream;
}

const cookieOf = (token: string) => ({
  cookie: `refresh-token=${token}; access-token=${token}`,
  origin: api.services.config.publicUrl,
});

/** A person with a separate browser session and a stream. */
async function signedIn(userId: number) {
  const { rows } = await api.services.db.pool.query('select email from users where id = $1', [
    userId,
  ]);
  const browser = await Browser.on(api.app, api.services.config.publicUrl);
  await signIn(browser, rows[0].email, PASSWORD);
  const headers = { authorization: `Bearer ${browser.cookie('access-token')}` };
  const stream = await TestEventStream.open(`${api.url}/api/track/live/`, headers);
  expect(stream.answer.statusCode).toBe(200);
  open.push(stream);
  return { browser, stream };
}

function change(vehicleId: number, changed: Partial<VehicleStateChange> = {}): VehicleStateChange {
  return {
    customerId: fleet.home.customerId,
    vehicleId,
    deviceTimeMs: Date.now(),
    latitudeDeg: 52.2574,
    longitudeDeg: -1.1636,
    speedKmh: 40,
    headingDeg: 180,
    ignition: true,
    odometerM: 1000,
    externalVoltageV: 12.6,
    batteryVoltageV: null,
    batteryPercent: null,
    temperatureC: null,
    driverTag: null,
    ...changed,
  };
}

const commit = (...states: VehicleStateChange[]) =>
  api.services.bus.publish('positions.committed', { states });

describe('the live stream', () => {
  it('[M-03] sends changes in the format of the list, with headers that keep proxies out', async () => {
    const stream = await listen(fleet.people.manager);
    expect(stream.answer.statusCode).toBe(200);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    commit(change(fleet.vehicles.n1.vehicleId));
    await stream.received(1);
    expect(stream.events[0]?.name).toBe('positions');
    const [update] = stream.updates;
    contract.tracking.trackVehicle.answer
      .omit({ driver: true, groups: true, type: true })
      .strict()
      .parse(update);
    expect(update).toMatchObject({
      id: fleet.vehicles.n1.vehicleId,
      registration: 'N1 AAA',
      lat: 52.2574,
      dir: 180,
      speed: 40,
      state: 'moving',
    });
    expect(update.display_units[1].text).toBe('Daventry');
  });

  it('[M-03] sends the newest state of each vehicle, never an older one after it', async () => {
    const stream = await listen(fleet.people.manager);
    const { n1, n2 } = fleet.vehicles;
    for (let speedKmh = 1; speedKmh <= 50; speedKmh += 1) {
      commit(change(n1.vehicleId, { speedKmh }), change(n2.vehicleId, { speedKmh }));
    }
    const speeds = (id: number) =>
      stream.updates.filter((update) => update.id === id).map(({ speed }) => speed);
    await until(() => [n1, n2].every(({ vehicleId }) => speeds(vehicleId).at(-1) === 50));
    for (const { vehicleId } of [n1, n2]) {
      expect(speeds(vehicleId)).toEqual([...speeds(vehicleId)].sort((a, b) => a - b));
    }
  });

  it('[U-P03] sends each person only visible vehicles', async () => {
    const { people, vehicles } = fleet;
    const names = ['manager', 'north', 'driver', 'limited', 'global', 'foreign'] as const;
    const streams = await Promise.all(names.map((name) => listen(people[name])));
    commit(...Object.values(vehicles).map(({ vehicleId }) => change(vehicleId)));
    await until(() => (streams[4]?.updates.length ?? 0) === 7);
    await sleep(100);
    const seen = Object.fromEntries(
      names.map((name, n) => [name, streams[n]?.updates.map((u) => u.registration).sort()]),
    );
    expect(seen).toEqual({
      manager: ['N1 AAA', 'N2 BBB', 'S1 CCC', 'S2 50%', 'X1 EEE', 'Z1 FFF'],
      north: ['N1 AAA', 'N2 BBB', 'X1 EEE'],
      driver: ['S1 CCC'],
      limited: [],
      global: ['F1 GGG', 'N1 AAA', 'N2 BBB', 'S1 CCC', 'S2 50%', 'X1 EEE', 'Z1 FFF'],
      foreign: ['F1 GGG'],
    });
  });

  it('[U-P03] drops a vehicle that left the visible depots', async () => {
    const { pool } = api.services.db;
    const { n2 } = fleet.vehicles;
    const stream = await listen(fleet.people.north);
    const move = (to: number) =>
      pool.query('update vehicle_depots set depot_id = $2 where vehicle_id = $1', [
        n2.vehicleId,
        to,
      ]);
    await move(fleet.south);
    await until(async () => {
      const before = stream.events.length;
      commit(change(n2.vehicleId));
      await sleep(1200);
      return stream.events.length === before;
    });
    await move(fleet.north);
  });

  it('[M-03] ends when the permissions of the person change, for no one else', async () => {
    const mine = await listen(fleet.people.manager);
    const other = await listen(fleet.people.north);
    api.services.bus.publish('users.changed', { userId: fleet.people.manager });
    await until(() => mine.ended);
    commit(change(fleet.vehicles.n1.vehicleId));
    await other.received(1);
    expect([mine.events.length, other.ended]).toEqual([0, false]);
    api.services.bus.publish('users.changed', { userId: null });
    await until(() => other.ended);
  });

  it('[M-03] [B-24] survives invalid cookies of visitors and the sign-out of others', async () => {
    const { readonly, manager, admin } = fleet.people;
    const viewers = [
      ...Array.from({ length: 20 }, () => readonly),
      ...Array.from({ length: 18 }, () => manager),
      ...Array.from({ length: 12 }, () => admin),
    ];
    const streams = await Promise.all(viewers.map(listen));
    const garbage = (method: string, path: string, n: number) =>
      api.ask(path, { method, headers: cookieOf(`garbage-${n}`) });
    // As many as one address may send in a minute, and some that are refused.
    const refreshed = await Promise.all(
      Array.from({ length: 130 }, (_, n) => garbage('POST', '/auth/session/refresh/', n)),
    );
    expect(refreshed.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(refreshed.filter(({ status }) => status === 429)).toHaveLength(10);
    for (let n = 0; n < 60; n += 1) await garbage('DELETE', '/auth/session/', n);
    const [leaving, staying] = [await signedIn(manager), await signedIn(manager)];
    expect(await leaving.browser.send('DELETE', '/auth/session/')).toMatchObject({ status: 204 });
    await until(() => leaving.stream.ended);
    commit(change(fleet.vehicles.n1.vehicleId));
    await Promise.all([...streams, staying.stream].map((stream) => stream.received(1)));
    expect(streams.filter(({ ended }) => ended)).toHaveLength(0);
  });

  it('[M-03] limits the number of streams per person', async () => {
    const { readonly, manager } = fleet.people;
    await Promise.all(Array.from({ length: MAX_STREAMS_PER_USER }, () => listen(readonly)));
    expect((await listen(readonly)).answer.statusCode).toBe(429);
    expect((await listen(manager)).answer.statusCode).toBe(200);
    open[0]?.close();
    await until(async () => {
      const again = await listen(readonly);
      return again.answer.statusCode === 200;
    });
  });
});
