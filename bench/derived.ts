import { encodeTeltonikaPacket } from '@roadworthy/protocols';
import type pg from 'pg';
import { randoms } from '../apps/server/test/random.ts';
import { drivenPoints } from './driven-day.ts';
import { cpuPerPosition, emptyDerived, median } from './position-cpu.ts';
import { type BenchDatabase, type SubjectMode, withDatabase } from './subject.ts';
import { type BenchRow, row } from './track.ts';

const VEHICLES = 1000;
const GEOFENCES = 1000;
const CORNERS = 50;
const STEP_S = 10;
/** Frames of each vehicle, some first to be warm. */
const WARM_FRAMES = 30;
const FRAMES = 120;
const ROUNDS = 3;
const LIMIT = 1.3;
const DAY_MS = 86_400_000;
/** Jagged areas of 300 to 1,500 m where the vehicles drive. */
async function makeGeofences(pool: pg.Pool): Promise<void> {
  const next = randoms(11);
  const rings = Array.from({ length: GEOFENCES }, () => {
    const [latitude, longitude] = [51.2 + next() * 2, -2.6 + next() * 2.4];
    return Array.from({ length: CORNERS }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const reachDeg = 0.003 + next() * 0.01;
      return [latitude + reachDeg * Math.sin(angle), longitude + 1.6 * reachDeg * Math.cos(angle)];
    });
  });
  await pool.query(
    `insert into geofences (customer_id, name, colour, shape, points, alert_on_entry, alert_on_exit)
     select 1, 'Area ' || n, '#336699', 'polygon', ring, true, true
     from jsonb_array_elements($1::jsonb) with ordinality as rings(ring, n)`,
    [JSON.stringify(rings)],
  );
}

/** Frames of vehicles that each drive the same roads elsewhere, and begin at another point of them. */
function frames(startMs: number): (device: number) => Buffer {
  const points = drivenPoints(startMs, 5000, STEP_S);
  const next = randoms(3);
  const places = Array.from({ length: VEHICLES }, () => ({
    north: next() - 0.7,
    east: next() - 0.7,
    at: Math.floor(next() * 1000),
    sent: 0,
  }));
  return (device) => {
    const place = places[device % VEHICLES];
    const point = points[((place?.at ?? 0) + (place?.sent ?? 0)) % points.length];
    if (place === undefined || point === undefined) throw new Error('No such vehicle.');
    place.sent += 1;
    return encodeTeltonikaPacket([
      {
        timeMs: startMs + place.sent * STEP_S * 1000,
        latitudeDeg: point.latitudeDeg + place.north,
        longitudeDeg: point.longitudeDeg + place.east,
        speedKmh: point.speedKmh,
        angleDeg: point.headingDeg,
        satellites: 9,
        io: [
          { id: 239, width: 1, value: 1 },
          { id: 66, width: 2, value: 13_800 },
          { id: 16, width: 4, value: point.odometerM },
        ],
      },
    ]);
  };
}

/** Twenty hours ago, or a little earlier: a vehicle has one midnight a day, and none within this load. */
function loadStartMs(): number {
  const startMs = Date.now() - 20 * 3_600_000;
  const lengthMs = (WARM_FRAMES + FRAMES + 1) * STEP_S * 1000;
  const midnightMs = Math.ceil(startMs / DAY_MS) * DAY_MS;
  return midnightMs < startMs + lengthMs ? midnightMs - lengthMs : startMs;
}

/** CPU microseconds of gateway and database a position, from its frame to all that comes of it. */
async function measure(mode: SubjectMode, database: BenchDatabase): Promise<number> {
  const startMs = loadStartMs();
  const load = { frameOf: frames(startMs), startMs, warmFrames: WARM_FRAMES, frames: FRAMES };
  const perPositionUs = await cpuPerPosition(mode, database, load);
  await check(mode, database.pool);
  await emptyDerived(database.pool);
  return perPositionUs;
}

/** @throws Error where nothing was derived, or something while it was off */
async function check(mode: SubjectMode, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ told: number }>(
    `select least((select count(*) from trips), (select count(*) from geofence_visits),
       (select count(*) from fleet_events))::int as told`,
  );
  const told = rows[0]?.told ?? 0;
  if ((mode === 'derived') !== told > 0) throw new Error(`${mode} told ${told} findings.`);
}

/** CPU a position with trips, events and 1,000 geofences, beside the same pipeline without. */
export async function benchDerived(): Promise<BenchRow[]> {
  return withDatabase(VEHICLES, async (database) => {
    await makeGeofences(database.pool);
    const off: number[] = [];
    const on: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      off.push(await measure('whole', database));
      on.push(await measure('derived', database));
    }
    const ratio = median(on) / median(off);
    const what = `CPU a position with trips, events, 1,000 geofences (without ${median(off).toFixed(0)} µs, with ${median(on).toFixed(0)} µs)`;
    return [row(what, ratio, 'times', LIMIT)];
  });
}
