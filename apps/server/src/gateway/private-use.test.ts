import { type AvlInput, encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { TestServices } from '../../test/services.ts';
import type { CommittedRecord, VehicleStateChange } from '../platform/bus/index.ts';
import type { Gateway } from './index.ts';

let started: TestGateway;
let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];
const committed: CommittedRecord[] = [];
const moved: VehicleStateChange[] = [];
const NOW = Date.now();
const minute = (minutes: number) => NOW + minutes * 60_000;

const record = (timeMs: number, more: Partial<AvlInput> = {}): AvlInput => ({
  timeMs,
  latitudeDeg: 52 + (timeMs - NOW) / 60_000 / 1000,
  longitudeDeg: -1.2,
  speedKmh: 50,
  angleDeg: 90,
  io: [{ id: 239, width: 1, value: 1 }],
  ...more,
});

beforeAll(async () => {
  started = await testGateway();
  ({ services, gateway, place } = started);
  services.bus.subscribe('records.committed', ({ records }) => committed.push(...records));
  services.bus.subscribe('positions.committed', ({ states }) => moved.push(...states));
});
afterAll(() => started.close());

async function send(vehicle: TestVehicle, records: readonly AvlInput[]): Promise<void> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(vehicle.number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  device.send(encodeTeltonikaPacket([...records], '8E'));
  expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, records.length]));
  device.end();
}

async function privateFrom(vehicle: TestVehicle | null, fromMs: number, untilMs: number | null) {
  await services.db.pool.query(
    `insert into private_use_rules (customer_id, vehicle_id, kind, starts_at, ends_at, time_zone,
       created_by_name) values ($1, $2, 'period', $3, $4, 'UTC', 'Ada')`,
    [
      place.customerId,
      vehicle?.vehicleId ?? null,
      new Date(fromMs),
      untilMs === null ? null : new Date(untilMs),
    ],
  );
  services.bus.publish('private-use.changed', { customerId: place.customerId });
}

const rows = async (vehicle: TestVehicle) => {
  const found = await services.db.pool.query(
    'select * from positions where vehicle_id = $1 order by device_time',
    [vehicle.vehicleId],
  );
  return found.rows;
};
const metres = (all: { private_leg_m: number | null }[]) =>
  all.map(({ private_leg_m: m }) => (m === null ? null : Math.round(m)));

const HIDDEN = {
  latitude: null,
  longitude: null,
  altitude_m: null,
  speed_kmh: null,
  heading_deg: null,
  satellites: null,
  fix_valid: false,
  ignition: null,
  temperature_c: null,
  driver_tag: null,
  event_codes: null,
  attributes: null,
};

describe('private use', () => {
  it('[O-20] [U-P03] is stored without position and activity, and neither is published', async () => {
    const vehicle = await makeVehicle(services.db, place);
    await send(vehicle, [record(minute(-9)), record(minute(-8))]);
    await privateFrom(vehicle, minute(-7), null);
    const drive = [-6, -5, -4].map((n) =>
      record(minute(n), {
        priority: 1,
        eventIoId: 253,
        io: [
          { id: 239, width: 1, value: 1 },
          { id: 253, width: 1, value: 2 },
          { id: 78, width: 8, value: 12_345n },
          { id: 66, width: 2, value: 12_600 },
        ],
      }),
    );
    committed.length = 0;
    moved.length = 0;
    await send(vehicle, drive);
    const stored = (await rows(vehicle)).slice(2);
    expect(stored).toHaveLength(3);
    for (const row of stored) expect(row).toMatchObject(HIDDEN);
    expect(stored[0]).toMatchObject({ external_voltage_v: expect.closeTo(12.6, 3) });
    // A thousandth of a degree a minute: 111 m, and twice that since the last position before it.
    expect(metres(stored)).toEqual([222, 111, 111]);
    expect(committed.map((one) => one.record.latitudeDeg)).toEqual([null, null, null]);
    expect(moved.at(-1)).toMatchObject({
      isPrivate: true,
      latitudeDeg: null,
      speedKmh: null,
      ignition: null,
      driverTag: null,
    });
    const kept = async () => {
      const { pool } = services.db;
      const found = await pool.query('select * from vehicle_states where vehicle_id = $1', [
        vehicle.vehicleId,
      ]);
      return found.rows[0];
    };
    await until(async () => (await kept())?.is_private === true);
    expect(await kept()).toMatchObject({ latitude: null, longitude: null, fix_time: null });
    // The same records again, as from a device that received no reply: nothing is counted twice.
    await send(vehicle, drive);
    expect(metres((await rows(vehicle)).slice(2))).toEqual([222, 111, 111]);
  });

  it('[O-20] after its end the next record has its position; each record is judged by its own time', async () => {
    const vehicle = await makeVehicle(services.db, place);
    await privateFrom(vehicle, minute(-20), minute(-10));
    const odometer = (n: number) => ({ id: 16, width: 4, value: 50_000 + n * 700 }) as const;
    await send(vehicle, [
      record(minute(-21), { io: [odometer(0)] }),
      record(minute(-19), { io: [odometer(1)] }),
      record(minute(-11), { io: [odometer(2)] }),
      record(minute(-9), { io: [odometer(3)] }),
    ]);
    const stored = await rows(vehicle);
    expect(stored.map(({ latitude }) => latitude !== null)).toEqual([true, false, false, true]);
    expect(metres(stored)).toEqual([null, 700, 700, null]);
    expect(stored.map(({ odometer_m: m }) => m)).toEqual([50_000, 50_700, 51_400, 52_100]);
    // Late records are judged by the rule at their time.
    await send(vehicle, [record(minute(-15))]);
    expect((await rows(vehicle))[2]).toMatchObject(HIDDEN);
  });

  it('[O-20] [O-21] applies where the device reports it', async () => {
    const vehicle = await makeVehicle(services.db, place);
    const mode = (value: number) => ({ io: [{ id: 391, width: 1, value } as const] });
    await send(vehicle, [record(minute(-3), mode(0)), record(minute(-2), mode(1))]);
    const stored = await rows(vehicle);
    expect(stored.map(({ latitude }) => latitude !== null)).toEqual([true, false]);
    expect(stored[1]).toMatchObject(HIDDEN);
  });

  it('[O-20] stores no position either if the clock of the device is wrong', async () => {
    const vehicle = await makeVehicle(services.db, place);
    await privateFrom(vehicle, minute(-1), null);
    await send(vehicle, [record(Date.UTC(2002, 0, 1))]);
    const faults = await services.db.pool.query(
      'select record from clock_fault_records where vehicle_id = $1',
      [vehicle.vehicleId],
    );
    expect(faults.rows[0]?.record).toMatchObject({ latitudeDeg: null, longitudeDeg: null });
  });
});
