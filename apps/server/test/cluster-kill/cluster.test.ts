import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_TOKEN_PREFIX } from '../../src/platform/auth/api-tokens.ts';
import { randomToken, tokenHash } from '../../src/platform/auth/random-tokens.ts';
import {
  type Database,
  migrate,
  openDatabase,
  startPostgres,
} from '../../src/platform/db/index.ts';
import { until } from '../device.ts';
import { makeCustomer, makeVehicle } from '../fleet.ts';
import { freePort } from '../free-port.ts';
import { Sender } from '../kill/sender.ts';
import { BUS_TEST, NATS_SERVER, type NatsCluster, startNats } from '../nats.ts';
import { makeUser } from '../people.ts';
import { buildServer, type TestBundle } from '../server-process.ts';
import { LiveMap } from './live-map.ts';
import { Supervised } from './supervised.ts';

/** Kills in a run: each kind of process once in `npm test`, many in `npm run test:cluster`. */
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 5);
/** Time in which live tracking must be back, s. A machine under load may need longer. */
const LIVE_LIMIT_S = Number(process.env.CLUSTER_LIVE_S ?? 90);
const DEVICES = 20;
const START_LIMIT_MS = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'roadworthy-cluster-'));
const processes: Supervised[] = [];
const apiPorts: number[] = [];
const devicePorts: number[] = [];
let bundle: TestBundle;
let nats: NatsCluster;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let db: Database;

async function startProcesses(): Promise<void> {
  const shared = {
    ...BUS_TEST,
    BUS_URL: nats.url,
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret of thirty-two characters, for tests',
  };
  for (const n of [0, 1]) {
    const [api, device] = [await freePort(), await freePort()];
    apiPorts.push(api);
    devicePorts.push(device);
    for (const [role, variables] of [
      ['worker', {}],
      ['api', { PORT: String(api) }],
      ['gateway', { TELTONIKA_PORT: String(device) }],
    ] as const) {
      const name = `${role}-${n}`;
      const own = { ROLES: role, DATA_DIR: join(folder, name), ...variables };
      processes.push(new Supervised(name, bundle, { ...shared, ...own }));
    }
  }
  await until(() => processes.every(({ isReady }) => isReady), START_LIMIT_MS).catch((error) => {
    throw new Error(`not all processes started:${outputs()}`, { cause: error });
  });
}

beforeAll(async () => {
  if (NATS_SERVER === null) return;
  bundle = buildServer();
  nats = await startNats(3);
  postgres = await startPostgres({ folder: join(folder, 'postgres'), maxConnections: 200 });
  await migrate(postgres.url);
  db = openDatabase(postgres.url);
  await startProcesses();
}, 600_000);

afterAll(async () => {
  if (NATS_SERVER === null) return;
  await Promise.all(processes.map((one) => one.stop()));
  await db.close();
  await postgres.stop();
  await nats.close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const outputs = () => processes.map(({ name, output }) => `\n${name}: ${output}`).join('');

/** Ports in turn, beginning with one of them: the next attempt goes to another process. */
function turns(ports: readonly number[], from: number): () => number {
  let next = from;
  return () => ports[next++ % ports.length] ?? 0;
}

/** A token with which a program opens the live stream. */
async function liveToken(customerId: number): Promise<string> {
  const userId = await makeUser(db, customerId, 'ann@cluster.example', { role: 'ADMIN' }, [
    'Track',
  ]);
  const token = `${API_TOKEN_PREFIX}${randomToken()}`;
  await db.pool.query(
    `insert into api_tokens (user_id, name, token_hash, hint, scopes, expires_at)
     values ($1, 'live', $2, 'rw_pat_', '{read}', now() + interval '1 day')`,
    [userId, tokenHash(token)],
  );
  return token;
}

/** One kill of each kind in turn, of any of its processes. */
const KILLS: Readonly<Record<string, () => Promise<void>>> = {
  gateway: async () => killOne('gateway'),
  nats: async () => {
    const node = nats.nodes[Math.floor(Math.random() * nats.nodes.length)];
    await node?.stop();
    await sleep(500);
    await node?.start();
  },
  worker: async () => killOne('worker'),
  postgres: async () => {
    process.kill(postgres.pid, 'SIGKILL');
  },
  api: async () => killOne('api'),
};

function killOne(role: string): void {
  const all = processes.filter(({ name }) => name.startsWith(role));
  all[Math.floor(Math.random() * all.length)]?.kill();
}

it.skipIf(NATS_SERVER === null)(
  `a cluster loses and doubles nothing acknowledged, over ${ROUNDS} kills of its processes`,
  async () => {
    const place = await makeCustomer(db, 'Cluster');
    const token = await liveToken(place.customerId);
    const startMs = Math.floor(Date.now() / 1000) * 1000 - 40 * 3_600_000;
    const senders: { sender: Sender; vehicleId: number }[] = [];
    for (let n = 0; n < DEVICES; n += 1) {
      const { number, vehicleId } = await makeVehicle(db, place);
      senders.push({ sender: new Sender(number, turns(devicePorts, n), startMs), vehicleId });
    }
    const ids = senders.map(({ vehicleId }) => vehicleId);
    const maps = apiPorts.map((_, n) => new LiveMap(turns(apiPorts, n), token));
    const runs = senders.map(({ sender }) => sender.run());
    const acknowledged = () =>
      senders.reduce((sum, { sender }) => sum + sender.acknowledged.length, 0);
    const isLiveSince = (ms: number) => maps.every((map) => map.hasMovedSince(ms, ids));
    await until(() => isLiveSince(0), START_LIMIT_MS).catch((error) => {
      throw new Error(`no live map:${outputs()}`, { cause: error });
    });

    const kinds = Object.keys(KILLS);
    let longestMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged();
      await until(() => acknowledged() >= before + 3 * DEVICES, START_LIMIT_MS);
      await sleep(Math.random() * 300);
      const kind = kinds[round % kinds.length] ?? '';
      await KILLS[kind]?.();
      const killedMs = Date.now();
      await until(() => isLiveSince(killedMs + 100), LIVE_LIMIT_S * 1000).catch((error) => {
        throw new Error(`no live map after the end of ${kind}:${outputs()}`, { cause: error });
      });
      longestMs = Math.max(longestMs, Date.now() - killedMs);
    }
    console.info(`live tracking of all vehicles was back within ${longestMs} ms`);
    for (const { sender } of senders) sender.stop();
    await Promise.all(runs);
    for (const map of maps) map.stop();

    const storedOf = async (vehicleId: number) => {
      const { rows } = await db.pool.query<{ time_ms: string }>(
        'select extract(epoch from device_time) * 1000 as time_ms from positions where vehicle_id = $1 order by 1',
        [vehicleId],
      );
      return rows.map(({ time_ms }) => Number(time_ms));
    };
    for (const { sender, vehicleId } of senders) {
      await until(
        // PostgreSQL may still recover from its end.
        async () => {
          const stored = await storedOf(vehicleId).catch(() => []);
          return stored.length >= sender.acknowledged.length;
        },
        START_LIMIT_MS,
      );
      expect(await storedOf(vehicleId)).toEqual(sender.acknowledged);
    }
    expect(acknowledged()).toBeGreaterThan(DEVICES * 3 * ROUNDS);
    const [one] = processes;
    // A process that still starts after a kill has no handler yet, so the signal itself ends it.
    await until(() => one?.isReady === true, START_LIMIT_MS);
    expect(await one?.stop('SIGTERM')).toBe(0);
  },
  1_800_000,
);
