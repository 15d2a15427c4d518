import { type AvlInput, encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { TestServices } from '../../test/services.ts';
import { vehicleAt } from './device-registry.ts';
import type { Gateway } from './index.ts';

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});

const record = (timeMs: number): AvlInput => ({
  timeMs,
  latitudeDeg: 52.1,
  longitudeDeg: -1.2,
  speedKmh: 50,
  angleDeg: 90,
  io: [],
});

async function times({ vehicleId }: TestVehicle): Promise<number[]> {
  const { rows } = await services.db.pool.query(
    `select (extract(epoch from device_time) * 1000)::float8 as ms from positions
     where vehicle_id = $1 order by device_time`,
    [vehicleId],
  );
  return rows.map(({ ms }) => ms);
}

/**
 * Fits a device to another vehicle, or to none, as the services do. Returns a time just after it.
 */
async function move(trackerId: number, vehicleId: number | null): Promise<number> {
  await services.db.pool.query('update trackers set vehicle_id = $2 where id = $1', [
    trackerId,
    vehicleId,
  ]);
  services.bus.publish('trackers.changed', { trackerId });
  const movedMs = Date.now();
  await until(() => Date.now() > movedMs);
  return Date.now();
}

describe('a device that is moved to another vehicle', () => {
  it('[O-17] [O-21] leaves its records on the previous vehicle, late ones too', async () => {
    const before = await makeVehicle(services.db, place);
    const after = await makeVehicle(services.db, place);
    const device = await TestDevice.connect(gateway.addresses.teltonika);
    device.send(encodeTeltonikaLogin(before.number));
    await device.answer(1);
    const earlyMs = Date.now() - 60_000;
    device.send(encodeTeltonikaPacket([record(earlyMs)], '8E'));
    await device.answer(4);

    const newMs = await move(before.trackerId, after.vehicleId);
    // On the connection that stayed open: one record from before the move, one from after.
    device.send(encodeTeltonikaPacket([record(earlyMs + 30_000), record(newMs)], '8E'));
    expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, 2]));
    expect(await times(before)).toEqual([earlyMs, earlyMs + 30_000]);
    expect(await times(after)).toEqual([newMs]);
    device.end();
  });

  it('[O-17] is not acknowledged once it is on none, and keeps its records for the next vehicle', async () => {
    const before = await makeVehicle(services.db, place);
    const next = await makeVehicle(services.db, place);
    const device = await TestDevice.connect(gateway.addresses.teltonika);
    device.send(encodeTeltonikaLogin(before.number));
    await device.answer(1);
    const loneMs = await move(before.trackerId, null);
    device.send(encodeTeltonikaPacket([record(loneMs)], '8E'));
    await until(() => device.closed);
    expect(device.received()).toHaveLength(0);

    await move(before.trackerId, next.vehicleId);
    const again = await TestDevice.connect(gateway.addresses.teltonika);
    again.send(encodeTeltonikaLogin(before.number));
    await again.answer(1);
    again.send(encodeTeltonikaPacket([record(loneMs)], '8E'));
    await again.answer(4);
    expect(await times(next)).toEqual([loneMs]);
    expect(await times(before)).toEqual([]);
    again.end();
  });
});

describe('the vehicle of a record', () => {
  const fittings = [
    { vehicleId: 3, fromMs: 300, untilMs: Number.POSITIVE_INFINITY },
    { vehicleId: 2, fromMs: 100, untilMs: 200 },
    { vehicleId: 1, fromMs: Number.NEGATIVE_INFINITY, untilMs: 100 },
  ];
  it.each([
    [99, 1],
    [100, 2],
    [199, 2],
    [200, 3],
    [299, 3],
    [5000, 3],
  ])('[O-17] of a record at %i is %i', (timeMs, vehicle) => {
    expect(vehicleAt({ vehicleId: 3, fittings }, timeMs)).toBe(vehicle);
  });
});
