import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Partitions } from '../apps/server/src/gateway/index.ts';

const VEHICLES = 10_000;
const VEHICLES_A_DEPOT = 100;
/** Of ten vehicles, four have a driver of their own. */
const DRIVERS_A_VEHICLE = 0.4;
const MODULES = ['Track', 'Trace', 'Trips', 'Timesheet', 'Events', 'Driver Behaviour'];
const STEP_S = 60;
const SETTLE_MS = 3000;
/** Vehicles report twice a minute. */
const REPORT_EVERY_S = 30;

/** Who asks in the benchmark. */
export interface BenchFleet {
  readonly userId: number;
  readonly vehicles: number;
}

/**
 * A customer with vehicles in depots of 100, each with a tracker and a last known state spread over
 * Britain, and a manager who may see them all.
 *
 * @param pool connections of the owner of a fresh, migrated database
 */
export async function makeBenchFleet(pool: pg.Pool, vehicles = VEHICLES): Promise<BenchFleet> {
  const depots = Math.ceil(vehicles / VEHICLES_A_DEPOT);
  const drivers = vehicles * DRIVERS_A_VEHICLE;
  await pool.query(`insert into customers (name) values ('Bench')`);
  await pool.query(`insert into depots (customer_id, name)
    select 1, 'Depot ' || n from generate_series(1, ${depots}) n`);
  await pool.query(`insert into drivers (customer_id, first_name, surname)
    select 1, 'First' || n, 'Surname' || n from generate_series(1, ${drivers}) n`);
  await pool.query(`insert into vehicles (customer_id, registration, type, driver_id)
    select 1, 'BN' || lpad(n::text, 6, '0'), (array['CAR', 'VAN', 'STR', 'BIK'])[1 + n % 4],
      case when n <= ${drivers} then n end
    from generate_series(1, ${vehicles}) n`);
  await pool.query(`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select 1, n, 1 + n % ${depots} from generate_series(1, ${vehicles}) n`);
  await pool.query(`insert into trackers (customer_id, number, protocol, vehicle_id)
    select 1, (350000000000000 + n)::text, 'teltonika', n from generate_series(1, ${vehicles}) n`);
  await pool.query(`insert into vehicle_states (vehicle_id, customer_id, tracker_id, device_time,
      received_at, latitude, longitude, fix_time, speed_kmh, heading_deg, ignition, odometer_m,
      external_voltage_v, battery_percent, temperature_c)
    select n, 1, n, now() - random() * interval '30 hours', now(), round((50.5 + random() * 7)::numeric, 6),
      round((-5 + random() * 6)::numeric, 6), now(), round((random() * 110)::numeric, 1), random() * 359, n % 3 > 0,
      (random() * 4e8)::int, 24 + random() * 4, 90, 4.5
    from generate_series(1, ${vehicles}) n`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (customer_id, username, email, first_name, last_name, role)
     values (1, 'bench', 'bench@bench.test', 'Bench', 'Manager', 'MANAGER') returning id`,
  );
  const userId = rows[0]?.id ?? 0;
  await pool.query('insert into user_modules select $1, unnest($2::text[])', [userId, MODULES]);
  await pool.query('analyze');
  return { userId, vehicles };
}

/**
 * Adds stored positions, as many of each vehicle, one a minute back from now, in day partitions.
 *
 * @param from positions each vehicle has already
 * @param to positions each vehicle has afterwards
 */
export async function addPositions(pool: pg.Pool, from: number, to: number): Promise<void> {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const times = Array.from({ length: to + 1 }, (_, n) => nowMs - n * STEP_S * 1000);
  await new Partitions(pool).ensure(times.map((timeMs) => ({ timeMs })));
  await pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m)
     select 1, v, $1::timestamptz - n * interval '${STEP_S} seconds', n, v, 52 + n / 1e4, -1.5, 60, 90,
       9, true, true, 1e6 - n
     from generate_series(1, ${VEHICLES}) v, generate_series($3::int - 1, $2::int, -1) n`,
    [new Date(nowMs), from, to],
  );
  await pool.query('vacuum analyze positions');
  // What was just written is on disk, and the disk at rest, before anything is measured.
  await pool.query('checkpoint');
  await sleep(SETTLE_MS);
}

/**
 * Moves the fleet on by a second: those whose turn it is report a new state.
 *
 * @param second counts up from 0
 */
export async function moveOn(pool: pg.Pool, second: number): Promise<void> {
  await pool.query(
    `update vehicle_states set device_time = now(), received_at = now(),
       latitude = round((latitude + 0.0001)::numeric, 6), odometer_m = odometer_m + 400
     where vehicle_id % ${REPORT_EVERY_S} = $1`,
    [second % REPORT_EVERY_S],
  );
}
