import { createSocket } from 'node:dgram';
import { DEVICE_PORTS } from '@roadworthy/domain';
import {
  encodeGps103Heartbeat,
  encodeGps103Login,
  encodeGps103Position,
  encodeGt06Login,
  encodeGt06Position,
  encodeH02Position,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import { movingAt, storedPositions } from '../../test/moving-vehicle.ts';
import type { TestServices } from '../../test/services.ts';
import type { Gateway } from './index.ts';

const NOW = Math.floor(Date.now() / 1000) * 1000;

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});

const input = (secondsAgo: number) => movingAt(NOW - secondsAgo * 1000);

const rows = (vehicle: TestVehicle) => storedPositions(services, vehicle);

/** Sends a datagram. Returns the text of the first `count` answers. */
async function datagram(port: number, bytes: Buffer, count: number): Promise<string> {
  const socket = createSocket('udp4');
  const answers: string[] = [];
  socket.on('message', (answer) => answers.push(answer.toString('latin1')));
  socket.send(bytes, port, '127.0.0.1');
  await until(() => answers.length >= count);
  socket.close();
  return answers.join('');
}

describe('ports', () => {
  it('each protocol with streams or datagrams listens', () => {
    const {
      detect: _detect,
      tls: _tls,
      http: _http,
      attachments: _files,
      ...ports
    } = gateway.addresses;
    const listening = DEVICE_PORTS.filter(
      ({ transports }) => !(transports as readonly string[]).includes('http'),
    );
    expect(Object.keys(ports).sort()).toEqual(listening.map(({ name }) => name).sort());
    for (const port of Object.values(ports)) expect(port).toBeGreaterThan(0);
  });
});

describe('H02', () => {
  it('is stored, then confirmed, by stream and by datagram', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '9170412345',
      protocol: 'h02',
    });
    const device = await TestDevice.connect(gateway.addresses.h02);
    device.send(encodeH02Position(vehicle.number, input(30)));
    const answer = (await device.answer(36)).toString('latin1');
    expect(answer).toMatch(/^\*HQ,9170412345,V4,V1,\d{14}#$/);
    expect(await rows(vehicle)).toHaveLength(1);
    device.send(encodeH02Position(vehicle.number, { ...input(20), ignition: false }, 18));
    await device.answer(36);
    device.end();
    const sent = encodeH02Position(vehicle.number, input(10));
    expect(await datagram(gateway.addresses.h02, sent, 1)).toMatch(/^\*HQ,9170412345,V4,V1,/);
    const stored = await rows(vehicle);
    expect(stored).toHaveLength(3);
    expect(stored[0]).toMatchObject({
      heading_deg: 45,
      ignition: true,
      odometer_m: 123_400,
      event_codes: null,
    });
    expect(stored[0].device_time.getTime()).toBe(NOW - 30_000);
    expect(stored[0].latitude).toBeCloseTo(52.5, 5);
    expect(stored[0].longitude).toBeCloseTo(-1.5, 5);
    expect(stored[0].speed_kmh).toBeCloseTo(60, 1);
    expect(stored[1]).toMatchObject({ ignition: false, event_codes: [50] });
  });

  it('stores the battery of a binary report', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '4109114427',
      protocol: 'h02',
    });
    const time = new Date(NOW - 15_000).toISOString();
    const clock = time.slice(11, 19).replaceAll(':', '');
    const date = `${time.slice(8, 10)}${time.slice(5, 7)}${time.slice(2, 4)}`;
    const hex = `244109114427${clock}${date}5230000005001300000e000000fffffbffff0001`;
    const device = await TestDevice.connect(gateway.addresses.h02);
    device.send(Buffer.from(hex, 'hex'));
    await until(async () => (await rows(vehicle)).length === 1);
    const [stored] = await rows(vehicle);
    expect(stored).toMatchObject({ battery_percent: 80, ignition: false });
    expect(stored.device_time.getTime()).toBe(NOW - 15_000);
    device.end();
  });

  it('an unknown device is closed and listed', async () => {
    const device = await TestDevice.connect(gateway.addresses.h02);
    device.send(encodeH02Position('9999999999', input(5)));
    await until(() => device.closed);
    expect(device.answered).toBe(0);
    await until(async () => {
      const found = await services.db.pool.query(
        "select 1 from unknown_devices where protocol = 'h02' and identifier = '9999999999'",
      );
      return found.rows.length === 1;
    });
  });
});

