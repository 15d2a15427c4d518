import { encodeTeltonikaPacket } from '@roadworthy/protocols';
import type pg from 'pg';
import { drivenPoints } from './driven-day.ts';
import { cpuPerPosition, emptyDerived, median } from './position-cpu.ts';
import { type BenchDatabase, withDatabase } from './subject.ts';
import { type BenchRow, row } from './track.ts';

const VEHICLES = 1000;
/** One in ten vehicles is a trailer with a tracker. */
const TRAILERS = 100;
const STEP_S = 10;
/** A trip is a few minutes and the stop after it an hour: many more trips than a fleet makes. */
const DRIVEN_FRAMES = 30;
const PARKED_S = 3600;
const PARKED_FRAMES = 2;
const CYCLE = DRIVEN_FRAMES + PARKED_FRAMES;
const CYCLE_S = DRIVEN_FRAMES * STEP_S + PARKED_FRAMES * PARKED_S;
const WARM_FRAMES = CYCLE;
const FRAMES = 4 * CYCLE;
const ROUNDS = 3;
const LIMIT = 1.1;

const TRIGGERS = [
  ['trips', 'trips_queue_couplings'],
  ['trips', 'trips_queue_fuel_cards'],
  ['derivations', 'derivations_queue_couplings'],
] as const;

/**
 * Each end of a trip makes both triggers write: the customer has trailers with trackers and with identifiers, and
 * each vehicle has bought fuel on these days.
 */
async function addTrailersAndPurchases(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update vehicles set type = 'STR',
       kind = case when id % ${VEHICLES / TRAILERS} = 0 then 'semi_trailer' else 'tractor' end`,
  );
  await pool.query(
    `insert into trailer_identifiers (customer_id, vehicle_id, value, key)
     select customer_id, id, 'BENCH' || id, 'bench' || id from vehicles where kind = 'semi_trailer'`,
  );
  await pool.query(
    `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres,
       supplier, reference, note)
     select v.customer_id, v.id, 'fuel', d, d, 100, 60, 'Bench', '', ''
     from vehicles v, lateral (select (now() - n * interval '1 day')::date as d
       from generate_series(0, 3) n) days`,
  );
  await pool.query('truncate coupling_due, fuel_card_due');
}

async function switchTriggers(pool: pg.Pool, isOn: boolean): Promise<void> {
  for (const [table, trigger] of TRIGGERS) {
    await pool.query(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger ${trigger}`);
  }
}

/** Frames of vehicles that drive for some minutes, switch off, and stand for two hours. */
function frames(startMs: number): (device: number) => Buffer {
  const points = drivenPoints(startMs, 5000, STEP_S);
  const sent = new Map<number, number>();
  return (device) => {
    const vehicle = device % VEHICLES;
    const count = sent.get(vehicle) ?? 0;
    sent.set(vehicle, count + 1);
    const [cycle, at] = [Math.floor(count / CYCLE), count % CYCLE];
    const driven = Math.min(at, DRIVEN_FRAMES);
    const point = points[(vehicle * 3 + cycle * DRIVEN_FRAMES + driven) % points.length];
    if (point === undefined) throw new Error('No such point.');
    const isDriving = at < DRIVEN_FRAMES;
    const parked = Math.max(0, at - DRIVEN_FRAMES);
    const seconds = cycle * CYCLE_S + driven * STEP_S + parked * PARKED_S;
    return encodeTeltonikaPacket([
      {
        timeMs: startMs + seconds * 1000,
        latitudeDeg: point.latitudeDeg,
        longitudeDeg: point.longitudeDeg + vehicle * 0.001,
        speedKmh: isDriving ? point.speedKmh : 0,
        angleDeg: point.headingDeg,
        satellites: 9,
        io: [
          { id: 239, width: 1, value: isDriving ? 1 : 0 },
          { id: 66, width: 2, value: 13_800 },
          { id: 16, width: 4, value: point.odometerM },
        ],
      },
    ]);
  };
}

async function measure(database: BenchDatabase, isOn: boolean): Promise<number> {
  const { pool } = database;
  await switchTriggers(pool, isOn);
  const startMs = Date.now() - 20 * 3_600_000;
  const load = { frameOf: frames(startMs), startMs, warmFrames: WARM_FRAMES, frames: FRAMES };
  const perPositionUs = await cpuPerPosition('derived', database, load);
  const { rows } = await pool.query<{ trips: number; couplings: number; purchases: number }>(
    `select (select count(*)::int from trips where not in_progress) as trips,
       (select count(*)::int from coupling_due) as couplings,
       (select count(*)::int from fuel_card_due) as purchases`,
  );
  const { couplings = 0, purchases = 0, trips = 0 } = rows[0] ?? {};
  const isRight = isOn ? Math.min(couplings, purchases) >= trips : couplings + purchases === 0;
  if (trips < VEHICLES || !isRight) {
    throw new Error(`${trips} trips queued ${couplings} couplings and ${purchases} purchases.`);
  }
  await emptyDerived(pool);
  await pool.query('truncate coupling_due, fuel_card_due');
  return perPositionUs;
}

/** CPU a position with the triggers that queue the search for couplings and the check of purchases, beside without. */
export async function benchDerivedTriggers(): Promise<BenchRow[]> {
  return withDatabase(VEHICLES, async (database) => {
    await addTrailersAndPurchases(database.pool);
    const off: number[] = [];
    const on: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      off.push(await measure(database, false));
      on.push(await measure(database, true));
    }
    const ratio = median(on) / median(off);
    const what = `CPU a position with the triggers of couplings and fuel cards, a trip each ${CYCLE} positions (without ${median(off).toFixed(0)} µs, with ${median(on).toFixed(0)} µs)`;
    return [row(what, ratio, 'times', LIMIT)];
  });
}
