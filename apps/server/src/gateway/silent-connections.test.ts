import { encodeTeltonikaLogin, encodeTeltonikaPacket } from '@roadworthy/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestDevice, until } from '../../test/device.ts';
import { makeCustomer, makeVehicle, type TestVehicle } from '../../test/fleet.ts';
import { type TestServices, testServices } from '../../test/services.ts';
import { openFilesLimit, SilentConnections } from '../../test/silent-connections.ts';
import { type Gateway, startGateway } from './index.ts';

const WANTED = 10_000;
/** Open files that the rest of the test run needs. */
const OTHER_FILES = 2000;
const SILENT = Math.max(200, Math.min(WANTED, openFilesLimit() - OTHER_FILES));
const HONEST = 10;
/** Maximum memory of one silent connection, including the buffers of both libraries. */
const BYTES_A_CONNECTION = 40 * 1024;
/** Maximum memory of the test itself. */
const BYTES_BESIDE = 64 * 1024 * 1024;

let services: TestServices;
let gateway: Gateway;
let silentConnections: SilentConnections | null = null;
const vehicles: TestVehicle[] = [];

beforeAll(async () => {
  services = await testServices();
  const place = await makeCustomer(services.db, 'Albion');
  for (let n = 0; n < HONEST * 2; n += 1) vehicles.push(await makeVehicle(services.db, place));
  gateway = await startGateway(services, { loginMs: 6000 });
});
afterAll(async () => {
  await silentConnections?.end();
  await gateway.stop();
  await services.close();
});

async function closedByLogin(): Promise<number> {
  const metric = services.metrics.registry.getSingleMetric(
    'roadworthy_gateway_closed_connections_total',
  );
  const { values = [] } = (await metric?.get()) ?? {};
  return values.find(({ labels }) => labels.rule === 'login')?.value ?? 0;
}

async function login({ number }: TestVehicle): Promise<TestDevice> {
  const device = await TestDevice.connect(gateway.addresses.teltonika);
  device.send(encodeTeltonikaLogin(number));
  expect(await device.answer(1)).toEqual(Buffer.from([1]));
  return device;
}

/** A valid device that reports repeatedly. Returns how often it was acknowledged. */
async function report(device: TestDevice, isOver: () => boolean): Promise<number> {
  const startMs = Date.now() - 3_600_000;
  let acknowledged = 0;
  while (!isOver()) {
    const timeMs = startMs + acknowledged * 1000;
    device.send(encodeTeltonikaPacket([{ timeMs, latitudeDeg: 52, longitudeDeg: -1 }]));
    expect(await device.answer(4)).toEqual(Buffer.from([0, 0, 0, 1]));
    acknowledged += 1;
    await new Promise((done) => setTimeout(done, 20));
  }
  return acknowledged;
}

it(`${SILENT} silent connections take little memory, delay nobody, and are closed after the login limit`, async () => {
  if (SILENT < WANTED) console.log(`The system allows ${SILENT} of ${WANTED} connections here.`);
  const before = process.memoryUsage().rss;
  const devices = await Promise.all(vehicles.slice(0, HONEST).map(login));
  let isOver = false;
  const reports = devices.map((device) => report(device, () => isOver));

  silentConnections = new SilentConnections(gateway.addresses.teltonika, SILENT);
  await until(() => silentConnections?.opened !== undefined);
  expect(silentConnections.opened).toBe(SILENT);
  const grown = process.memoryUsage().rss - before;
  expect(grown).toBeLessThan(SILENT * BYTES_A_CONNECTION + BYTES_BESIDE);

  // With all silent connections open, new devices are accepted and stored as usual.
  const late = await Promise.all(vehicles.slice(HONEST).map(login));
  reports.push(...late.map((device) => report(device, () => isOver)));

  await until(() => silentConnections?.closed !== undefined);
  expect(silentConnections.closed).toBe(SILENT);
  expect(await closedByLogin()).toBe(SILENT);
  isOver = true;
  const counts = await Promise.all(reports);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const { rows } = await services.db.pool.query('select count(*)::int as n from positions');
  expect(rows[0].n).toBe(counts.reduce((sum, count) => sum + count, 0));
  console.log(
    `${SILENT} silent connections: ${Math.round(grown / SILENT / 1024)} KiB each, ${rows[0].n} honest records meanwhile`,
  );
  for (const device of [...devices, ...late]) device.end();
});
