import { createSocket } from 'node:dgram';
import {
  encodeGt06Position,
  encodeJt808Heartbeat,
  encodeJt808Location,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  jt808Address,
} from '@roadworthy/protocols';
import { afterEach, describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import { type Gateway, type GatewayAddresses, startGateway } from './index.ts';

type Limits = Parameters<typeof startGateway>[1];

let services: TestServices;
let gateway: Gateway;
let place: { customerId: number; depotId: number };

async function start(variables: Record<string, string> = {}, limits: Limits = {}): Promise<void> {
  services = await testServices(variables);
  place = await makeCustomer(services.db, 'Albion');
  gateway = await startGateway(services, limits);
}
afterEach(async () => {
  await gateway.stop();
  await services.close();
});

const connect = (port: keyof GatewayAddresses = 'teltonika') =>
  TestDevice.connect(gateway.addresses[port]);

async function login({ number }: TestVehicle): Promise<TestDevice> {
  const device = await connect();
  device.send(encodeTeltonikaLogin(number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  return device;
}

/** The value of a counter with these labels. */
async function counted(name: string, wanted: Record<string, string>): Promise<number> {
  const metric = services.metrics.registry.getSingleMetric(`roadworthy_gateway_${name}`);
  const { values = [] } = (await metric?.get()) ?? {};
  const matches = values.filter(({ labels }) =>
    Object.entries(wanted).every(([label, value]) => labels[label] === value),
  );
  return matches.reduce((sum, { value }) => sum + value, 0);
}
const closed = (protocol: string, rule: string) =>
  counted('closed_connections_total', { protocol, rule });
const connections = () => counted('connections', {});

const position = {
  timeMs: Math.floor(Date.now() / 1000) * 1000 - 60_000,
  latitudeDeg: 52,
  longitudeDeg: -1,
  speedKmh: 40,
  headingDeg: 10,
  ignition: true,
  odometerM: 1000,
};
const ADDRESS = jt808Address('13912345678');

/** The same frame with a changed byte at an offset from its end. */
function damaged(frame: Buffer, fromEnd: number): Buffer {
  const copy = Buffer.from(frame);
  const at = copy.length - fromEnd;
  copy[at] = (copy[at] as number) ^ 0x01;
  return copy;
}

describe('frames', () => {
  it.each([
    ['teltonika', 'checksum', damaged(encodeTeltonikaPacket([position]), 1)],
    ['teltonika', 'length', Buffer.from('0000000000ffffff', 'hex')],
    ['teltonika', 'structure', Buffer.from('ffff00', 'hex').fill(0x41, 0, 2)],
    ['gt06', 'checksum', damaged(encodeGt06Position(position, 1), 3)],
    ['gt06', 'length', Buffer.from('7979ffff', 'hex')],
    ['jt808', 'checksum', damaged(encodeJt808Location(ADDRESS, position, 1), 2)],
    ['jt808', 'length', Buffer.from(`7e${'02'.repeat(14)}7e`, 'hex')],
  ] as const)(
    '%s: five bad ones in a row (%s) are counted and end the connection',
    async (protocol, reason, frame) => {
      await start();
      const device = await connect(protocol);
      for (let n = 1; n <= 5; n += 1) {
        device.send(frame);
        await until(async () => (await counted('bad_frames_total', { protocol, reason })) === n);
      }
      await until(() => device.closed);
      expect(await closed(protocol, 'bad_frames')).toBe(1);
      expect(await connections()).toBe(0);
    },
  );

  it.each([
    ['teltonika', encodeTeltonikaPacket([position])],
    ['gt06', encodeGt06Position(position, 1)],
    ['jt808', encodeJt808Location(ADDRESS, position, 1)],
  ] as const)('%s: half a frame is given up in time', async (protocol, frame) => {
    await start({}, { frameMs: 300 });
    const device = await connect(protocol);
    device.send(frame.subarray(0, 20));
    await until(() => device.closed);
    expect(await closed(protocol, 'dripping')).toBe(1);
  });

  it('before login a connection cannot make the server hold more than a login frame', async () => {
    await start();
    const device = await connect();
    const announced = Buffer.alloc(8 + 5000);
    announced.writeUInt32BE(60_000, 4);
    device.send(announced);
    await until(() => device.closed);
    expect(await closed('teltonika', 'buffer')).toBe(1);
  });
});

describe('connections', () => {
  it('a known device that goes silent is closed after the idle limit', async () => {
    await start({}, { idleMs: 500 });
    const device = await login(await makeVehicle(services.db, place));
    await until(() => device.closed);
    expect(await closed('teltonika', 'idle')).toBe(1);
  });

  it('a device that sends requests and never reads a reply is closed', async () => {
    await start();
    await makeVehicle(services.db, place, { number: '13912345678', protocol: 'jt808' });
    const device = await connect('jt808');
    device.socket.pause();
    const beats = Buffer.concat(
      Array.from({ length: 4000 }, (_, n) => encodeJt808Heartbeat(ADDRESS, n)),
    );
    // A paused socket does not detect its end by itself, so the test reads the counter.
    await until(async () => {
      if (device.socket.writableLength < beats.length) device.send(beats);
      return (await closed('jt808', 'buffer')) === 1;
    });
    device.end();
  });

  it('over the total limit the oldest connection without a login is closed, on any port', async () => {
    await start({ GATEWAY_MAX_CONNECTIONS: '3' });
    const vehicle = await makeVehicle(services.db, place);
    const oldest = await connect('gt06');
    const others = [await connect('jt808'), await connect('http')];
    const honest = await login(vehicle);
    await until(() => oldest.closed);
    expect(others.map((one) => one.closed)).toEqual([false, false]);
    expect(await closed('gt06', 'crowded')).toBe(1);
    honest.send(encodeTeltonikaPacket([position]));
    expect(await honest.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    expect(await connections()).toBe(3);
  });

  it('if all connections are known devices, the next one is refused and counted', async () => {
    await start({ GATEWAY_MAX_CONNECTIONS: '2' });
    const devices: TestDevice[] = [];
    for (let n = 0; n < 2; n += 1) devices.push(await login(await makeVehicle(services.db, place)));
    const refused = await connect();
    await until(() => refused.closed);
    expect(devices.map((one) => one.closed)).toEqual([false, false]);
    expect(
      await counted('refused_connections_total', { protocol: 'teltonika', rule: 'total' }),
    ).toBe(1);
  });

  it('an address has a separate limit that does not affect others', async () => {
    await start({ GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '1' });
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    const refused = await connect('http');
    await until(() => refused.closed);
    expect(
      await counted('refused_connections_total', { protocol: 'osmand', rule: 'address' }),
    ).toBe(1);
    device.end();
    await until(async () => (await connections()) === 0);
    (await login(vehicle)).end();
  });
});

describe('requests', () => {
  it('one that sends a byte at a time, and a silent one, are closed in time', async () => {
    await start({}, { headersMs: 500, requestMs: 1000 });
    const silent = await connect('http');
    const headers = await connect('http');
    headers.send(Buffer.from('GET /?id=1 HTTP/1.1\r\nHost: a\r\n'));
    const body = await connect('http');
    body.send(Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nid='));
    await until(() => silent.closed && headers.closed && body.closed);
    expect(await closed('osmand', 'dripping')).toBe(3);
  });

  it('bytes that are not HTTP are counted and the connection closed', async () => {
    await start();
    const device = await connect('http');
    device.send(Buffer.from([0, 1, 2, 3, 255, 254, 13, 10, 13, 10]));
    await until(() => device.closed);
    expect(await counted('bad_frames_total', { protocol: 'osmand', reason: 'structure' })).toBe(1);
  });
});

describe('when the database does not keep up', () => {
  /** Records in a packet, and devices that send one: together more than the queue holds. */
  const RECORDS = 250;
  const DEVICES = 210;

  it('devices are paused, requests and datagrams refused; everything is stored in the end', async () => {
    await start();
    const vehicles: TestVehicle[] = [];
    for (let n = 0; n < DEVICES + 3; n += 1) vehicles.push(await makeVehicle(services.db, place));
    const devices = await Promise.all(vehicles.slice(0, DEVICES + 1).map(login));
    const late = devices.pop() as TestDevice;
    const [phone, datagram] = vehicles.slice(-2) as [TestVehicle, TestVehicle];
    const blocker = await services.db.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table positions in access exclusive mode');
    const packet = encodeTeltonikaPacket(
      Array.from({ length: RECORDS }, (_, n) => ({ ...position, timeMs: position.timeMs - n })),
    );
    for (const device of devices) device.send(packet);
    await until(() => gateway.health() === 'too much waits for the database');

    late.send(encodeTeltonikaPacket([position]));
    const url = `http://127.0.0.1:${gateway.addresses.http}/?id=${phone.number}&lat=52&lon=-1`;
    expect((await fetch(url)).status).toBe(503);
    const socket = createSocket('udp4');
    const sent = encodeTeltonikaDatagram(datagram.number, 1, [position]);
    socket.send(sent, gateway.addresses.teltonika, '127.0.0.1');
    await until(async () => (await counted('busy_total', { protocol: 'teltonika' })) >= 2);
    expect(await counted('busy_total', { protocol: 'osmand' })).toBe(1);
    expect(late.answered).toBe(0);

    await blocker.query('rollback');
    blocker.release();
    for (const device of devices) {
      expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, RECORDS]));
    }
    expect(await late.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    expect((await fetch(url)).status).toBe(200);
    expect(gateway.health()).toBe(true);
    const { rows } = await services.db.pool.query('select count(*)::int as n from positions');
    expect(rows[0].n).toBe(DEVICES * RECORDS + 2);
    for (const device of [...devices, late]) device.end();
    socket.close();
  });
});

it('[RP-07] the gateway is healthy while its ports listen, and reports when they do not', async () => {
  await start();
  expect(gateway.health()).toBe(true);
  await gateway.stop();
  expect(gateway.health()).toBe('a port does not listen');
  gateway = { ...gateway, stop: async () => undefined };
});

describe('the port for any protocol', () => {
  it('closes a connection that names none, and gives its place back', async () => {
    await start({}, { loginMs: 200 });
    const silent = await connect('detect');
    await until(() => silent.closed);
    expect(await closed('detect', 'login')).toBe(1);
    const other = await connect('detect');
    other.send(Buffer.from('GET / HTTP/1.1'));
    await until(() => other.closed);
    expect(await counted('bad_frames_total', { protocol: 'detect', reason: 'structure' })).toBe(1);
    await until(async () => (await connections()) === 0);
  });

  it('counts a connection once, also after its protocol is known', async () => {
    await start();
    const device = await connect('detect');
    device.send(Buffer.from([0x7e]));
    await until(async () => (await connections()) === 1);
    await new Promise((done) => setTimeout(done, 50));
    expect(await connections()).toBe(1);
    device.end();
    await until(async () => (await connections()) === 0);
  });
});
