import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  encodeGt06Login,
  encodeJt808Register,
  encodeTeltonikaLogin,
  jt808Address,
} from '@roadworthy/protocols';
import { beforeEach, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { FailedArrival } from '../platform/bus/index.ts';

const IMEI = '356307042441013';

let services: TestGateway['services'];
let gateway: TestGateway['gateway'];
let place: TestGateway['place'];
let heard: FailedArrival[] = [];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
  services.bus.subscribe('arrivals.failed', ({ arrivals }) => heard.push(...arrivals));
});
beforeEach(() => {
  heard = [];
});

async function send(port: number, bytes: Uint8Array, from = '127.0.0.1'): Promise<TestDevice> {
  const device = await TestDevice.connect(port, from);
  device.send(bytes);
  return device;
}

const text = (value: string) => Buffer.from(value, 'latin1');

it.each([
  ['GT06', () => encodeGt06Login(IMEI, 1), 'gt06'],
  ['JT/T 808', () => encodeJt808Register(jt808Address('013912345678'), 1), 'jt808'],
  [
    'an HTTP client',
    () => text('GET /?id=van-7&lat=52&lon=-1 HTTP/1.1\r\nHost: x\r\n\r\n'),
    'osmand',
  ],
  ['a TLS client', () => Buffer.from('16030100c8010000c40303', 'hex'), 'tls'],
  ['nothing known', () => text('hello, is anybody there?'), null],
])('[O-21] names what connects to the Teltonika port: %s', async (_name, bytes, looksLike) => {
  const device = await send(gateway.addresses.teltonika, bytes(), '127.0.0.8');
  // The connection is still open: the device waits for an answer that does not come.
  await until(() => heard.length > 0);
  expect(heard).toEqual([
    {
      kind: 'not_understood',
      protocol: 'teltonika',
      looksLike,
      customerId: null,
      address: '127.0.0.8',
      count: 1,
    },
  ]);
  device.end();
});

it('[O-21] recognises a Teltonika device on another port, and counts each connection once', async () => {
  const bytes = encodeTeltonikaLogin(IMEI);
  const devices = [
    await send(gateway.addresses.gt06, bytes),
    await send(gateway.addresses.gt06, bytes),
  ];
  for (const device of devices) device.end();
  await until(() => heard.reduce((sum, { count }) => sum + count, 0) === 2);
  await sleep(4500);
  expect(heard.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(heard[0]).toMatchObject({ protocol: 'gt06', looksLike: 'teltonika' });
});

it('[O-21] counts datagrams and requests that are not understood', async () => {
  const socket = createSocket('udp4');
  socket.send(text('nothing'), gateway.addresses.teltonika, '127.0.0.1');
  await until(() => heard.some(({ protocol }) => protocol === 'teltonika'));
  socket.close();
  const answer = await fetch(`http://127.0.0.1:${gateway.addresses.http}/?lat=52.1&lon=-1.2`);
  expect(answer.status).toBe(400);
  const device = await send(gateway.addresses.http, encodeTeltonikaLogin(IMEI));
  await until(() => heard.filter(({ protocol }) => protocol === 'osmand').length === 2);
  expect(heard.slice(1).map(({ looksLike }) => looksLike)).toEqual([null, 'teltonika']);
  device.end();
});

it('[O-21] does not count devices that are understood: unknown, silent or known', async () => {
  const vehicle = await makeVehicle(services.db, place);
  const devices = [
    await send(gateway.addresses.teltonika, encodeTeltonikaLogin(IMEI)),
    await send(gateway.addresses.teltonika, encodeTeltonikaLogin(vehicle.number)),
    await TestDevice.connect(gateway.addresses.teltonika),
  ];
  await sleep(6000);
  for (const device of devices) device.end();
  await sleep(2500);
  expect(heard).toEqual([]);
});

it('[O-21] counts connections from networks that are not allowed, with the customer', async () => {
  const vehicle = await makeVehicle(services.db, place);
  await services.db.pool.query('update trackers set allowed_networks = $2 where id = $1', [
    vehicle.trackerId,
    ['10.0.0.0/8'],
  ]);
  services.bus.publish('trackers.changed', { trackerId: vehicle.trackerId });
  await send(gateway.addresses.teltonika, encodeTeltonikaLogin(vehicle.number), '127.0.0.9');
  await until(() => heard.length > 0);
  expect(heard).toEqual([
    {
      kind: 'network',
      protocol: 'teltonika',
      looksLike: null,
      customerId: place.customerId,
      address: '127.0.0.9',
      count: 1,
    },
  ]);
});
