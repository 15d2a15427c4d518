import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDevice, until } from '../../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../../test/fleet.ts';
import { NATS_SERVER, type NatsCluster, startNats } from '../../../test/nats.ts';
import { TEST_CONFIG } from '../../../test/test-config.ts';
import { createLocalBus, type VehicleStateChange } from '../../platform/bus/index.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { type Database, migrate, openDatabase, startPostgres } from '../../platform/db/index.ts';
import { createDeviceCommands, createDeviceMedia } from '../../platform/device-commands/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { type Gateway, startGateway } from '../index.ts';
import { IngestStream, PARTITIONS, type RunningWriter, startWriter } from './index.ts';

const ALL = Array.from({ length: PARTITIONS }, (_, n) => n);
const NOW_MS = Math.floor(Date.now() / 1000) * 1000;
const folder = mkdtempSync(join(tmpdir(), 'roadworthy-stream-'));
const lines: string[] = [];
const log = createLog('warn', { write: (line) => lines.push(line) });
const bus = createLocalBus();
const states: VehicleStateChange[] = [];

let nats: NatsCluster;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let db: Database;
let stream: IngestStream;
let gateway: Gateway;
let writer: RunningWriter;
let place: { customerId: number; depotId: number };

const packet = (second: number, count = 1) =>
  encodeTeltonikaPacket(
    Array.from({ length: count }, (_, n) => ({
      timeMs: NOW_MS - 3_600_000 + second * 1000 + n,
      latitudeDeg: 52.5 + second / 1e4,
      longitudeDeg: -1.5,
      speedKmh: 60,
    })),
  );

async function connect(number: string): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(number));
  expect((await device.answer(1))[0]).toBe(1);
  return device;
}

/** Sends a record. Returns the number of records that the server acknowledged. */
async function send(device: TestDevice, second: number): Promise<number> {
  device.send(packet(second));
  return (await device.answer(4)).readUInt32BE(0);
}

async function stored(vehicleId: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ second: number }>(
    `select (extract(epoch from device_time) - $2)::int as second from positions
     where vehicle_id = $1 order by 1`,
    [vehicleId, NOW_MS / 1000 - 3600],
  );
  return rows.map(({ second }) => second);
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

beforeAll(async () => {
  if (NATS_SERVER === null) return;
  nats = await startNats();
  postgres = await startPostgres({ folder });
  await migrate(postgres.url);
  db = openDatabase(postgres.url);
  place = await makeCustomer(db, 'Albion');
  const config = loadConfig({
    ...TEST_CONFIG,
    DATA_DIR: folder,
    BUS_URL: nats.url,
    BUS_MONITOR_PORT: String(nats.nodes[0]?.monitorPort),
    INGEST_MAX_MB: '1',
  });
  if (config.bus === null) throw new Error('no bus');
  stream = await IngestStream.open(config.bus, log);
  bus.subscribe('positions.committed', (message) => states.push(...message.states));
  const services = { config, db, bus, log, metrics: createMetrics() };
  writer = startWriter(services, stream);
  await writer.gained(ALL);
  gateway = await startGateway(
    {
      ...services,
      deviceCommands: createDeviceCommands(bus),
      deviceMedia: createDeviceMedia(),
    },
    {},
    stream,
  );
});

