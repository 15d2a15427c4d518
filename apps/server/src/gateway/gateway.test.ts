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
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { TestServices } from '../../test/services.ts';
import type { VehicleStateChange } from '../platform/bus/index.ts';
import { createMetrics } from '../platform/metrics/index.ts';
import { type Gateway, startGateway } from './index.ts';

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

const LIMITS = { loginMs: 1500, frameMs: 1500, idleMs: 60_000, badFrames: 5 };

withFixture(
  () => testGateway({}, LIMITS),
  (started) => {
    ({ services, gateway, place } = started);
  },
);

const NOW = Date.now();
const record = (secondsAgo: number, more: Partial<AvlInput> = {}): AvlInput => ({
  timeMs: NOW - secondsAgo * 1000,
  latitudeDeg: 52.1 + secondsAgo / 10_000,
  longitudeDeg: -1.2,
  speedKmh: 50,
  angleDeg: 90,
  io: [{ id: 239, width: 1, value: 1 }],
  ...more,
});

async function login(vehicle: TestVehicle): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(vehicle.number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  return device;
}

const acknowledged = (count: number) => Buffer.from([0, 0, 0, count]);

async function rows(vehicle: TestVehicle) {
  const { rows: found } = await services.db.pool.query(
    'select * from positions where vehicle_id = $1 order by device_time',
    [vehicle.vehicleId],
  );
  return found;
}

/** The stored state, once it is up to date with the newest position. */
async function state(vehicle: TestVehicle) {
  const { pool } = services.db;
  const kept = async () => {
    const { rows: found } = await pool.query(
      `select s.* from vehicle_states s where s.vehicle_id = $1 and s.device_time =
         (select max(device_time) from positions p where p.vehicle_id = s.vehicle_id)`,
      [vehicle.vehicleId],
    );
    return found[0];
  };
  await until(async () => (await kept()) !== undefined);
  return kept();
}

const counter = async (name: string) => {
  const metric = await services.metrics.registry.getSingleMetric(`roadworthy_${name}`)?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
};

