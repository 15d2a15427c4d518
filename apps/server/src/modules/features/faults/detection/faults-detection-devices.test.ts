import {
  encodeJt808,
  encodeJt808Place,
  type Jt808Address,
  type Jt808Input,
  jt808Address,
} from '@roadworthy/protocols';
import { expect, it } from 'vitest';
import { FAST, untilDerived, untilStated } from '../../../../../test/deriving.ts';
import { TestDevice, until } from '../../../../../test/device.ts';
import { withFixture } from '../../../../../test/fixture.ts';
import { makeVehicle } from '../../../../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../../../../test/gateway.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { startDerivation } from '../../derivation/index.ts';
import { detectFaults } from '../index.ts';

const NOW = Math.floor(Date.now() / 1000) * 1000;
/** Bits of the alarm flags: camera fault, and tyre pressure of 2019. */
const [CAMERA, TYRE] = [1 << 11, 1 << 16];

let { gateway, place, services }: Partial<TestGateway> = {};

withFixture(
  async () => {
    const started = await testGateway();
    const derivation = startDerivation({ ...started.services, metrics: createMetrics() }, FAST);
    return {
      ...started,
      close: async () => {
        await derivation.stop();
        await started.close();
      },
    };
  },
  (started) => {
    ({ services, gateway, place } = started);
  },
);

/** A location message (0200) with these alarm flags and items. */
function location(address: Jt808Address, secondsAgo: number, flags: number, items: Buffer) {
  const timeMs = NOW - secondsAgo * 1000;
  const input: Jt808Input = {
    timeMs,
    latitudeDeg: 52.5,
    longitudeDeg: -1.5,
    speedKmh: 0,
    headingDeg: 0,
    ignition: true,
    odometerM: 1000,
    alarmFlags: flags,
  };
  return encodeJt808(
    0x0200,
    address,
    secondsAgo,
    Buffer.concat([encodeJt808Place(input, timeMs), items]),
  );
}

/** Item 14 of JT/T 1078 with one bit, and the item that says which channels or stores. */
function videoAlarm(bit: number, detail: number, channels: Buffer): Buffer {
  const item = Buffer.from([0x14, 4, 0, 0, 0, 0]);
  item.writeUInt32BE(1 << bit, 2);
  return Buffer.concat([item, Buffer.from([detail, channels.length]), channels]);
}

/** Item 66 of T/JSATL 12 with one tyre: hot, not low. */
function tyreItem(bits: number): Buffer {
  const value = Buffer.alloc(24 + 16 + 1 + 9);
  value[40] = 1;
  value[41] = 3;
  value.writeUInt16BE(bits, 42);
  value.writeUInt16BE(820, 44);
  value.writeInt16BE(98, 46);
  return Buffer.concat([Buffer.from([0x66, value.length]), value]);
}

const CHANNEL_2 = Buffer.from([0, 0, 0, 2]);
const CASES: readonly [
  string,
  { key: string; kind: string; flags?: number; items?: Buffer; is2019?: boolean },
][] = [
  [
    'a storage failure (item 14, bit 2)',
    { kind: 'camera', key: 'storage', items: videoAlarm(2, 0x17, Buffer.from([0, 1])) },
  ],
  [
    'a lost camera (item 14, bit 0)',
    { kind: 'camera', key: 'signal', items: videoAlarm(0, 0x15, CHANNEL_2) },
  ],
  [
    'a covered camera (item 14, bit 1)',
    { kind: 'camera', key: 'camera', items: videoAlarm(1, 0x16, CHANNEL_2) },
  ],
  [
    'another camera fault (item 14, bit 3)',
    { kind: 'camera', key: 'camera', items: videoAlarm(3, 0x16, CHANNEL_2) },
  ],
  ['a camera fault in the alarm flags', { kind: 'camera', key: 'camera', flags: CAMERA }],
  ['a hot tyre (item 66)', { kind: 'tyrePressure', key: 'alarm', items: tyreItem(1 << 3) }],
  ['the tyre flag of 2019', { kind: 'tyrePressure', key: 'alarm', flags: TYRE, is2019: true }],
];

it.each(CASES)('JT/T 808: %s becomes a fault, from the socket on', async (name, one) => {
  if (services === undefined || gateway === undefined || place === undefined) return;
  const n = CASES.findIndex(([other]) => other === name);
  const vehicle = await makeVehicle(services.db, place, {
    number: `1391234570${n}`,
    protocol: 'jt808',
  });
  const plain = jt808Address(vehicle.number);
  const address = one.is2019
    ? { is2019: true, phone: Buffer.concat([Buffer.alloc(4), plain.phone]) }
    : plain;
  const device = await TestDevice.connect(gateway.addresses.jt808);
  const none = Buffer.alloc(0);
  for (const [secondsAgo, flags, items] of [
    [90, 0, none],
    [60, one.flags ?? 0, one.items ?? none],
    [30, one.flags ?? 0, one.items ?? none],
    [5, 0, none],
  ] as const) {
    const before = device.answered;
    device.send(location(address, secondsAgo, flags, items));
    await until(() => device.answered > before);
  }
  device.end();
  await untilDerived(services.db, [vehicle.vehicleId]);
  await untilStated(services.db, [vehicle.vehicleId]);
  await detectFaults(services.db, Date.now());
  const { rows } = await services.db.pool.query(
    `select kind, fault_key as key, first_seen_at, occurrences, ended_at
     from vehicle_faults where vehicle_id = $1`,
    [vehicle.vehicleId],
  );
  expect(rows).toEqual([
    {
      kind: one.kind,
      key: one.key,
      first_seen_at: new Date(NOW - 60_000),
      occurrences: 1,
      ended_at: null,
    },
  ]);
});
