import { afterAll, expect, it } from 'vitest';
import { digestOf, drive, FAST, type Sender, untilDerived } from '../../../test/deriving.ts';
import { until } from '../../../test/device.ts';
import { makeCustomer, makeVehicle } from '../../../test/fleet.ts';
import { busConfig, NATS_SERVER, startNats } from '../../../test/nats.ts';
import { testServices } from '../../../test/services.ts';
import { startDerivation } from '../../modules/features/derivation/index.ts';
import { createLocalBus } from '../../platform/bus/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { positionRow } from '../position-row.ts';
import { VehicleStateStore } from '../vehicle-state-store.ts';
import { VehicleStates } from '../vehicle-states.ts';
import { IngestStream, PARTITIONS, StreamStore, startWriter } from './index.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const VEHICLES = 20;
const DAYS = 3;
const ROUNDS = 6;

const nats = NATS_SERVER === null ? null : await startNats();
const services = await testServices();
afterAll(async () => {
  await services.close();
  await nats?.close();
});

/** A worker: writer and derivation of the partitions that it holds. */
async function startWorker(url: string) {
  const bus = createLocalBus();
  const parts = { ...services, bus, metrics: createMetrics() };
  const stream = await IngestStream.open(busConfig(url), services.log);
  const writer = startWriter(parts, stream);
  const held = new Set<number>();
  const derivation = startDerivation(parts, FAST, undefined, {
    count: PARTITIONS,
    gained: async (partitions) => {
      for (const one of partitions) held.add(one);
      await writer.gained(partitions);
    },
    releasing: async (partitions) => {
      await writer.releasing(partitions);
      for (const one of partitions) held.delete(one);
    },
    lost: () => {
      held.clear();
      writer.lost();
    },
  });
  return {
    held,
    stop: async () => {
      await derivation.stop();
      await writer.close();
      await stream.close();
    },
  };
}

/** Ends the connections of leases, as when workers are killed or their machines are lost. */
async function endLeases(): Promise<void> {
  await services.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'roadworthy-derivation' and datname = current_database()
     order by random() limit 1`,
  );
}

it.skipIf(nats === null)(
  'each vehicle has one worker, and takeovers change no trip and no event',
  async () => {
    const url = nats?.url ?? '';
    const { db } = services;
    const place = await makeCustomer(db, 'Albion');
    const senders: Sender[] = [];
    for (let n = 0; n < VEHICLES; n += 1) {
      senders.push({ customerId: place.customerId, ...(await makeVehicle(db, place)) });
    }
    const ids = senders.map(({ vehicleId }) => vehicleId);
    const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS + 1) * DAY_MS;
    const records = Array.from({ length: DAYS }, (_, day) => [
      ...drive(startMs + day * DAY_MS + 8 * 60 * MINUTE_MS, 30),
      ...drive(startMs + day * DAY_MS + 17 * 60 * MINUTE_MS, 30),
    ]).flat();

    const stream = await IngestStream.open(busConfig(url), services.log);
    const bus = createLocalBus();
    const states = new VehicleStates(new VehicleStateStore(db.pool), bus, services.log);
    const store = new StreamStore(stream, states, bus);
    const workers = [await startWorker(url), await startWorker(url)];
    await until(() => workers.every(({ held }) => held.size === PARTITIONS / 2));

    // One process derives all of it, without takeovers, afterwards.
    const size = Math.ceil(records.length / ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const part = records.slice(round * size, (round + 1) * size);
      for (let at = 0; at < part.length; at += 10) {
        const rows = senders.flatMap((sender) =>
          part.slice(at, at + 10).map((record) => positionRow(sender, record, Date.now())),
        );
        await store.store(rows);
      }
      if (round === 2) workers.push(await startWorker(url));
      else if (round === 4) await workers.shift()?.stop();
      else await endLeases();
    }
    const total = VEHICLES * records.length;
    const counted = 'select count(*)::int as count from positions where vehicle_id = any($1)';
    const countOf = async () => (await db.pool.query(counted, [ids])).rows[0].count;
    await until(async () => (await countOf()) >= total);
    await untilDerived(db, ids);
    const held = workers.flatMap((worker) => [...worker.held]);
    await until(() => workers.reduce((sum, worker) => sum + worker.held.size, 0) === PARTITIONS);
    expect(new Set(held).size).toBe(held.length);
    const taken = await Promise.all(ids.map((id) => digestOf(db, id)));
    for (const worker of workers) await worker.stop();
    await states.close();
    await stream.close();

    const { rows: counts } = await db.pool.query<{ positions: number; trips: number }>(
      `select (select count(*)::int from positions where vehicle_id = any($1)) as positions,
         (select count(*)::int from trips where vehicle_id = any($1)) as trips`,
      [ids],
    );
    expect(counts[0]).toEqual({ positions: total, trips: VEHICLES * DAYS * 2 });
    for (const table of ['trips', 'fleet_events', 'geofence_visits', 'derivation_checkpoints']) {
      await db.pool.query(`delete from ${table} where vehicle_id = any($1)`, [ids]);
    }
    await db.pool.query('delete from derivations where vehicle_id = any($1)', [ids]);
    const alone = startDerivation({ ...services, metrics: createMetrics() }, FAST);
    await untilDerived(db, ids);
    await alone.stop();
    expect(await Promise.all(ids.map((id) => digestOf(db, id)))).toEqual(taken);
  },
);
