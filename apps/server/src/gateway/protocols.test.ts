import {
  encodeGt06Alarm,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Location,
  encodeJt808Register,
  encodePhoneQuery,
  jt808Address,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import { movingAt, storedPositions } from '../../test/moving-vehicle.ts';
import type { TestServices } from '../../test/services.ts';
import type { Gateway } from './index.ts';

const TOKEN = 'the token of the other gateway';
const NOW = Math.floor(Date.now() / 1000) * 1000;

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(
  () => testGateway({ TRACCAR_FORWARD_TOKEN: TOKEN }),
  (started) => {
    ({ services, gateway, place } = started);
  },
);

const input = (secondsAgo: number) => movingAt(NOW - secondsAgo * 1000);

const rows = (vehicle: TestVehicle) => storedPositions(services, vehicle);

describe('GT06', () => {
  it('logs in, is stored and answered, alarms and heartbeats too', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '353419036066061',
      protocol: 'gt06',
    });
    const device = await TestDevice.connect(gateway.addresses.gt06);
    device.send(encodeGt06Login(vehicle.number, 1));
    expect((await device.answer(10))[3]).toBe(0x01);
    device.send(encodeGt06Position(input(20), 2));
    expect((await device.answer(10))[3]).toBe(0x22);
    device.send(encodeGt06Alarm(input(10), 1, 3));
    expect((await device.answer(10))[3]).toBe(0x26);
    device.send(encodeGt06Heartbeat(false, 4));
    expect((await device.answer(10))[3]).toBe(0x13);
    const stored = await rows(vehicle);
    expect(stored).toHaveLength(3);
    expect(stored[0]).toMatchObject({
      speed_kmh: 60,
      heading_deg: 45,
      ignition: true,
      odometer_m: 123_400,
    });
    expect(stored[0].latitude).toBeCloseTo(52.5, 5);
    expect(stored[0].longitude).toBeCloseTo(-1.5, 5);
    expect(stored[1].event_codes).toEqual([50]);
    device.end();
  });

  it('an unknown one is closed without a reply', async () => {
    const device = await TestDevice.connect(gateway.addresses.gt06);
    device.send(encodeGt06Login('353419036000000', 1));
    await until(() => device.closed);
    expect(device.answered).toBe(0);
  });
});

describe('JT/T 808', () => {
  it('registers and authenticates; its locations are stored, then answered', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '13912345678',
      protocol: 'jt808',
    });
    const address = jt808Address(vehicle.number);
    const device = await TestDevice.connect(gateway.addresses.jt808);
    device.send(encodeJt808Register(address, 1));
    const registered = await device.answer(34);
    expect(registered.readUInt16BE(1)).toBe(0x8100);
    expect(registered[15]).toBe(0);
    device.send(encodeJt808Authenticate(address, registered.toString('latin1', 16, 32), 2));
    await device.answer(20);
    device.send(encodeJt808Location(address, input(30), 3));
    await device.answer(20);
    device.send(encodeJt808Batch(address, [input(20), input(10)], 4));
    const answer = await device.answer(20);
    expect(answer.readUInt16BE(1)).toBe(0x8001);
    const stored = await rows(vehicle);
    expect(stored.map(({ device_time }) => device_time.getTime())).toEqual([
      NOW - 30_000,
      NOW - 20_000,
      NOW - 10_000,
    ]);
    expect(stored[0]).toMatchObject({ speed_kmh: 60, ignition: true, odometer_m: 123_400 });
    device.end();
  });

  it('a device whose clock is set to UTC is decoded as UTC', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '13912345679',
      protocol: 'jt808',
    });
    await services.db.pool.query('update trackers set clock_offset_min = 0 where id = $1', [
      vehicle.trackerId,
    ]);
    services.bus.publish('trackers.changed', { trackerId: vehicle.trackerId });
    await new Promise((done) => setTimeout(done, 200));
    const address = jt808Address(vehicle.number);
    const device = await TestDevice.connect(gateway.addresses.jt808);
    // The encoder writes GMT+8; eight hours earlier is what a UTC clock would write.
    device.send(encodeJt808Location(address, { ...input(5), timeMs: NOW - 8 * 3_600_000 }, 1));
    await device.answer(20);
    expect((await rows(vehicle))[0].device_time.getTime()).toBe(NOW);
    device.end();
  });

  it('an unknown one is refused at registration', async () => {
    const device = await TestDevice.connect(gateway.addresses.jt808);
    device.send(encodeJt808Register(jt808Address('13900000000'), 1));
    const answer = await device.answer(18);
    expect(answer.readUInt16BE(1)).toBe(0x8100);
    expect(answer[15]).toBe(4);
    await until(() => device.closed);
  });
});

describe('phones and Traccar', () => {
  const base = () => `http://127.0.0.1:${gateway.addresses.http}`;

  it('a report is answered with 200 once it is stored', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: 'phone-7',
      protocol: 'osmand',
    });
    const path = encodePhoneQuery(vehicle.number, { ...input(10), batteryPercent: 64 });
    const answer = await fetch(base() + path);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const [stored] = await rows(vehicle);
    expect(stored).toMatchObject({ battery_percent: 64, ignition: true });
    expect(stored.speed_kmh).toBeCloseTo(60, 1);
    expect((await fetch(base() + path, { method: 'POST' })).status).toBe(200);
    expect(await rows(vehicle)).toHaveLength(1);
  });

  it('the newer JSON is accepted too', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: 'phone-8',
      protocol: 'osmand',
    });
    const body = {
      device_id: vehicle.number,
      location: {
        timestamp: new Date(NOW).toISOString(),
        coords: {
          latitude: 51.5,
          longitude: -0.1,
          speed: 10,
          heading: 90,
          accuracy: 5,
          altitude: 20,
        },
        battery: { level: 0.5, is_charging: false },
      },
    };
    const answer = await fetch(base(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    expect((await rows(vehicle))[0]).toMatchObject({ speed_kmh: 36, battery_percent: 50 });
  });

  it.each([
    ['an unknown device', 'GET', '/?id=nobody&lat=1&lon=1', 400],
    ['no identifier', 'GET', '/?lat=1&lon=1', 400],
    ['another method', 'DELETE', '/?id=phone-7', 405],
  ])('%s is refused', async (_name, method, path, status) => {
    expect((await fetch(base() + path, { method })).status).toBe(status);
  });

  it('an endless body is refused', async () => {
    const answer = await fetch(base(), { method: 'POST', body: 'x'.repeat(300 * 1024) }).catch(
      () => null,
    );
    expect(answer === null || answer.status === 413).toBe(true);
  });

  it('Traccar can forward only with its token', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '860000001242495',
      protocol: 'traccar',
    });
    const body = JSON.stringify({
      position: {
        id: 1,
        protocol: 'teltonika',
        fixTime: new Date(NOW).toISOString(),
        valid: true,
        latitude: 52,
        longitude: -1,
        altitude: 10,
        speed: 20,
        course: 180,
        attributes: { ignition: true, odometer: 5000, alarm: 'hardBraking' },
      },
      device: { uniqueId: vehicle.number },
    });
    const post = (token: string) =>
      fetch(`${base()}/traccar/forward`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body,
      });
    expect((await post('another')).status).toBe(401);
    expect(await rows(vehicle)).toHaveLength(0);
    expect((await post(TOKEN)).status).toBe(200);
    expect((await rows(vehicle))[0]).toMatchObject({
      odometer_m: 5000,
      event_codes: [41],
      ignition: true,
    });
  });
});
