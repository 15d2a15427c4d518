import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_MAPPING, MAPPING_PRESETS } from '@roadworthy/domain';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../test/api.ts';
import { until } from '../../../test/device.ts';
import { freePort } from '../../../test/free-port.ts';
import { MOSQUITTO, TestBroker } from '../../../test/mosquitto.ts';
import { type TrackedFleet, trackedFleet } from '../../../test/tracked-fleet.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { type Gateway, startGateway } from '../index.ts';
import { MqttConnection } from './mqtt-connection.ts';

const PATH = '/api/administration/data_inputs/';
const WAIT_MS = 30_000;
/** Short leases, so that a test need not wait for them. */
const TIMES = { leaseS: 6, lookMs: 200 };

let api: TestApi;
let fleet: TrackedFleet;
let broker: TestBroker;
let webSocketPort = 0;
const folder = mkdtempSync(join(tmpdir(), 'roadworthy-mqtt-store-'));
let gateways: Gateway[] = [];
let nextS = Math.floor(Date.now() / 1000) - 3000;

/** A gateway as a process of its own has it. */
const start = () =>
  startGateway({ ...api.services, metrics: createMetrics(false) }, { inputs: TIMES });
const pool = () => api.services.db.pool;
const ask = (path: string, method: string, body?: object) =>
  api.ask(`${PATH}${path}`, { as: fleet.people.admin, method, body });
const input = (rest: object = {}) => ({
  ...{ name: 'Broker', kind: 'mqtt', address: `mqtt://127.0.0.1:${broker.port}` },
  ...{ topic: 'flespi/#', username: 'fleet', password: 's3cret' },
  ...{ mapping: MAPPING_PRESETS.flespi, ...rest },
});
async function create(rest: object = {}): Promise<number> {
  const made = await ask('', 'POST', input(rest));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}
async function untilInput(id: number, expected: object) {
  let body: object = {};
  await until(async () => {
    ({ body } = await ask(`${id}/`, 'GET'));
    return Object.entries(expected).every(
      ([name, value]) => (body as Record<string, unknown>)[name] === value,
    );
  }, WAIT_MS).catch(() => expect(body).toMatchObject(expected));
}
const connected = (id: number) =>
  until(async () => (await ask(`${id}/`, 'GET')).body.connected_since !== null, WAIT_MS);
/** Publishes records of a device with QoS 1; resolves when the broker has them. */
async function publish(ident: string, count: number, topic = 'flespi/message/gw/devices/1') {
  const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
    ...{ username: 'fleet', password: 's3cret', reconnectPeriod: 0 },
  });
  client.on('error', () => undefined);
  await new Promise<void>((done) => client.once('connect', () => done()));
  for (let n = 0; n < count; n += 1) {
    nextS += 1;
    const record = { ident, timestamp: nextS, 'position.latitude': 52, 'position.longitude': -1 };
    await client.publishAsync(topic, JSON.stringify(record), { qos: 1 });
  }
  await client.endAsync();
}
async function storedCount(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    'select count(*)::int as count from positions where vehicle_id = $1',
    [fleet.vehicles.x1.vehicleId],
  );
  return rows[0]?.count ?? 0;
}
const stored = (count: number) => until(async () => (await storedCount()) >= count, WAIT_MS);
const number = () => fleet.vehicles.x1.number;

beforeAll(async () => {
  if (MOSQUITTO === null) return;
  webSocketPort = await freePort();
  broker = await TestBroker.start(
    `persistence true\npersistence_location ${folder}/\nmax_inflight_messages 20\n` +
      `listener ${webSocketPort} 127.0.0.1\nprotocol websockets`,
  );
  api = await testApi({ ALLOW_PRIVATE_WEBHOOKS: 'true' });
  fleet = await trackedFleet(api.services.db);
});
afterAll(async () => {
  await api?.close();
  await broker?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  gateways = [await start()];
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.stop();
  await pool().query('delete from data_inputs');
  await pool().query('delete from positions where vehicle_id = $1', [fleet.vehicles.x1.vehicleId]);
});

