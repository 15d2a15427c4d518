import { createSocket } from 'node:dgram';
import {
  type AvlInput,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import { createDatabaseBus } from '../platform/bus/index.ts';
import { createMetrics } from '../platform/metrics/index.ts';
import { type Gateway, startGateway } from './index.ts';

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});

const record = (): AvlInput => ({
  timeMs: Date.now(),
  latitudeDeg: 52.1,
  longitudeDeg: -1.2,
  speedKmh: 50,
  angleDeg: 90,
  io: [],
});

async function sql(text: string, values: unknown[] = []) {
  return (await services.db.pool.query(text, values)).rows;
}

/** Stored connections and refused attempts of a tracker, oldest first. */
const connections = ({ trackerId }: TestVehicle) =>
  sql(
    `select host(address) as address, protocol, disconnected_at is null as open, ended_by,
       host(replaced_by) as replaced_by, attempts
     from tracker_connections where tracker_id = $1 order by connected_at, id`,
    [trackerId],
  );

const counted = async (name: string, labels: Record<string, string>) => {
  const metric = await services.metrics.registry.getSingleMetric(`roadworthy_${name}`)?.get();
  const wanted = Object.entries(labels);
  return (metric?.values ?? [])
    .filter((value) => wanted.every(([key, text]) => value.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
};

/** Connects from another address of this machine: all of 127.0.0.0/8 belong to it. */
async function login(vehicle: TestVehicle, from: string, to = gateway): Promise<TestDevice> {
  const device = await TestDevice.connect(to.addresses.teltonika, from);
  device.send(encodeTeltonikaLogin(vehicle.number));
  return device;
}

async function allow(vehicle: TestVehicle, networks: string[]): Promise<void> {
  await sql('update trackers set allowed_networks = $2 where id = $1', [
    vehicle.trackerId,
    networks,
  ]);
  services.bus.publish('trackers.changed', { trackerId: vehicle.trackerId });
}

const accepted = Buffer.from([1]);

/** Two gateways that a database bus connects. */
async function twoGateways() {
  const start = async () => {
    const bus = await createDatabaseBus(services.db.url);
    return { bus, gateway: await startGateway({ ...services, metrics: createMetrics(), bus }) };
  };
  const [one, other] = await Promise.all([start(), start()]);
  return {
    one: one.gateway,
    other: other.gateway,
    close: () => Promise.all([one.bus.close(), other.bus.close()]),
  };
}

describe('the address of a device', () => {
  it('[O-21] is stored with each connection while it lasts and afterwards', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle, '127.0.0.7');
    expect(await device.answer(1)).toEqual(accepted);
    await until(async () => (await connections(vehicle)).length === 1);
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.0.7', protocol: 'teltonika', open: true, ended_by: null },
    ]);
    expect(
      await sql('select host(last_address) as last from trackers where id = $1', [
        vehicle.trackerId,
      ]),
    ).toEqual([{ last: '127.0.0.7' }]);
    device.end();
    await until(async () => (await connections(vehicle))[0]?.open === false);
    expect(await connections(vehicle)).toMatchObject([{ ended_by: 'device' }]);
  });

  it('[O-21] is stored once for datagrams and requests while it stays the same', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const socket = createSocket('udp4');
    let answers = 0;
    socket.on('message', () => {
      answers += 1;
    });
    for (const count of [1, 2]) {
      socket.send(
        encodeTeltonikaDatagram(vehicle.number, count, [record()]),
        gateway.addresses.teltonika,
        '127.0.0.1',
      );
      await until(() => answers === count);
    }
    socket.close();
    const query = `id=${vehicle.number}&lat=52.1&lon=-1.2&timestamp=${Date.now()}`;
    for (let at = 0; at < 2; at += 1) {
      const answer = await fetch(`http://127.0.0.1:${gateway.addresses.http}/?${query}`);
      expect(answer.status).toBe(200);
    }
    await until(async () => (await connections(vehicle)).length === 2);
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.0.1', protocol: 'teltonika', open: true },
      { address: '127.0.0.1', protocol: 'osmand', open: true },
    ]);
  });

  it('[O-21] is stored for a bounded number of connections', async () => {
    const vehicle = await makeVehicle(services.db, place);
    for (let at = 0; at < 55; at += 1) {
      const device = await login(vehicle, `127.0.1.${at + 1}`);
      await device.answer(1);
      device.end();
    }
    const last = async () => (await connections(vehicle)).at(-1);
    await until(async () => {
      const found = await last();
      return found?.address === '127.0.1.55' && !found.open;
    });
    await until(async () => (await connections(vehicle)).length === 50);
  });
});