describe('GPS103', () => {
  it('logs in, is stored, and its heartbeat and emergency call are answered', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '353419036066061',
      protocol: 'gps103',
    });
    const device = await TestDevice.connect(gateway.addresses.gps103);
    device.send(encodeGps103Login(vehicle.number));
    expect((await device.answer(4)).toString()).toBe('LOAD');
    device.send(encodeGps103Position(vehicle.number, input(30)));
    device.send(encodeGps103Heartbeat(vehicle.number));
    expect((await device.answer(2)).toString()).toBe('ON');
    expect(await rows(vehicle)).toHaveLength(1);
    device.send(encodeGps103Position(vehicle.number, input(20), 'help me'));
    expect((await device.answer(26)).toString()).toBe(`**,imei:${vehicle.number},E;`);
    const clock = new Date(NOW - 10_000).toISOString().slice(2, 19).replace(/\D/g, '');
    device.send(
      Buffer.from(
        `imei:${vehicle.number},OBD,${clock},51442,0.00,15.88,5632,122,40.39%,95,0.00%,2101,13.80,,,,;`,
      ),
    );
    await until(async () => (await rows(vehicle)).length === 3);
    device.end();
    const stored = await rows(vehicle);
    expect(stored[0]).toMatchObject({ heading_deg: 45, ignition: true, event_codes: null });
    expect(stored[0].device_time.getTime()).toBe(NOW - 30_000);
    expect(stored[0].latitude).toBeCloseTo(52.5, 5);
    expect(stored[0].speed_kmh).toBeCloseTo(60, 1);
    expect(stored[1].event_codes).toEqual([50]);
    expect(stored[2].odometer_m).toBe(51_442_000);
  });

  it('answers datagrams', async () => {
    const vehicle = await makeVehicle(services.db, place, {
      number: '353419036066079',
      protocol: 'gps103',
    });
    const { gps103 } = gateway.addresses;
    expect(await datagram(gps103, encodeGps103Login(vehicle.number), 1)).toBe('LOAD');
    const both = Buffer.concat([
      encodeGps103Position(vehicle.number, input(5)),
      encodeGps103Heartbeat(vehicle.number),
    ]);
    expect(await datagram(gps103, both, 1)).toBe('ON');
    expect(await rows(vehicle)).toHaveLength(1);
  });
});

describe('the port for any protocol', () => {
  const connect = () => TestDevice.connect(gateway.addresses.detect);

  it('continues with the protocol of the first bytes, however they arrive', async () => {
    const h02 = await makeVehicle(services.db, place, { number: '9170412346', protocol: 'h02' });
    const gt06 = await makeVehicle(services.db, place, {
      number: '353419036066087',
      protocol: 'gt06',
    });
    const first = await connect();
    const report = encodeH02Position(h02.number, input(5));
    for (const at of [0, 1, 2]) {
      first.send(report.subarray(at, at + 1));
      await new Promise((done) => setTimeout(done, 20));
    }
    first.send(report.subarray(3));
    expect((await first.answer(36)).toString('latin1')).toContain('V4,V1');
    const second = await connect();
    second.send(encodeGt06Login(gt06.number, 1));
    expect((await second.answer(10))[3]).toBe(0x01);
    second.send(encodeGt06Position(input(5), 2));
    expect((await second.answer(10))[3]).toBe(0x22);
    expect(await rows(h02)).toHaveLength(1);
    expect(await rows(gt06)).toHaveLength(1);
    first.end();
    second.end();
  });

  it('names an unknown device with its protocol', async () => {
    const device = await connect();
    device.send(encodeGps103Login('353419036000000'));
    await until(() => device.closed);
    await until(async () => {
      const found = await services.db.pool.query(
        "select protocol from unknown_devices where identifier = '353419036000000'",
      );
      return found.rows[0]?.protocol === 'gps103';
    });
  });

  it('closes a connection of another protocol without an answer', async () => {
    const browser = await connect();
    browser.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await until(() => browser.closed);
    expect(browser.answered).toBe(0);
  });
});
