import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodeGt06Login,
  encodeGt06Position,
  encodeJt808Location,
  encodePhoneQuery,
  encodeTeltonikaDatagram,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  jt808Address,
} from '@roadworthy/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../test/fleet.ts';
import { movingAt } from '../../test/moving-vehicle.ts';
import { TEST_CONFIG } from '../../test/test-config.ts';
import { createLocalBus } from '../platform/bus/index.ts';
import { loadConfig } from '../platform/config/index.ts';
import { type Database, migrate, openDatabase, startPostgres } from '../platform/db/index.ts';
import { createDeviceCommands, createDeviceMedia } from '../platform/device-commands/index.ts';
import { createLog } from '../platform/log/index.ts';
import { createMetrics } from '../platform/metrics/index.ts';
import { type Gateway, startGateway } from './index.ts';

const TOKEN = 'the token of the other gateway';
const NOW = Math.floor(Date.now() / 1000) * 1000;
/** Attempts of each device during the outage. */
const TRIES = 10;

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-down-'));
const metrics = createMetrics();
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let db: Database;
let gateway: Gateway;
let datagrams: Socket;

beforeAll(async () => {
  postgres = await startPostgres({ folder });
  await migrate(postgres.url);
  db = openDatabase(postgres.url);
  const config = loadConfig({
    ...TEST_CONFIG,
    DATA_DIR: folder,
    TRACCAR_FORWARD_TOKEN: TOKEN,
  });
  const bus = createLocalBus();
  gateway = await startGateway({
    config,
    db,
    bus,
    deviceCommands: createDeviceCommands(bus),
    deviceMedia: createDeviceMedia(),
    log: createLog('warn', { write: (line) => lines.push(line) }),
    metrics,
  });
  datagrams = createSocket('udp4');
});
afterAll(async () => {
  datagrams.close();
  await gateway.stop();
  await db.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const lines: string[] = [];

/** PostgreSQL ends as in a crash and is not restarted. */
async function killPostgres(): Promise<void> {
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.stop();
  // Its sessions survive for a moment; acknowledging what they still commit is correct.
  const isUp = () => db.pool.query('select 1').then(Boolean, () => false);
  while (await isUp()) await new Promise((done) => setTimeout(done, 20));
}

async function value(name: string): Promise<number> {
  const { values = [] } =
    (await metrics.registry.getSingleMetric(`roadworthy_${name}`)?.get()) ?? {};
  return values.reduce((sum, one) => sum + one.value, 0);
}

const input = (second: number) => movingAt(NOW - 60_000 + second * 1000);

/** One device: sends its record of a second and returns whether it was acknowledged. */
interface Way {
  readonly protocol: 'teltonika' | 'gt06' | 'jt808' | 'osmand' | 'traccar';
  readonly number: string;
  send(second: number): Promise<boolean>;
}

/** How long a device waits for a reply: long if one must come, so that none arrives late. */
let waitMs = 20_000;
/** The same if no reply may come. */
const SHORT_WAIT_MS = 300;

/** Waits for a reply of this many bytes; null if none came. */
async function answered(device: TestDevice, bytes: number): Promise<Buffer | null> {
  return device.answer(bytes, waitMs).catch(() => null);
}

/** A TCP device that logs in again after each close. */
class Caller {
  #device: TestDevice | null = null;

  constructor(
    private readonly port: () => number,
    private readonly login: Buffer | null,
    private readonly loginAnswer: number,
  ) {}

  async ask(frame: Buffer, bytes: number): Promise<Buffer | null> {
    if (this.#device === null || this.#device.closed) {
      this.#device = await TestDevice.connect(this.port());
      if (this.login !== null) {
        this.#device.send(this.login);
        if ((await answered(this.#device, this.loginAnswer)) === null) return null;
      }
    }
    this.#device.send(frame);
    return answered(this.#device, bytes);
  }
}

function teltonika(number: string): Way {
  const caller = new Caller(() => gateway.addresses.teltonika, encodeTeltonikaLogin(number), 1);
  return {
    protocol: 'teltonika',
    number,
    send: async (second) => {
      const answer = await caller.ask(encodeTeltonikaPacket([input(second)]), 4);
      return answer?.readUInt32BE(0) === 1;
    },
  };
}

function teltonikaDatagrams(number: string): Way {
  return {
    protocol: 'teltonika',
    number,
    send: async (second) => {
      let isAnswered = false;
      const onMessage = () => {
        isAnswered = true;
      };
      datagrams.on('message', onMessage);
      datagrams.send(
        encodeTeltonikaDatagram(number, second, [input(second)]),
        gateway.addresses.teltonika,
        '127.0.0.1',
      );
      await until(() => isAnswered, waitMs).catch(() => undefined);
      datagrams.off('message', onMessage);
      return isAnswered;
    },
  };
}

function gt06(number: string): Way {
  const caller = new Caller(() => gateway.addresses.gt06, encodeGt06Login(number, 1), 10);
  return {
    protocol: 'gt06',
    number,
    send: async (second) =>
      (await caller.ask(encodeGt06Position(input(second), second + 2), 10)) !== null,
  };
}

function jt808(number: string): Way {
  const caller = new Caller(() => gateway.addresses.jt808, null, 0);
  return {
    protocol: 'jt808',
    number,
    send: async (second) => {
      const address = jt808Address(number);
      const answer = await caller.ask(encodeJt808Location(address, input(second), second + 1), 20);
      // The last byte before the check byte: 0 is stored, 1 is not stored and kept by the device.
      return answer?.at(-3) === 0;
    },
  };
}

function phone(number: string): Way {
  return {
    protocol: 'osmand',
    number,
    send: async (second) => {
      const path = encodePhoneQuery(number, { ...input(second), batteryPercent: 50 });
      const { status } = await fetch(`http://127.0.0.1:${gateway.addresses.http}${path}`);
      expect([200, 503]).toContain(status);
      return status === 200;
    },
  };
}

function forwarded(number: string): Way {
  return {
    protocol: 'traccar',
    number,
    send: async (second) => {
      const { status } = await fetch(`http://127.0.0.1:${gateway.addresses.http}/traccar/forward`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          position: {
            fixTime: new Date(input(second).timeMs).toISOString(),
            valid: true,
            latitude: 52,
            longitude: -1,
          },
          device: { uniqueId: number },
        }),
      });
      expect([200, 503]).toContain(status);
      return status === 200;
    },
  };
}

const WAYS = [
  teltonika('350000000000001'),
  teltonikaDatagrams('350000000000002'),
  gt06('350000000000003'),
  jt808('13912340004'),
  phone('phone-5'),
  forwarded('350000000000006'),
];

/** Sends until the record is acknowledged. */
async function persist(way: Way, second: number): Promise<void> {
  await until(() => way.send(second));
}

it('without its database the gateway acknowledges nothing, holds nothing, and recovers by itself', async () => {
  const place = await makeCustomer(db, 'Albion');
  const vehicleIds: number[] = [];
  for (const { number, protocol } of WAYS) {
    vehicleIds.push((await makeVehicle(db, place, { number, protocol })).vehicleId);
  }
  const stranger = await makeVehicle(db, place, { registration: 'STRANGER' });
  await Promise.all(WAYS.map((way) => persist(way, 0)));
  expect(gateway.health()).toBe(true);

  await killPostgres();
  waitMs = SHORT_WAIT_MS;
  for (let n = 0; n < TRIES; n += 1) {
    expect(await Promise.all(WAYS.map((way) => way.send(1)))).toEqual(WAYS.map(() => false));
  }
  expect(gateway.health()).toBe('the last records could not be stored');
  const failures = await value('gateway_commit_failures_total');
  expect(failures).toBeGreaterThan(1);
  // One log line a minute reports it, not one per batch.
  const said = lines.filter((line) => line.includes('storing positions failed'));
  expect(said.length).toBeGreaterThan(0);
  expect(said.length).toBeLessThan(failures);
  // An unknown device cannot be identified now, so it must reconnect.
  const login = await TestDevice.connect(gateway.addresses.teltonika);
  login.send(encodeTeltonikaLogin(stranger.number));
  await until(() => login.closed);
  expect(login.answered).toBe(0);
  await until(async () => (await value('gateway_queued_rows')) === 0);

  postgres = await startPostgres({ folder });
  await Promise.all(WAYS.map((way) => persist(way, 1)));
  expect(gateway.health()).toBe(true);
  for (const vehicleId of vehicleIds) {
    const { rows } = await db.pool.query(
      'select device_time from positions where vehicle_id = $1 order by 1',
      [vehicleId],
    );
    expect(rows.map(({ device_time }) => device_time.getTime())).toEqual([
      input(0).timeMs,
      input(1).timeMs,
    ]);
  }
  const again = await TestDevice.connect(gateway.addresses.teltonika);
  again.send(encodeTeltonikaLogin(stranger.number));
  expect(await again.answer(1)).toEqual(Buffer.from([1]));
  again.end();
});