describe('a connection that takes over', () => {
  it('[O-21] from another address is stored, counted and recorded as an event', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const first = await login(vehicle, '127.0.0.7');
    await first.answer(1);
    const labels = { protocol: 'teltonika', address: 'other' };
    const before = await counted('gateway_replaced_connections_total', labels);
    const second = await login(vehicle, '127.0.0.8');
    await second.answer(1);
    await until(() => first.closed);
    const events = () =>
      sql('select event_code, to_tell from fleet_events where vehicle_id = $1', [
        vehicle.vehicleId,
      ]);
    await until(async () => (await events()).length > 0);
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.0.7', ended_by: 'replaced', replaced_by: '127.0.0.8' },
      { address: '127.0.0.8', open: true },
    ]);
    expect(await events()).toEqual([{ event_code: 105, to_tell: true }]);
    expect(await counted('gateway_replaced_connections_total', labels)).toBe(before + 1);
    second.end();
  });

  it.each([
    ['127.0.0.8', [{ event_code: 105 }]],
    ['127.0.0.7', []],
  ])('[O-21] at another gateway, from %s, ends the older one there', async (from, events) => {
    const vehicle = await makeVehicle(services.db, place);
    const { one, other, close } = await twoGateways();
    const first = await login(vehicle, '127.0.0.7', one);
    await first.answer(1);
    await until(async () => (await connections(vehicle)).length === 1);
    const second = await login(vehicle, from, other);
    await second.answer(1);
    await until(() => first.closed);
    await until(async () => (await connections(vehicle))[0]?.ended_by !== 'lost');
    expect(await connections(vehicle)).toMatchObject([
      { ended_by: 'replaced', replaced_by: from },
      { address: from, open: true, ended_by: null },
    ]);
    // The newer connection continues.
    second.send(encodeTeltonikaPacket([record()]));
    expect(await second.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    second.end();
    await Promise.all([one.stop(), other.stop()]);
    expect(
      await sql('select event_code from fleet_events where vehicle_id = $1 and event_code = 105', [
        vehicle.vehicleId,
      ]),
    ).toEqual(events);
    await close();
  });

  it('[O-21] by datagrams at another gateway ends the entry of the older ones as replaced', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const { one, other, close } = await twoGateways();
    const report = async (to: Gateway, from: string) => {
      const socket = createSocket('udp4');
      await new Promise<void>((done) => socket.bind(0, from, done));
      const answered = new Promise((done) => socket.once('message', done));
      const datagram = encodeTeltonikaDatagram(vehicle.number, 1, [record()]);
      socket.send(datagram, to.addresses.teltonika, '127.0.0.1');
      await answered;
      socket.close();
    };
    await report(one, '127.0.0.7');
    await until(async () => (await connections(vehicle)).length === 1);
    await report(other, '127.0.0.8');
    await until(async () => (await connections(vehicle))[0]?.ended_by === 'replaced');
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.0.7', ended_by: 'replaced', replaced_by: '127.0.0.8' },
      { address: '127.0.0.8', open: true },
    ]);
    // Back at the first gateway, from a third address.
    await report(one, '127.0.0.9');
    await until(async () => (await connections(vehicle))[1]?.ended_by === 'replaced');
    await Promise.all([one.stop(), other.stop()]);
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.0.7', ended_by: 'replaced', replaced_by: '127.0.0.8' },
      { address: '127.0.0.8', ended_by: 'replaced', replaced_by: '127.0.0.9' },
      { address: '127.0.0.9', ended_by: 'shutdown', replaced_by: null },
    ]);
    // The address of a SIM card may change at any time.
    expect(
      await sql('select from fleet_events where vehicle_id = $1', [vehicle.vehicleId]),
    ).toEqual([]);
    await close();
  });

  it('[O-21] by a datagram at another gateway closes no connection', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const bus = await createDatabaseBus(services.db.url);
    const one = await startGateway({ ...services, metrics: createMetrics(), bus });
    const device = await login(vehicle, '127.0.0.7', one);
    await device.answer(1);
    await until(async () => (await connections(vehicle)).length === 1);
    const [{ id }] = await sql('select id from tracker_connections where tracker_id = $1', [
      vehicle.trackerId,
    ]);
    bus.publish('connections.replaced', {
      takeovers: [{ id, address: '127.0.0.8', isReport: true }],
    });
    device.send(encodeTeltonikaPacket([record()]));
    expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    device.end();
    await one.stop();
    await bus.close();
  });

  it('[O-21] from the same address, after a lost connection, is no event', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const first = await login(vehicle, '127.0.0.7');
    await first.answer(1);
    const second = await login(vehicle, '127.0.0.7');
    await second.answer(1);
    await until(() => first.closed);
    second.end();
    await until(async () => (await connections(vehicle))[1]?.open === false);
    expect((await connections(vehicle)).map(({ ended_by: end }) => end)).toEqual([
      'replaced',
      'device',
    ]);
    expect(
      await sql('select from fleet_events where vehicle_id = $1', [vehicle.vehicleId]),
    ).toEqual([]);
  });
});

