import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, openDatabase, startPostgres } from '../../src/platform/db/index.ts';
import { makeCustomer, makeVehicle } from '../fleet.ts';
import { freePort } from '../free-port.ts';
import { CommandedDevice } from './commanded-device.ts';
import { Sender } from './sender.ts';

/** Kills in a run: a few in `npm test`, many in `npm run test:kill`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);
const DEVICES = 20;
const MAX_STARTS = 60;

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-kill-'));
const OUT = resolve('apps/server/dist/kill');
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let gateway: ChildProcess | null = null;
let port = 0;

function tryGateway(): Promise<boolean> {
  const child = fork(join(OUT, 'gateway-process.js'), {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      TELTONIKA_PORT: String(port),
      DATA_DIR: folder,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  gateway = child;
  return new Promise<boolean>((done) => {
    child.once('message', () => done(true));
    child.once('exit', () => done(false));
  });
}

/** Starts the gateway; while PostgreSQL recovers from its own end that takes more than one try. */
async function startGatewayProcess(): Promise<void> {
  for (let attempt = 1; !(await tryGateway()); attempt += 1) {
    if (attempt === MAX_STARTS) throw new Error('the gateway did not start');
    await sleep(1000);
  }
}

async function killGateway(): Promise<void> {
  const child = gateway;
  gateway = null;
  if (child === null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGKILL');
  await ended;
}

/** PostgreSQL ends as in a crash of the machine; its launcher or we start it again. */
async function killPostgres(): Promise<void> {
  try {
    process.kill(postgres.pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
  await sleep(300);
}

beforeAll(async () => {
  // The product's own way to bundle; a plain script without types.
  const script: string = resolve('scripts/build.mjs');
  const { serverBundle } = (await import(script)) as { serverBundle: BuildOptions };
  await build({
    ...serverBundle,
    entryPoints: { 'gateway-process': resolve('apps/server/test/kill/gateway-process.ts') },
    outdir: OUT,
    absWorkingDir: resolve('.'),
  });
  postgres = await startPostgres({ folder });
  await migrate(postgres.url);
  port = await freePort();
});

afterAll(async () => {
  await killGateway();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How many records were acknowledged so far. */
function acknowledgedBy(senders: readonly { readonly sender: Sender }[]): number {
  return senders.reduce((sum, { sender }) => sum + sender.acknowledged.length, 0);
}

it(`nothing acknowledged is lost, nothing is stored twice, over ${ROUNDS} kills of gateway and PostgreSQL`, async () => {
  let db = openDatabase(postgres.url);
  const place = await makeCustomer(db, 'Kill');
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 40 * 3_600_000;
  const senders: { sender: Sender; vehicleId: number }[] = [];
  for (let n = 0; n < DEVICES; n += 1) {
    const vehicle = await makeVehicle(db, place);
    senders.push({
      sender: new Sender(vehicle.number, port, startMs),
      vehicleId: vehicle.vehicleId,
    });
  }
  await db.close();
  await startGatewayProcess();
  const runs = senders.map(({ sender }) => sender.run());

  for (let round = 0; round < ROUNDS; round += 1) {
    const before = acknowledgedBy(senders);
    while (acknowledgedBy(senders) < before + 3 * DEVICES) await sleep(20);
    // In the middle of whatever it is doing.
    await sleep(Math.random() * 300);
    if (round % 2 === 0) {
      await killGateway();
      await startGatewayProcess();
    } else {
      await killPostgres();
    }
  }
  await sleep(1500);
  for (const { sender } of senders) sender.stop();
  await Promise.all(runs);

  db = openDatabase(postgres.url);
  let acknowledged = 0;
  for (const { sender, vehicleId } of senders) {
    const { rows } = await db.pool.query<{ time_ms: string }>(
      'select extract(epoch from device_time) * 1000 as time_ms from positions where vehicle_id = $1 order by 1',
      [vehicleId],
    );
    const stored = rows.map(({ time_ms }) => Number(time_ms));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(sender.acknowledged);
    acknowledged += sender.acknowledged.length;
  }
  await db.close();
  expect(acknowledged).toBeGreaterThan(DEVICES * 10);
}, 600_000);

it(`a command is neither lost nor sent twice over ${ROUNDS} kills of the gateway`, async () => {
  const db = openDatabase(postgres.url);
  const place = await makeCustomer(db, 'Kill commands');
  const devices: { device: CommandedDevice; trackerId: number; vehicleId: number }[] = [];
  for (let n = 0; n < DEVICES; n += 1) {
    const { number, ...ids } = await makeVehicle(db, place);
    devices.push({ device: new CommandedDevice(number, port), ...ids });
  }
  const queue = () =>
    db.pool.query(
      `insert into device_commands (customer_id, vehicle_id, tracker_id, kind, instruction,
         created_by_name, expires_at)
       select $1, v, t, 'firmware', '{"kind": "firmware"}', 'Kill', now() + interval '1 day'
       from unnest($2::int[], $3::int[]) u (v, t)`,
      [
        place.customerId,
        devices.map(({ vehicleId }) => vehicleId),
        devices.map(({ trackerId }) => trackerId),
      ],
    );
  const counts = async () => {
    const { rows } = await db.pool.query<{ tracker_id: number; state: string; n: number }>(
      `select tracker_id, state, count(*)::int as n from device_commands group by 1, 2`,
    );
    return rows;
  };
  const waiting = async () => (await counts()).some(({ state }) => state === 'waiting');
  if (gateway === null) await startGatewayProcess();
  const runs = devices.map(({ device }) => device.run());
  for (let round = 0; round < ROUNDS; round += 1) {
    await killGateway();
    await queue();
    await queue();
    await startGatewayProcess();
    // In the middle of sending and answering.
    await sleep(Math.random() * 200);
  }
  for (let tries = 0; (await waiting()) && tries < 600; tries += 1) await sleep(100);
  await sleep(500);
  for (const { device } of devices) device.stop();
  await Promise.all(runs);

  const rows = await counts();
  const total = (trackerId: number, ...states: string[]) =>
    rows
      .filter((row) => row.tracker_id === trackerId && states.includes(row.state))
      .reduce((sum, { n }) => sum + n, 0);
  for (const { device, trackerId } of devices) {
    expect(total(trackerId, 'sent', 'confirmed')).toBe(2 * ROUNDS);
    // One without an answer may have arrived or not; none arrives twice.
    expect(device.received).toBeLessThanOrEqual(2 * ROUNDS);
    expect(device.received).toBeGreaterThanOrEqual(total(trackerId, 'confirmed'));
  }
  await db.close();
}, 600_000);