describe('records of a known device', () => {
  it('are stored, then acknowledged, and update the last known state', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const seen: VehicleStateChange[] = [];
    const stop = services.bus.subscribe('positions.committed', ({ states }) =>
      seen.push(...states),
    );
    const device = await login(vehicle);
    device.send(encodeTeltonikaPacket([record(20), record(10)], '8E'));
    expect(await device.answer(4)).toEqual(acknowledged(2));
    expect(await rows(vehicle)).toHaveLength(2);
    expect(await state(vehicle)).toMatchObject({ speed_kmh: 50, heading_deg: 90, ignition: true });
    expect(seen.at(-1)).toMatchObject({ vehicleId: vehicle.vehicleId, deviceTimeMs: NOW - 10_000 });
    stop();
    device.end();
  });

  it('change nothing when they are repeated, in any packets', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    device.send(encodeTeltonikaPacket([record(30), record(20), record(10)]));
    await device.answer(4);
    device.send(encodeTeltonikaPacket([record(20)]));
    await device.answer(4);
    const again = await login(vehicle);
    again.send(encodeTeltonikaPacket([record(10), record(30)], 16));
    expect(await again.answer(4)).toEqual(acknowledged(2));
    // Codec 16 has one more field, so its records differ; a repeat in the same codec does not.
    expect((await rows(vehicle)).length).toBe(5);
    again.end();
  });

  it('with an implausible position are stored and marked, and the last known position stays', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const before = await counter('gateway_implausible_positions_total');
    const device = await login(vehicle);
    device.send(encodeTeltonikaPacket([record(30)]));
    await device.answer(4);
    const away = { latitudeDeg: 40.7, longitudeDeg: -74 };
    device.send(encodeTeltonikaPacket([record(29, away), record(28)]));
    expect(await device.answer(4)).toEqual(acknowledged(2));
    device.send(encodeTeltonikaPacket([record(27, away)]));
    expect(await device.answer(4)).toEqual(acknowledged(1));
    const stored = await rows(vehicle);
    expect(stored.map(({ longitude, jump_kmh: kmh }) => [longitude, kmh !== null])).toEqual([
      [-1.2, false],
      [-74, true],
      [-1.2, false],
      [-74, true],
    ]);
    expect(stored[1].jump_kmh).toBeGreaterThan(1_000_000);
    expect(await state(vehicle)).toMatchObject({ longitude: -1.2 });
    expect(await counter('gateway_implausible_positions_total')).toBe(before + 2);
    // Two more records that agree confirm the position.
    device.send(encodeTeltonikaPacket([record(26, away), record(25, away)]));
    await device.answer(4);
    expect(await state(vehicle)).toMatchObject({ longitude: -74 });
    device.end();
  });

  it('never move the last known state back in time', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    device.send(encodeTeltonikaPacket([record(5, { speedKmh: 80 })]));
    await device.answer(4);
    device.send(encodeTeltonikaPacket([record(7200, { speedKmh: 10 })]));
    expect(await device.answer(4)).toEqual(acknowledged(1));
    expect(await rows(vehicle)).toHaveLength(2);
    expect((await state(vehicle)).speed_kmh).toBe(80);
    device.end();
  });

  it('keep the last position when they have no fix', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    device.send(encodeTeltonikaPacket([record(20)]));
    await device.answer(4);
    device.send(
      encodeTeltonikaPacket([
        record(10, { satellites: 0, latitudeDeg: 0, longitudeDeg: 0, speedKmh: 0 }),
      ]),
    );
    await device.answer(4);
    const last = await state(vehicle);
    expect(last.latitude).toBeCloseTo(52.102, 5);
    expect(last.device_time.getTime()).toBe(NOW - 10_000);
    device.end();
  });

  it('are not acknowledged before their commit', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    const blocker = await services.db.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table positions in access exclusive mode');
    device.send(encodeTeltonikaPacket([record(10)]));
    await new Promise((done) => setTimeout(done, 300));
    expect(device.answered).toBe(0);
    await blocker.query('commit');
    blocker.release();
    expect(await device.answer(4)).toEqual(acknowledged(1));
    device.end();
  });

  it('are also accepted by datagram', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const socket = createSocket('udp4');
    const answer = new Promise<Buffer>((done) => socket.once('message', done));
    socket.send(
      encodeTeltonikaDatagram(vehicle.number, 0xcafe, [record(10)]),
      gateway.addresses.teltonika,
      '127.0.0.1',
    );
    expect((await answer).toString('hex')).toBe('0005cafe01fe01');
    expect(await rows(vehicle)).toHaveLength(1);
    socket.close();
  });
});

describe('clocks', () => {
  it.each([
    ['a year ahead', NOW + 365 * 86_400_000, 'clock_future'],
    ['beyond any calendar', 2 ** 63, 'clock_future'],
    ['zero', 0, 'clock_past'],
    ['rolled over by 1024 weeks', NOW - 1024 * 7 * 86_400_000, 'clock_past'],
  ])(
    '%s are kept apart, acknowledged, and shown until a good record comes',
    async (_name, timeMs, fault) => {
      const vehicle = await makeVehicle(services.db, place);
      const device = await login(vehicle);
      device.send(encodeTeltonikaPacket([record(0, { timeMs })]));
      expect(await device.answer(4)).toEqual(acknowledged(1));
      expect(await rows(vehicle)).toHaveLength(0);
      const faultOf = async () => {
        const { rows: found } = await services.db.pool.query(
          'select clock_fault from trackers where id = $1',
          [vehicle.trackerId],
        );
        return found[0].clock_fault;
      };
      expect(await faultOf()).toBe(fault);
      device.end();
      const again = await login(vehicle);
      again.send(encodeTeltonikaPacket([record(1)]));
      await again.answer(4);
      await until(async () => (await faultOf()) === null);
      again.end();
    },
  );
});

