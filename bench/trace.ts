import type pg from 'pg';
import { Partitions } from '../apps/server/src/gateway/index.ts';
import { withApiServer } from './api-server.ts';
import { drivenPoints } from './driven-day.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const DAY = '2026-06-10';
const POINTS = 8640;
const STEP_S = 10;
const VEHICLES = 100;
/** Vehicles whose day is stored beside the one that is read. */
const OTHERS = 40;
const WARM_UPS = 40;
const REQUESTS = 300;
const P95_LIMIT_MS = 25;
const WIRE_LIMIT_KB = 60;

/** A day of the first vehicle, as it was driven, with its events; and days of others around it. */
async function addDays(pool: pg.Pool): Promise<void> {
  const startMs = Date.parse(`${DAY}T00:00:00Z`);
  await new Partitions(pool).ensure([{ timeMs: startMs }]);
  const points = drivenPoints(startMs, POINTS, STEP_S);
  const column = (read: (point: (typeof points)[number]) => number) => points.map(read);
  await pool.query(
    `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
       latitude, longitude, speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m)
     select 1, v, to_timestamp(t / 1000), v * 100000 + n, v, la, lo, s, h, 9, true, true, o
     from unnest($1::float8[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
       with ordinality as p (t, la, lo, s, h, o, n), generate_series(1, ${OTHERS + 1}) v`,
    [
      column(({ timeMs }) => timeMs),
      column(({ latitudeDeg }) => latitudeDeg),
      column(({ longitudeDeg }) => longitudeDeg),
      column(({ speedKmh }) => speedKmh),
      column(({ headingDeg }) => headingDeg),
      column(({ odometerM }) => odometerM),
    ],
  );
  await pool.query(
    `insert into fleet_events (customer_id, vehicle_id, event_code, occurred_at, latitude, longitude,
       source)
     select 1, 1, 40 + n % 4, $1::timestamptz + n * interval '20 minutes', 52.2, -1.4, 'device'
     from generate_series(0, 71) n`,
    [`${DAY}T00:00:00Z`],
  );
  await pool.query('vacuum analyze');
}

/** A vehicle-day of 8,640 points in columns: time of the call, and bytes on the wire. */
export async function benchTrace(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    await addDays(server.pool);
    const reader = openReader(await server.issue(userId));
    const url = `${server.url}/api/trace/?vehicle=1&start=${DAY}&end=${DAY}&shape=columns`;
    const times: number[] = [];
    let onWire = 0;
    for (let n = 0; n < WARM_UPS + REQUESTS; n += 1) {
      const { ms, bytes, status } = await reader.read(url);
      if (status !== 200) throw new Error(`The trail answered ${status}.`);
      onWire = bytes;
      if (n >= WARM_UPS) times.push(ms);
    }
    await reader.close();
    const what = `trace of a vehicle-day, ${POINTS.toLocaleString('en')} points`;
    return [
      row(`${what}, p95`, timeAt(times, 0.95), 'ms', P95_LIMIT_MS),
      row(`${what}, on the wire`, onWire / 1024, 'KB', WIRE_LIMIT_KB),
    ];
  });
}