describe('allowed networks', () => {
  it('[O-21] of a tracker refuse, count and show a connection from elsewhere', async () => {
    const vehicle = await makeVehicle(services.db, place);
    await allow(vehicle, ['127.0.5.0/24', 'fd00::/8']);
    const labels = { protocol: 'teltonika', rule: 'network' };
    const before = await counted('gateway_refused_connections_total', labels);
    for (let at = 0; at < 2; at += 1) {
      const stranger = await login(vehicle, '127.0.6.1');
      expect(await stranger.answer(1)).toEqual(Buffer.from([0]));
      await until(() => stranger.closed);
    }
    expect(await counted('gateway_refused_connections_total', labels)).toBe(before + 2);
    const own = await login(vehicle, '127.0.5.9');
    expect(await own.answer(1)).toEqual(accepted);
    own.send(encodeTeltonikaPacket([record()]));
    expect(await own.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    await until(async () => (await connections(vehicle)).length === 2);
    expect(await connections(vehicle)).toMatchObject([
      { address: '127.0.6.1', ended_by: 'network', attempts: 2 },
      { address: '127.0.5.9', open: true },
    ]);
    await until(
      async () => (await sql('select from fleet_events where event_code = 106')).length === 1,
    );
    own.end();
  });

  it('[O-21] end a connection from elsewhere when they are narrowed, and refuse requests', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle, '127.0.0.9');
    await device.answer(1);
    await allow(vehicle, ['10.0.0.0/8']);
    device.send(encodeTeltonikaPacket([record()]));
    await until(() => device.closed);
    expect(device.received()).toHaveLength(0);
    const query = `id=${vehicle.number}&lat=52.1&lon=-1.2&timestamp=${Date.now()}`;
    const answer = await fetch(`http://127.0.0.1:${gateway.addresses.http}/?${query}`);
    expect(answer.status).toBe(403);
    expect(await sql('select from positions where vehicle_id = $1', [vehicle.vehicleId])).toEqual(
      [],
    );
  });

  it('[O-21] of the installation apply to every device, and unknown devices are not listed', async () => {
    const closed = await testServices({ DEVICE_NETWORKS: '127.0.5.0/24' });
    const home = await makeCustomer(closed.db, 'Closed');
    const vehicle = await makeVehicle(closed.db, home);
    const own = await startGateway(closed);
    const stranger = await login(vehicle, '127.0.6.1', own);
    expect(await stranger.answer(1)).toEqual(Buffer.from([0]));
    const unknown = await login({ ...vehicle, number: '350000000000099' }, '127.0.6.1', own);
    expect(await unknown.answer(1)).toEqual(Buffer.from([0]));
    const known = await login(vehicle, '127.0.5.1', own);
    expect(await known.answer(1)).toEqual(accepted);
    known.end();
    await own.stop();
    const { rows } = await closed.db.pool.query('select from unknown_devices');
    expect(rows).toEqual([]);
    const { rows: kept } = await closed.db.pool.query(
      'select host(address) as address, ended_by from tracker_connections order by connected_at',
    );
    expect(kept).toMatchObject([
      { address: '127.0.6.1', ended_by: 'network' },
      { address: '127.0.5.1' },
    ]);
    await closed.close();
  });
});

it('[O-21] a gateway that was killed leaves no connection open forever', async () => {
  const vehicle = await makeVehicle(services.db, place);
  await sql(
    `insert into tracker_connections (id, customer_id, tracker_id, protocol, address, connected_at)
     values (gen_random_uuid(), $1, $2, 'teltonika', '127.0.0.3', now() - interval '1 hour')`,
    [place.customerId, vehicle.trackerId],
  );
  const device = await login(vehicle, '127.0.0.4');
  await device.answer(1);
  await until(async () => (await connections(vehicle)).length === 2);
  await until(async () => (await connections(vehicle))[0]?.open === false);
  expect(await connections(vehicle)).toMatchObject([{ ended_by: 'lost' }, { open: true }]);
  device.end();
});