afterAll(async () => {
  if (NATS_SERVER === null) return;
  await gateway.stop();
  await writer.close();
  await stream.close();
  await db.close();
  await postgres.stop();
  await nats.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(NATS_SERVER === null)('ingest through a stream', () => {
  it('warns of servers that acknowledge before they flush', async () => {
    await until(() => lines.some((line) => line.includes('sync_interval')));
  });

  it('acknowledges without PostgreSQL, and stores everything when it is back', async () => {
    const first = await makeVehicle(db, place);
    const second = await makeVehicle(db, place);
    const committed: number[] = [];
    bus.subscribe('records.committed', ({ records }) => {
      for (const { vehicleId } of records) committed.push(vehicleId);
    });
    bus.publish('trackers.changed', { trackerId: null });
    const device = await connect(first.number);
    expect(await send(device, 1)).toBe(1);
    await until(async () => (await stored(first.vehicleId)).length === 1);
    // The gateway reads its devices again some seconds after the change.
    await until(() => gateway.knowsDevice(second.number));

    await postgres.stop();
    for (const at of range(2, 6)) expect(await send(device, at)).toBe(1);
    const newcomer = await connect(second.number);
    expect(await send(newcomer, 1)).toBe(1);
    // A repeat, as after a lost acknowledgement.
    expect(await send(device, 6)).toBe(1);
    const timeOf = (at: number) => NOW_MS - 3_600_000 + at * 1000;
    await until(() =>
      states.some((one) => one.vehicleId === first.vehicleId && one.deviceTimeMs === timeOf(6)),
    );
    await until(() => states.some(({ vehicleId }) => vehicleId === second.vehicleId));
    await until(() => writer.health() !== true);

    postgres = await startPostgres({ folder });
    await until(async () => (await stored(first.vehicleId).catch(() => [])).length >= 6);
    await until(async () => (await stored(second.vehicleId)).length >= 1);
    expect(await stored(first.vehicleId)).toEqual(range(1, 6));
    expect(await stored(second.vehicleId)).toEqual([1]);
    await until(() => committed.includes(second.vehicleId));
    await until(() => writer.health() === true);
    device.end();
    newcomer.end();
  });

  it('does not acknowledge without NATS', async () => {
    const vehicle = await makeVehicle(db, place);
    const device = await connect(vehicle.number);
    await nats.nodes[0]?.stop();
    await until(() => stream.health() !== true);
    device.send(packet(1));
    await expect(device.answer(4, 300)).rejects.toThrow();
    await nats.nodes[0]?.start();
    await until(() => stream.health() === true);
    expect(await send(device, 2)).toBe(1);
    await until(async () => (await stored(vehicle.vehicleId)).includes(2));
    device.end();
  });

  it('does not acknowledge while the stream is full, and goes on when it is not', async () => {
    const vehicle = await makeVehicle(db, place);
    const device = await connect(vehicle.number);
    writer.lost();
    let acknowledged = 0;
    for (let at = 0; !stream.isFull; at += 1) {
      device.send(packet(at, 200));
      await until(() => device.answered >= 4 || stream.isFull);
      if (device.answered >= 4) acknowledged += (await device.answer(4)).readUInt32BE(0);
    }
    expect(acknowledged).toBeGreaterThan(0);
    expect(stream.health()).toBe('the ingest stream is full');
    await expect(device.answer(4, 200)).rejects.toThrow();
    device.end();
    await writer.gained(ALL);
    await until(async () => (await stored(vehicle.vehicleId)).length >= acknowledged);
    const again = await connect(vehicle.number);
    await until(async () => {
      await writer.removeStored();
      again.send(packet(3000));
      return again.answer(4, 2000).then(
        () => true,
        () => false,
      );
    });
    again.end();
    await until(async () => (await stored(vehicle.vehicleId)).includes(3000));
  });

  it('sets aside what cannot be stored, and stores the rest', async () => {
    const vehicle = await makeVehicle(db, place);
    const partition = vehicle.vehicleId % PARTITIONS;
    const device = await connect(vehicle.number);
    writer.lost();
    await stream.publish(partition, 'not JSON');
    await stream.publish(
      partition,
      `{"rows":[[1,1,${vehicle.vehicleId},${NOW_MS},${NOW_MS},1,1e9,0,0,0,1e9]]}`,
    );
    expect(await send(device, 1)).toBe(1);
    await writer.gained(ALL);
    await until(async () => (await stored(vehicle.vehicleId)).length === 1);
    expect(lines.some((line) => line.includes('a message cannot be read'))).toBe(true);
    expect(lines.some((line) => line.includes('records cannot be stored'))).toBe(true);
    device.end();
  });
});