describe('devices that are not accepted', () => {
  it('[O-21] unknown ones are refused, store no row, and are listed', async () => {
    const device = await TestDevice.connect(gateway.addresses.teltonika);
    device.send(encodeTeltonikaLogin('359999999999990'));
    device.send(encodeTeltonikaPacket([record(10)]));
    expect(await device.answer(1)).toEqual(Buffer.from([0]));
    await until(() => device.closed);
    expect(device.answered).toBe(0);
    await until(async () => {
      const { rows: found } = await services.db.pool.query(
        "select 1 from unknown_devices where identifier = '359999999999990'",
      );
      return found.length === 1;
    });
  });

  it('one without a vehicle is not acknowledged until it has one', async () => {
    const vehicle = await makeVehicle(services.db, place);
    await services.db.pool.query('update trackers set vehicle_id = null where id = $1', [
      vehicle.trackerId,
    ]);
    const device = await TestDevice.connect(gateway.addresses.teltonika);
    device.send(encodeTeltonikaLogin(vehicle.number));
    expect(await device.answer(1)).toEqual(Buffer.from([0]));
    await services.db.pool.query('update trackers set vehicle_id = $2 where id = $1', [
      vehicle.trackerId,
      vehicle.vehicleId,
    ]);
    services.bus.publish('trackers.changed', { trackerId: vehicle.trackerId });
    (await login(vehicle)).end();
  });
});

it('starts when other programs have ports for datagrams that are free for streams', async () => {
  const others = Array.from({ length: 8_000 }, () => createSocket('udp4'));
  await Promise.all(
    others.map((socket) => new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))),
  );
  const { addresses, stop } = await startGateway({ ...services, metrics: createMetrics() });
  expect(addresses.teltonika).toBeGreaterThan(0);
  await stop();
  for (const socket of others) socket.close();
});

describe('bad connections', () => {
  it('a bad checksum is refused, and valid packets after it are accepted', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    const broken = encodeTeltonikaPacket([record(10)]);
    broken[20] = (broken[20] ?? 0) ^ 0xff;
    device.send(broken);
    expect(await device.answer(4)).toEqual(acknowledged(0));
    device.send(encodeTeltonikaPacket([record(10)]));
    expect(await device.answer(4)).toEqual(acknowledged(1));
    device.end();
  });

  it('five bad frames in a row end it', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const device = await login(vehicle);
    const broken = encodeTeltonikaPacket([record(10)]);
    broken[20] = (broken[20] ?? 0) ^ 0xff;
    for (let n = 0; n < 5; n += 1) device.send(broken);
    await until(() => device.closed);
    expect(await rows(vehicle)).toHaveLength(0);
  });

  it('an impossible length is refused and counted', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const before = await counter('gateway_bad_frames_total');
    const device = await login(vehicle);
    device.send(Buffer.from('0000000000ffffff', 'hex'));
    expect(await device.answer(4)).toEqual(acknowledged(0));
    expect(await counter('gateway_bad_frames_total')).toBe(before + 1);
    device.end();
  });

  it('a silent one, and one that sends a byte at a time, are closed in time', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const silent = await TestDevice.connect(gateway.addresses.teltonika);
    const dripping = await login(vehicle);
    const packet = encodeTeltonikaPacket([record(10)]);
    let at = 0;
    const drip = setInterval(() => {
      if (!dripping.closed) dripping.send(packet.subarray(at, ++at));
    }, 200);
    await until(() => silent.closed && dripping.closed, 6000);
    clearInterval(drip);
    expect(await rows(vehicle)).toHaveLength(0);
  });

  it('a newer login of a device replaces the older connection', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const older = await login(vehicle);
    const newer = await login(vehicle);
    await until(() => older.closed);
    expect(newer.closed).toBe(false);
    newer.end();
  });

  it('random bytes affect nobody else', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const honest = await login(vehicle);
    for (let n = 0; n < 50; n += 1) {
      const noisy = await TestDevice.connect(gateway.addresses.teltonika);
      noisy.send(Buffer.from(Array.from({ length: 400 }, () => Math.floor(Math.random() * 256))));
    }
    honest.send(encodeTeltonikaPacket([record(10)]));
    expect(await honest.answer(4)).toEqual(acknowledged(1));
    honest.end();
  });
});
