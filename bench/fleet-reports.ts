import type pg from 'pg';
import { Partitions } from '../apps/server/src/gateway/index.ts';
import { withApiServer } from './api-server.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const VEHICLES = 100;
const DAYS = 31;
const FIRST_DAY = '2026-05-01';
const LAST_DAY = '2026-05-31';
/** Eight hours at ten seconds: with 100 vehicles and 31 days, nine million. */
const POSITIONS_A_DAY = 2904;
const STEP_S = 10;
/** A trip every 48 minutes, of 40 minutes. */
const POSITIONS_A_TRIP = 290;
const POSITIONS_DRIVEN = 240;
const EVENTS_A_DAY = 30;
const ROUNDS = 5;
const LIMIT_MS = 1000;
const DAY_MS = 86_400_000;

async function addPositions(pool: pg.Pool): Promise<void> {
  const first = Date.parse(FIRST_DAY);
  const days = Array.from({ length: DAYS }, (_, n) => ({ timeMs: first + n * DAY_MS }));
  await new Partitions(pool).ensure(days);
  for (const { timeMs } of days) {
    await pool.query(
      `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
         latitude, longitude, speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m)
       select 1, v, $1::timestamptz + interval '6 hours' + n * interval '${STEP_S} seconds', n, v,
         51 + v / 100.0 + n / 1e4, -1.5 + n / 1e4,
         case when n % ${POSITIONS_A_TRIP} < ${POSITIONS_DRIVEN} and n % 20 > 1 then 40 + n % 60 else 0 end,
         n % 360, 9, true, n % ${POSITIONS_A_TRIP} < ${POSITIONS_DRIVEN}, n * 150.0
       from generate_series(1, ${VEHICLES}) v, generate_series(0, ${POSITIONS_A_DAY - 1}) n`,
      [new Date(timeMs)],
    );
  }
}

/**
 * Fills trips and events as the derivation would, set by set: a trip is a run of records with the
 * ignition on, in parts of driving and of standing. The month before, with which the scores are
 * compared, is the same.
 */
async function derive(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       driver_id, segments)
     select 1, t.vehicle_id, started_at, ended_at, false, min_lat, min_lon, max_lat, max_lon,
       distance_m, 2160, 230, max_speed, v.driver_id,
       (select jsonb_agg(jsonb_build_array(case when k % 2 = 0 then 'd' else 'i' end,
           started_ms + k * 199000, started_ms + (k + 1) * 199000,
           case when k % 2 = 0 then distance_m / 6 else 0 end))
         from generate_series(0, 11) k)
     from (
       select vehicle_id, min(device_time) as started_at, max(device_time) as ended_at,
         (date_part('epoch', min(device_time)) * 1000)::bigint as started_ms,
         min(latitude) as min_lat, min(longitude) as min_lon, max(latitude) as max_lat,
         max(longitude) as max_lon, max(odometer_m) - min(odometer_m) as distance_m,
         max(speed_kmh) as max_speed
       from positions where ignition
       group by vehicle_id, device_time::date, record_digest / ${POSITIONS_A_TRIP}
     ) t join vehicles v on v.id = t.vehicle_id`,
  );
  await pool.query(
    `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, latitude, longitude,
       speed_kmh, driver_id, source)
     select 1, v.id, (array[4, 5, 40, 41, 42, 43, 47, 75, 76, 77])[1 + n % 10],
       $1::timestamptz + d * interval '1 day' + interval '6 hours' + n * interval '15 minutes',
       51.5, -1.5, 50, v.driver_id, 'device'
     from vehicles v, generate_series(0, ${DAYS - 1}) d, generate_series(0, ${EVENTS_A_DAY - 1}) n`,
    [FIRST_DAY],
  );
  await pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       driver_id, segments)
     select customer_id, vehicle_id, started_at - interval '${DAYS} days',
       ended_at - interval '${DAYS} days', in_progress, start_latitude, start_longitude,
       end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh, driver_id, segments
     from trips`,
  );
  await pool.query(
    `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, driver_id, source)
     select customer_id, vehicle_id, event_code, occurred_at - interval '${DAYS} days', driver_id,
       source from fleet_events`,
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** Trips, timesheets and behaviour of 100 vehicles for 31 days, over nine million positions. */
export async function benchFleetReports(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    await addPositions(server.pool);
    await derive(server.pool);
    const reader = openReader(await server.issue(userId));
    const range = `start=${FIRST_DAY}&end=${LAST_DAY}`;
    const vehicles = Array.from({ length: VEHICLES }, (_, n) => n + 1);
    const each = (path: string) => vehicles.map((id) => `${path}?vehicle=${id}&${range}`);
    /** Time that it takes to ask for all of them, one after the other. */
    const timeOf = async (addresses: readonly string[]) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedMs = performance.now();
        for (const address of addresses) {
          const { status, bytes } = await reader.read(server.url + address);
          if (status !== 200 || bytes < 2000) throw new Error(`${address} answered ${status}.`);
        }
        times.push(performance.now() - startedMs);
      }
      return timeAt(times, 0.5);
    };
    const trips = await timeOf(each('/api/vehicle/trip/'));
    const named = vehicles.map((id) => `vehicle=${id}`).join('&');
    const together = await timeOf([`/api/vehicles/trips/?${named}&${range}`]);
    const timesheets = await timeOf(each('/api/vehicle/timesheet/'));
    const behaviour = await timeOf([`/api/behaviour/safety_abc/vehicle_group/?${range}`]);
    await reader.close();
    const what = `of ${VEHICLES} vehicles for ${DAYS} days`;
    return [
      row(`trips ${what}, in ${VEHICLES} calls`, trips, 'ms', LIMIT_MS),
      row(`trips ${what}, in one call`, together, 'ms', LIMIT_MS),
      row(`timesheets ${what}, in ${VEHICLES} calls`, timesheets, 'ms', LIMIT_MS),
      row(`behaviour ${what}, in one call`, behaviour, 'ms', LIMIT_MS),
    ];
  });
}
