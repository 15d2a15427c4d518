import { createSocket } from 'node:dgram';
import { type CodecProtocol, DEVICE_PROTOCOLS } from '@roadworthy/domain';
import {
  ENCODED_FIELDS,
  encodeCalampEvent,
  encodeDigitalMatterCommit,
  encodeDigitalMatterHello,
  encodeDigitalMatterRecords,
  encodeEelinkDatagram,
  encodeEelinkLogin,
  encodeEelinkPosition,
  encodeGalileoskyLogin,
  encodeGalileoskyRecords,
  encodeMeitrackReport,
  encodeNavtelecomFields,
  encodeNavtelecomLogin,
  encodeNavtelecomRecords,
  encodeQueclinkReport,
  encodeRuptelaRecords,
  encodeSuntechReport,
  encodeTk103Position,
  encodeTopflyLogin,
  encodeTopflyPosition,
  encodeWialonData,
  encodeWialonLine,
  encodeXexunText,
} from '@roadworthy/protocols';
import { describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { withFixture } from '../../test/fixture.ts';
import { makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestGateway, testGateway } from '../../test/gateway.ts';
import type { TestServices } from '../../test/services.ts';
import type { Gateway } from './index.ts';

const TIME_MS = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const POSITION = {
  timeMs: TIME_MS,
  latitudeDeg: 52.5,
  longitudeDeg: -1.5,
  speedKmh: 60,
  headingDeg: 45,
  ignition: true,
  odometerM: 123_000,
};

/** What a device of each protocol sends from its first byte to a position. */
const DEVICES: Readonly<
  Partial<Record<CodecProtocol, { readonly number: string; frames(number: string): Buffer[] }>>
> = {
  queclink: { number: '863286023000010', frames: (id) => [encodeQueclinkReport(id, POSITION)] },
  ruptela: { number: '863286023000028', frames: (id) => [encodeRuptelaRecords(id, [POSITION])] },
  meitrack: { number: '863286023000036', frames: (id) => [encodeMeitrackReport(id, POSITION)] },
  suntech: { number: '205027329', frames: (id) => [encodeSuntechReport(id, POSITION)] },
  tk103: { number: '863286023000044', frames: (id) => [encodeTk103Position(id, POSITION)] },
  xexun: { number: '863286023000051', frames: (id) => [encodeXexunText(id, POSITION)] },
  eelink: {
    number: '863286023000069',
    frames: (id) => [encodeEelinkLogin(id, 1), encodeEelinkPosition(POSITION, 2)],
  },
  topfly: {
    number: '863286023000077',
    frames: (id) => [encodeTopflyLogin(id, 1), encodeTopflyPosition(id, POSITION, 2)],
  },
  calamp: { number: '4634663351', frames: (id) => [encodeCalampEvent(id, POSITION, 1)] },
  digitalmatter: {
    number: '863286023000085',
    frames: (id) => [
      encodeDigitalMatterHello(id),
      encodeDigitalMatterRecords([POSITION]),
      encodeDigitalMatterCommit(),
    ],
  },
  galileosky: {
    number: '863286023000093',
    frames: (id) => [encodeGalileoskyLogin(id), encodeGalileoskyRecords([POSITION])],
  },
  navtelecom: {
    number: '863286023000101',
    frames: (id) => [
      encodeNavtelecomLogin(id),
      encodeNavtelecomFields(ENCODED_FIELDS),
      encodeNavtelecomRecords([POSITION]),
    ],
  },
  wialon: {
    number: 'lorry-7',
    frames: (id) => [encodeWialonLine('L', `${id};NA`), encodeWialonData(POSITION)],
  },
};

let services: TestServices;
let gateway: Gateway;
let place: TestGateway['place'];

withFixture(testGateway, (started) => {
  ({ services, gateway, place } = started);
});

async function rows({ vehicleId }: TestVehicle) {
  const found = await services.db.pool.query(
    'select * from positions where vehicle_id = $1 order by device_time',
    [vehicleId],
  );
  return found.rows;
}

async function expectStored(vehicle: TestVehicle): Promise<void> {
  await until(async () => (await rows(vehicle)).length > 0);
  const [stored] = await rows(vehicle);
  expect(stored.device_time.getTime()).toBe(TIME_MS);
  expect(stored.latitude).toBeCloseTo(POSITION.latitudeDeg, 3);
  expect(stored.longitude).toBeCloseTo(POSITION.longitudeDeg, 3);
  expect(Math.abs(stored.speed_kmh - POSITION.speedKmh)).toBeLessThan(1);
}

const speaking = (transport: string) =>
  DEVICE_PROTOCOLS.filter(
    ({ name, transports }) =>
      name in DEVICES && (transports as readonly string[]).includes(transport),
  ).map(({ name }) => name as CodecProtocol);

describe('a device on the port of its protocol', () => {
  it.each(speaking('tcp'))('%s: its position is stored', async (protocol) => {
    const { number = '', frames } = DEVICES[protocol] ?? {};
    const vehicle = await makeVehicle(services.db, place, { number, protocol });
    const device = await TestDevice.connect(gateway.addresses[protocol]);
    for (const frame of frames?.(number) ?? []) device.send(frame);
    await expectStored(vehicle);
    device.end();
  });

  it.each(speaking('udp'))('%s: its datagram is stored', async (protocol) => {
    const { number: taken = '', frames } = DEVICES[protocol] ?? {};
    // Another device than the one with a connection.
    const number = `${taken.slice(0, -3)}9${taken.slice(-2)}`;
    const vehicle = await makeVehicle(services.db, place, { number, protocol });
    const own = frames?.(number) ?? [];
    const socket = createSocket('udp4');
    for (const frame of protocol === 'eelink' ? own.slice(1) : own) {
      const datagram = protocol === 'eelink' ? encodeEelinkDatagram(number, frame) : frame;
      socket.send(datagram, gateway.addresses[protocol], '127.0.0.1');
    }
    await expectStored(vehicle);
    socket.close();
  });

  it('unknown devices are listed and closed', async () => {
    await Promise.all(
      speaking('tcp').map(async (protocol) => {
        const { number: taken = '', frames } = DEVICES[protocol] ?? {};
        const number = `${taken.slice(0, -3)}8${taken.slice(-2)}`;
        const device = await TestDevice.connect(gateway.addresses[protocol]);
        for (const frame of frames?.(number) ?? []) device.send(frame);
        await until(() => device.closed);
        await until(async () => {
          const { rows: found } = await services.db.pool.query(
            'select 1 from unknown_devices where protocol = $1 and identifier = $2',
            [protocol, number],
          );
          return found.length === 1;
        });
      }),
    );
  });
});
