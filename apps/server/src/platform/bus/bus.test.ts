import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { busConfig, NATS_SERVER, type NatsCluster, startNats } from '../../../test/nats.ts';
import { createLog } from '../log/index.ts';
import { payloads } from './envelope.ts';
import {
  type Bus,
  createDatabaseBus,
  createLocalBus,
  createNatsBus,
  type VehicleStateChange,
} from './index.ts';

let test: TestDatabase;
let nats: NatsCluster | null = null;
const open: Bus[] = [];
beforeAll(async () => {
  test = await testDatabase();
  if (NATS_SERVER !== null) nats = await startNats();
});
afterAll(async () => {
  for (const bus of open) await bus.close();
  await nats?.close();
  await test.drop();
});

const log = createLog('silent');

async function natsBus(): Promise<Bus> {
  const bus = await createNatsBus(busConfig(nats?.url ?? ''), log);
  open.push(bus);
  return bus;
}

async function databaseBus(): Promise<Bus> {
  const bus = await createDatabaseBus(test.url);
  open.push(bus);
  return bus;
}

const BUSES = [
  { name: 'PostgreSQL', processBus: databaseBus, isMissing: false },
  { name: 'NATS', processBus: natsBus, isMissing: NATS_SERVER === null },
];

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

let markers = 0;

/** Waits until messages arrive: a subscription takes a moment to reach the servers. */
async function reaches(sender: Bus, listener: Bus): Promise<void> {
  markers += 1;
  const marker = markers;
  let arrived = false;
  const leave = listener.subscribe('users.changed', ({ userId }) => {
    arrived ||= userId === marker;
  });
  await until(() => {
    if (!arrived) sender.publish('users.changed', { userId: marker });
    return arrived;
  });
  leave();
}

/** Positions are sent only once a subscriber is known, which takes a moment. */
async function untilHeard(sender: Bus, listener: Bus): Promise<void> {
  let heard = 0;
  const leave = listener.subscribe('positions.committed', () => {
    heard += 1;
  });
  await until(() => {
    if (heard === 0) sender.publish('positions.committed', { states: [state(0)] });
    return heard > 0;
  });
  // Messages sent before a subscriber was known are lost; later ones arrive in sequence.
  await reaches(sender, listener);
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

describe.each(BUSES)('between processes over $name', ({ processBus, isMissing }) => {
  it.skipIf(isMissing)('positions reach the others once, and the sender once', async () => {
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

  it.skipIf(isMissing)('works in both directions, and keeps the sequence', async () => {
    const [one, two] = [await processBus(), await processBus()];
    const heard: (number | null)[] = [];
    one.subscribe('trackers.changed', ({ trackerId }) => heard.push(trackerId));
    // A server handles the messages of a connection in sequence: this one follows the subscription.
    await reaches(two, one);
    for (let n = 0; n < 300; n += 1) two.publish('trackers.changed', { trackerId: n });
    await until(() => heard.length >= 300);
    expect(heard).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it.skipIf(isMissing)('records and derived events stay in their process', async () => {
    const [one, two] = [await processBus(), await processBus()];
    const heard: string[] = [];
    two.subscribe('records.committed', () => heard.push('records'));
    two.subscribe('events.derived', () => heard.push('events'));
    two.subscribe('geofences.changed', () => heard.push('geofences'));
    await reaches(one, two);
    one.publish('records.committed', { records: [] });
    one.publish('events.derived', { events: [] });
    await until(() => {
      one.publish('geofences.changed', { customerId: 1 });
      return heard.length > 0;
    });
    expect(new Set(heard)).toEqual(new Set(['geofences']));
  });
});

describe('without a connection to PostgreSQL', () => {
  it('subscribes again after its connection was lost', async () => {
    const [one, two] = [await databaseBus(), await databaseBus()];
    const heard: unknown[] = [];
    one.subscribe('users.changed', (message) => heard.push(message));
    await test.db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'roadworthy-bus' and datname = current_database()",
    );
    await until(() => {
      two.publish('users.changed', { userId: 7 });
      return heard.length > 0;
    });
    expect(heard[0]).toEqual({ userId: 7 });
  });
});

describe.skipIf(NATS_SERVER === null)('without a NATS server', () => {
  it('messages wait for it, positions do not, and caches are read again', async () => {
    const [one, two] = [await natsBus(), await natsBus()];
    const ended: string[] = [];
    const states = collect(two);
    let invalidated = 0;
    two.subscribe('sessions.ended', ({ grantId }) => ended.push(grantId));
    two.subscribe('trackers.changed', ({ trackerId }) => {
      if (trackerId === null) invalidated += 1;
    });
    await reaches(one, two);
    const [node] = nats?.nodes ?? [];
    await node?.stop();
    await until(() => one.health?.() !== true && two.health?.() !== true);
    one.publish('sessions.ended', { userId: 1, grantId: 'of the outage' });
    one.publish('positions.committed', { states: [state(1)] });
    await node?.start();
    await until(() => one.health?.() === true && two.health?.() === true);
    await until(() => {
      one.publish('sessions.ended', { userId: 1, grantId: 'after it' });
      return ended.includes('after it');
    });
    // The other process may connect again after the waiting messages were sent.
    expect(new Set(ended.filter((one) => one !== 'of the outage'))).toEqual(new Set(['after it']));
    expect(states).toEqual([]);
    expect(invalidated).toBe(1);
  });

  it('a message of many vehicles is as large as it needs to be', async () => {
    const [one, two] = [await natsBus(), await natsBus()];
    await untilHeard(one, two);
    const heard = collect(two);
    const sent = Array.from({ length: 20_000 }, (_, n) => state(n));
    one.publish('positions.committed', { states: sent });
    await until(() => heard.length >= sent.length);
    expect(heard).toEqual(sent);
  });

  it('a start without a server names BUS_URL', async () => {
    const config = busConfig('nats://someone:secret@127.0.0.1:1');
    await expect(createNatsBus(config, log)).rejects.toThrow(/BUS_URL.*127\.0\.0\.1:1/);
    await expect(createNatsBus(config, log)).rejects.not.toThrow(/secret/);
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
