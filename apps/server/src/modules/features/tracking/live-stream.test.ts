import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_VALUES } from '@roadworthy/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../../test/device.ts';
import { TestEventStream } from '../../../../test/event-stream.ts';
import { systemViewer, type Viewer } from '../../../platform/auth/index.ts';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import { LiveStream } from './live-stream.ts';
import { createUpdateWriter } from './update-json.ts';
import { VisibleVehiclesOf } from './visible-vehicles.ts';

const viewer: Viewer = { ...systemViewer(1, 'en'), userId: 1, role: 'USER', modules: ['Track'] };

const state = (vehicleId: number, speedKmh: number): VehicleStateChange => ({
  ...NO_VALUES,
  customerId: 1,
  vehicleId,
  deviceTimeMs: Date.now(),
  latitudeDeg: 52,
  longitudeDeg: -1,
  speedKmh,
  headingDeg: 0,
  ignition: true,
  batteryPercent: null,
});

let server: Server | null = null;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** A stream on a real socket. */
async function serve(vehicles: number, lifeMs: number) {
  const visible = new Map(Array.from({ length: vehicles }, (_, n) => [n + 1, `V${n + 1}`]));
  let ended = 0;
  const stream = new LiveStream(viewer, null, visible, {
    visible: async () => visible,
    write: createUpdateWriter(),
    ended: () => {
      ended += 1;
    },
  });
  let out: ServerResponse | null = null;
  server = createServer((_request, response) => {
    out = response;
    stream.open(response, Date.now() + lifeMs);
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { stream, url, unread: () => out?.writableLength ?? 0, endings: () => ended };
}

describe('one live stream', () => {
  /** Stops the stream's clock: timers wait until it is advanced. */
  const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  /** Lets the event loop and the socket make progress. */
  const turns = async (count: number) => {
    for (let n = 0; n < count; n += 1) await new Promise<void>((done) => setImmediate(done));
  };
  /** Waits by turns of the event loop, for use while the clock is stopped. */
  const arrived = async (reader: TestEventStream, count: number) => {
    for (let n = 0; n < 100_000 && reader.events.length < count; n += 1) await turns(1);
    expect(reader.events.length).toBe(count);
  };

  it('[M-03] sends a change at once when idle', async () => {
    const { stream, url } = await serve(50, 60_000);
    const reader = await TestEventStream.open(url);
    stopClock();
    for (let n = 1; n <= 15; n += 1) {
      stream.offer(state(n, n));
      await arrived(reader, n);
    }
    expect(reader.updates.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  });

  it('[M-03] sends simultaneous changes in one message', async () => {
    const { stream, url } = await serve(50, 60_000);
    const reader = await TestEventStream.open(url);
    stopClock();
    for (let n = 1; n <= 50; n += 1) stream.offer(state(n, n));
    await arrived(reader, 1);
    expect(reader.updates).toHaveLength(50);
  });

  it('[M-03] under lasting load collects the newest state of each vehicle for at most 1 s', async () => {
    const { stream, url } = await serve(10_000, 60_000);
    const reader = await TestEventStream.open(url);
    stopClock();
    for (let n = 1; n <= 100; n += 1) {
      stream.offer(state(1 + (n % 2), n));
      await turns(20);
    }
    const sent = reader.events.length;
    expect(sent).toBeLessThan(25);
    vi.advanceTimersByTime(1000);
    await arrived(reader, sent + 1);
    const last = JSON.parse(reader.events.at(-1)?.data ?? '[]');
    expect(last).toMatchObject([{ speed: 99 }, { speed: 100 }]);
  });

  it('[M-03] ends once, when the token expires', async () => {
    const { stream, url, endings } = await serve(1, 150);
    const reader = await TestEventStream.open(url);
    await until(() => reader.ended);
    stream.end();
    expect(endings()).toBe(1);
  });

  it('[M-03] sends changes that arrive while the visible vehicles are being read', async () => {
    const { stream, url } = await serve(1, 60_000);
    stream.offer(state(1, 33));
    const reader = await TestEventStream.open(url);
    await reader.received(1);
    expect(reader.updates[0]).toMatchObject({ registration: 'V1', speed: 33 });
  });

  it('[M-03] uses bounded memory for a stalled reader, who then gets the last states', async () => {
    const vehicles = 5000;
    const { stream, url, unread } = await serve(vehicles, 60_000);
    const reader = await TestEventStream.open(url);
    reader.answer.pause();
    let rounds = 0;
    let most = 0;
    const offerAll = () => {
      rounds += 1;
      for (let id = 1; id <= vehicles; id += 1) stream.offer(state(id, rounds));
    };
    // Until the connection is full, and then some more.
    await until(async () => {
      offerAll();
      await sleep(300);
      most = Math.max(most, unread());
      return unread() > 256 * 1024;
    });
    const full = unread();
    for (let n = 0; n < 8; n += 1) {
      offerAll();
      await sleep(300);
    }
    expect(unread()).toBeLessThanOrEqual(full);
    const oneMessage = vehicles * 600;
    expect(most).toBeLessThan(256 * 1024 + 2 * oneMessage);
    reader.answer.resume();
    const last = new Map<number, number>();
    await until(() => {
      for (const { id, speed } of reader.updates) last.set(id, speed);
      return last.size === vehicles && [...last.values()].every((speed) => speed === rounds);
    });
  });
});

describe('the visible vehicles, queried once per scope', () => {
  it('[U-P03] never shares results between different scopes', async () => {
    let asked = 0;
    const store = new VisibleVehiclesOf(async () => new Map([[++asked, 'V']]));
    const scopes: Partial<Viewer>[] = [
      {},
      { customerId: 2 },
      { isGlobalAdmin: true },
      { depotScope: [] },
      { depotScope: [1] },
      { depotScope: [1, 2] },
      { vehicleId: 7 },
    ];
    for (const scope of scopes) await store.get({ ...viewer, ...scope });
    expect(asked).toBe(scopes.length);
    await store.get({ ...viewer, userId: 99 });
    expect(asked).toBe(scopes.length);
  });

  it('[U-P03] queries again after a failure', async () => {
    let asked = 0;
    const store = new VisibleVehiclesOf(async () => {
      asked += 1;
      if (asked === 1) throw new Error('down');
      return new Map();
    });
    await expect(store.get(viewer)).rejects.toThrow('down');
    await store.get(viewer);
    expect(asked).toBe(2);
  });
});
