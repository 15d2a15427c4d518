import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { payloads } from './envelope.ts';
import { type Bus, createDatabaseBus, createLocalBus, type VehicleStateChange } from './index.ts';

let test: TestDatabase;
const open: Bus[] = [];
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  for (const bus of open) await bus.close();
  await test.drop();
});

async function processBus(): Promise<Bus> {
  const bus = await createDatabaseBus(test.url);
  open.push(bus);
  return bus;
}

const state = (vehicleId: number): VehicleStateChange => ({
  customerId: 1,
  vehicleId,
  deviceTimeMs: 1_700_000_000_000 + vehicleId,
  latitudeDeg: 51.5,
  longitudeDeg: -0.12,
  speedKmh: 48.2,
  headingDeg: 270,
  ignition: true,
  odometerM: 123_456.7,
  externalVoltageV: 12.6,
  batteryVoltageV: 4.1,
  batteryPercent: null,
  temperatureC: null,
  driverTag: 'Ünïcode',
});

function collect(bus: Bus) {
  const states: VehicleStateChange[] = [];
  bus.subscribe('positions.committed', (message) => states.push(...message.states));
  return states;
}

/** Positions are sent only once a subscriber is known, which takes a moment. */
async function untilHeard(sender: Bus, listener: Bus): Promise<void> {
  let published = 0;
  let heard = 0;
  const leave = listener.subscribe('positions.committed', () => {
    heard += 1;
  });
  await until(() => {
    if (heard === 0) {
      sender.publish('positions.committed', { states: [state(0)] });
      published += 1;
    }
    return heard > 0;
  }, 20_000);
  // Messages sent before a subscriber was known are lost; later ones arrive in sequence.
  await new Promise<void>((done) => {
    listener.subscribe('users.changed', ({ userId }) => userId === published && done());
    sender.publish('users.changed', { userId: published });
  });
  leave();
}

describe('within a process', () => {
  it('a subscriber is called at once, until it unsubscribes', () => {
    const bus = createLocalBus();
    const heard: number[] = [];
    const leave = bus.subscribe('users.changed', ({ userId }) => heard.push(userId ?? 0));
    bus.publish('users.changed', { userId: 1 });
    leave();
    bus.publish('users.changed', { userId: 2 });
    expect(heard).toEqual([1]);
  });
});

describe('between processes', () => {
  it('positions reach the others once, and the sender once', async () => {
    const gateway = await processBus();
    const api = await processBus();
    await untilHeard(gateway, api);
    const atGateway = collect(gateway);
    const atApi = collect(api);
    const sent = Array.from({ length: 1000 }, (_, n) => state(n));
    gateway.publish('positions.committed', { states: sent });
    expect(atGateway).toEqual(sent);
    await until(() => atApi.length >= sent.length);
    expect(atApi).toEqual(sent);
    expect(atGateway).toHaveLength(sent.length);
  });

  it('works in both directions, and keeps the sequence', async () => {
    const [one, two] = [await processBus(), await processBus()];
    const heard: (number | null)[] = [];
    one.subscribe('trackers.changed', ({ trackerId }) => heard.push(trackerId));
    for (let n = 0; n < 300; n += 1) two.publish('trackers.changed', { trackerId: n });
    await until(() => heard.length >= 300);
    expect(heard).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it('subscribes again after its connection was lost', async () => {
    const [one, two] = [await processBus(), await processBus()];
    const heard: unknown[] = [];
    one.subscribe('users.changed', (message) => heard.push(message));
    await test.db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'roadworthy-bus' and datname = current_database()",
    );
    await until(() => {
      two.publish('users.changed', { userId: 7 });
      return heard.length > 0;
    }, 10_000);
    expect(heard[0]).toEqual({ userId: 7 });
  });
});

describe('notifications', () => {
  it('each fits PostgreSQL’s limit, and together they carry the message', () => {
    const states = Array.from({ length: 500 }, (_, n) => state(n));
    const parts = payloads('me', 'positions.committed', { states });
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(8000);
    const read = parts.flatMap((part) => JSON.parse(part).message.states);
    expect(read).toEqual(states);
  });

  it('no states, no notification', () => {
    expect(payloads('me', 'positions.committed', { states: [] })).toEqual([]);
  });
});
