import { type AvlInput, encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { TestServices } from '../../test/services.ts';
import type { Gateway } from './index.ts';
import { ServerClock } from './server-clock.ts';

const HOUR_MS = 3_600_000;
const realNow = Date.now.bind(Date);

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});
afterEach(() => vi.restoreAllMocks());

const sql = async (text: string, values: unknown[] = []) =>
  (await services.db.pool.query(text, values)).rows;

/** Sends one record and waits until it is acknowledged. */
async function send({ number }: TestVehicle, timeMs: number): Promise<void> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(number));
  await device.answer(1);
  const record: AvlInput = { timeMs, latitudeDeg: 52.1, longitudeDeg: -1.2, satellites: 8 };
  device.send(encodeTeltonikaPacket([record]));
  expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
  device.end();
}

const setClock = (shiftMs: number) =>
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
const apart = async () =>
  (await sql('select count(*)::int as count from clock_fault_records'))[0]?.count;
const positions = ({ vehicleId }: TestVehicle) =>
  sql('select device_time from positions where vehicle_id = $1 order by 1', [vehicleId]);

/** The device clocks are right again: the next record of each clears its fault. */
async function cured(vehicles: readonly TestVehicle[]): Promise<void> {
  for (const vehicle of vehicles) await send(vehicle, realNow());
  await until(
    async () => (await sql('select from trackers where clock_fault is not null')).length === 0,
  );
}

describe('a server whose clock was two hours behind', () => {
  it('[RP-07] is reported, and its quarantined records become positions once it is right', async () => {
    const vehicles = await Promise.all([1, 2, 3].map(() => makeVehicle(services.db, place)));
    const sentMs = realNow() - 5000;
    setClock(-2 * HOUR_MS);
    for (const vehicle of vehicles) await send(vehicle, sentMs);
    expect(gateway.health()).toBe('the clock of this server is behind that of the devices');
    expect(await apart()).toBe(3);
    expect(await gateway.takeBackRecords()).toBe(0);
    vi.restoreAllMocks();
    await cured(vehicles);
    expect(gateway.health()).toBe(true);
    expect(await gateway.takeBackRecords()).toBe(3);
    for (const vehicle of vehicles) {
      const [first] = await positions(vehicle);
      expect(first?.device_time.getTime()).toBe(sentMs);
      expect(
        await sql('select redo_from from derivations where vehicle_id = $1', [vehicle.vehicleId]),
      ).toEqual([{ redo_from: new Date(sentMs) }]);
    }
    expect(await apart()).toBe(0);
    expect(await gateway.takeBackRecords()).toBe(0);
  });

  it('[RP-07] on the same machine as the database is detected by three devices that agree, not by one', async () => {
    const vehicles = await Promise.all([1, 2, 3, 4].map(() => makeVehicle(services.db, place)));
    const [alone, ...agreeing] = vehicles as [TestVehicle, ...TestVehicle[]];
    const sentMs = realNow() - 5000;
    setClock(-2 * HOUR_MS);
    for (const vehicle of agreeing) await send(vehicle, sentMs);
    setClock(-5 * HOUR_MS);
    await send(alone, sentMs - 60_000);
    vi.restoreAllMocks();
    // The database had the same wrong clock.
    await sql(
      `update clock_fault_records set received_at = received_at
         - case when tracker_id = $1 then interval '5 hours' else interval '2 hours' end`,
      [alone.trackerId],
    );
    await cured(vehicles);
    expect(await gateway.takeBackRecords()).toBe(3);
    expect(await apart()).toBe(1);
    expect(await positions(alone)).toHaveLength(1);
  });
});

it('[RP-07] a clock that differs from that of the database, ahead or behind, is reported until it is right', async () => {
  const clock = new ServerClock(services.db.pool);
  for (const shiftMs of [-HOUR_MS, HOUR_MS]) {
    setClock(shiftMs);
    await clock.compare();
    vi.restoreAllMocks();
    expect(clock.health()).toBe('the clocks of this server and of the database differ');
  }
  await clock.compare();
  expect(clock.health()).toBe(true);
  setClock(10_000);
  await clock.compare();
  vi.restoreAllMocks();
  expect(clock.health()).toBe(true);
  clock.close();
});

it('[RP-07] records of a single device that is ahead stay quarantined, and the server is healthy', async () => {
  const vehicle = await makeVehicle(services.db, place);
  const before = await apart();
  await send(vehicle, realNow() + 2 * HOUR_MS);
  expect(gateway.health()).toBe(true);
  await sql('update clock_fault_records set device_time = device_time - interval $$2 hours$$');
  expect(await gateway.takeBackRecords()).toBe(0);
  expect(await apart()).toBe(before + 1);
});