describe.skipIf(MOSQUITTO === null)('an MQTT input', () => {
  it('[R-P07] stores the messages of its topic, also by WebSocket', async () => {
    const id = await create();
    await connected(id);
    await publish(number(), 3);
    await publish(number(), 2, 'elsewhere/1');
    await publish('nobody-1', 1);
    await stored(3);
    await untilInput(id, { records_stored: 3, records_refused: 1, state: 'refusing' });
    expect(await storedCount()).toBe(3);
    await ask(`${id}/`, 'PUT', input({ address: `ws://127.0.0.1:${webSocketPort}/mqtt` }));
    await until(async () => (await ask(`${id}/`, 'GET')).body.connected_since === null, WAIT_MS);
    await connected(id);
    await publish(number(), 1);
    await stored(4);
    await untilInput(id, { state: 'receiving', records_stored: 4 });
  });

  it('loses nothing when the broker is restarted, and shows that it is away', async () => {
    const id = await create();
    await connected(id);
    await publish(number(), 5);
    await broker.stop();
    await untilInput(id, {
      ...{ state: 'disconnected', connected_since: null },
      connection_error: 'The connection to the receiver failed.',
    });
    await broker.run();
    // The broker kept the session: it keeps these until the input is connected again.
    await publish(number(), 15);
    await stored(20);
    // A message that was not acknowledged in time comes again, and is stored once.
    await untilInput(id, { state: 'receiving', connection_error: null });
    expect(await storedCount()).toBe(20);
  });

  it('acknowledges only what is stored: messages come again after a failure', async () => {
    const id = await create();
    await connected(id);
    await pool().query('alter table positions rename to positions_away');
    try {
      await publish(number(), 4);
      await untilInput(id, {
        connection_error: 'The server could not store a message. It is received again.',
      });
    } finally {
      await pool().query('alter table positions_away rename to positions');
    }
    await stored(4);
    await untilInput(id, { state: 'receiving', records_stored: 4 });
  });

  it('acknowledges nothing before the mapping names a device', async () => {
    const id = await create({ mapping: EMPTY_MAPPING });
    await connected(id);
    await publish(number(), 2);
    await untilInput(id, { connection_error: 'The mapping does not name the device yet.' });
    const { body } = await ask(`${id}/messages/`, 'GET');
    expect(body.results[0]).toMatchObject({ topic: 'flespi/message/gw/devices/1' });
    expect(body.results[0].content).toContain(number());
    const { client_id } = (await ask(`${id}/`, 'GET')).body;
    await ask(`${id}/`, 'PUT', input({ client_id }));
    await stored(2);
  });

  it('is connected by one process, and by another when that one ends', async () => {
    gateways.push(await start());
    const id = await create();
    await connected(id);
    const { body: before } = await ask(`${id}/`, 'GET');
    await publish(number(), 20);
    await stored(20);
    // Two connections with one client id would end each other.
    await new Promise((done) => setTimeout(done, TIMES.leaseS * 1500));
    expect((await ask(`${id}/`, 'GET')).body.connected_since).toBe(before.connected_since);
    const [first] = gateways.splice(0, 1);
    await first?.stop();
    await publish(number(), 5);
    await stored(25);
    await untilInput(id, { records_stored: 25 });
  });

  it('says why the broker refuses, and connects again once it is corrected', async () => {
    const id = await create({ password: 'wrong' });
    await untilInput(id, {
      ...{ state: 'disconnected' },
      connection_error: 'The broker refused the user name or the password.',
    });
    const { client_id } = (await ask(`${id}/`, 'GET')).body;
    await ask(`${id}/`, 'PUT', input({ client_id }));
    await connected(id);
    await ask(`${id}/`, 'PUT', input({ client_id, is_on: false }));
    await untilInput(id, { state: 'off', connected_since: null });
  });

  it('is not connected to a private network, nor to an unknown host', async () => {
    const target = {
      ...{ topic: 'a', username: '', password: '', clientId: 'x', allowPrivate: false },
    };
    const open = (address: string, allowPrivate = false) =>
      MqttConnection.open(
        { ...target, address, allowPrivate },
        async () => undefined,
        () => undefined,
      );
    for (const address of [
      `mqtt://127.0.0.1:${broker.port}`,
      'ws://localhost/x',
      'mqtts://[::1]',
    ]) {
      await expect(open(address)).rejects.toThrow('webhook.private_network');
    }
    await expect(open('mqtt://no-such-host.invalid')).rejects.toThrow('webhook.host_unknown');
    await expect(open('mqtt://127.0.0.1:1', true)).rejects.toThrow('webhook.connection_failed');
  });
});
