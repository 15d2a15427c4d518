import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { findNextCouplings } from '../apps/server/src/modules/features/couplings/finding/couplings-finding.ts';
import { withApiServer } from './api-server.ts';
import { dayAgo, type FilteredList, fillList, measureList, sorts } from './filtered-lists.ts';
import { type BenchRow, row } from './track.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Vehicles, of which the last thousand are trailers with a tracker. */
const VEHICLES = 2000;
const TRAILERS = 1000;
const DEPOTS = 20;
const COUPLINGS = 1_000_000;
/** A day of data: as much as a worker may spend on it, so that it has time for a thousand times more. */
const DAY_LIMIT_S = 600;

/**
 * A million couplings of four hours in five years: a thousand last, one in a thousand was found by place, one in fifty
 * is by hand.
 */
async function addCouplings(pool: pg.Pool): Promise<void> {
  await pool.query(`update vehicles set type = 'STR',
    kind = case when id > ${VEHICLES - TRAILERS} then 'semi_trailer' else 'tractor' end`);
  await withoutIndexes(pool, 'couplings', () =>
    pool.query(
      `insert into couplings (customer_id, vehicle_id, trailer_id, coupled_at, uncoupled_at, source,
         silent_since, author, driver_id)
       select 1, 1 + (n * 7919::bigint) % ${TRAILERS},
         -- Of the same depot, but for one in ten.
         ${VEHICLES - TRAILERS} + 1 + (n * 7919::bigint + n / ${TRAILERS} * ${DEPOTS}
           + (n % 10 = 0 and n <= ${COUPLINGS - TRAILERS})::int) % ${TRAILERS},
         now() - (${COUPLINGS} - n) * interval '150 seconds',
         case when n <= ${COUPLINGS - TRAILERS}
           then now() - (${COUPLINGS} - n) * interval '150 seconds' + interval '4 hours' end,
         case when n % 1000 = 7 then 'place' when n % 50 = 1 then 'hand' when n % 5 = 0 then 'driver'
           else 'device' end,
         case when n % 5000 = 8 then now() end, 'Mia', case when n % 5 = 0 then 1 + n % 100 end
       from generate_series(1, ${COUPLINGS}) n`,
    ),
  );
  await pool.query('analyze');
}

const range = (n: number) => `from=${dayAgo(160 + n)}&to=${dayAgo(130 + n)}`;
const registration = (id: number) => `BN${String(id).padStart(6, '0')}`;
/** A vehicle and a trailer of the first depot. */
const vehicle = (n: number) => DEPOTS * (n + 1);
const trailer = (n: number) => VEHICLES - DEPOTS * n;

/** The list of couplings, by every filter of its screen. */
export const COUPLING_LIST: FilteredList = {
  name: 'couplings',
  path: '/api/couplings/',
  vehicles: VEHICLES,
  fill: addCouplings,
  questions: [
    (n) => `page=${n + 1}`,
    (n) => `page=${100 + n}`,
    (n) => `page=${1000 + n}`,
    ...sorts(['coupled_at', 'uncoupled_at', 'vehicle', 'trailer']),
    (n) => `state=open&page=${n + 1}`,
    (n) => `state=open&ordering=trailer&page=${n + 1}`,
    (n) => `state=ended&page=${n + 1}`,
    (n) => `state=ended&ordering=-uncoupled_at&page=${n + 1}`,
    ...['hand', 'driver', 'device', 'place'].map(
      (source) => (n: number) => `source=${source}&page=${n + 1}`,
    ),
    (n) => `source=place&ordering=vehicle&page=${n + 1}`,
    (n) => `source=hand&ordering=-uncoupled_at&page=${n + 1}`,
    (n) => `source=hand&state=open&page=${n + 1}`,
    (n) => `vehicle=${vehicle(n)}`,
    (n) => `vehicle=${vehicle(n)}&ordering=trailer`,
    (n) => `trailer=${trailer(n)}`,
    (n) => `asset=${vehicle(n)}`,
    (n) => `asset=${trailer(n)}&source=place`,
    (n) => `depot=1&page=${n + 1}`,
    (n) => `depot=1&page=${100 + n}`,
    (n) => `depot=1&ordering=vehicle&page=${n + 1}`,
    (n) => `depot=1&source=place&page=${n + 1}`,
    () => `depot=1&state=open`,
    (n) => range(n),
    (n) => `${range(n)}&ordering=vehicle`,
    (n) => `${range(n)}&source=place`,
    (n) => `${range(n)}&state=ended&depot=1`,
    (n) => `from=${dayAgo(3 + n)}`,
    (n) => `to=${dayAgo(1600 - n)}`,
    (n) => `to=${dayAgo(1600 - n)}&ordering=coupled_at`,
    (n) => `search=${registration(vehicle(n))}`,
    (n) => `search=${registration(trailer(n))}`,
    (n) => `search=${registration(vehicle(n))}&source=hand`,
    (n) => `search=BN00&page=${n + 1}`,
    (n) => `search=First${1 + n}`,
    (n) => `search=no+such+${n}`,
  ],
};

/** Each trailer drives a day with its tractor: four journeys of an hour, a record per 30 seconds. */
async function addDay(pool: pg.Pool): Promise<number> {
  await pool.query(`delete from couplings`);
  const track = (kind: string) => `
    insert into positions (customer_id, vehicle_id, tracker_id, device_time, record_digest, latitude,
      longitude, speed_kmh, fix_valid)
    select 1, ${kind}, ${kind}, date_trunc('day', now()) - interval '1 day' + n * interval '30 seconds', n,
      51 + (v % 100) * 0.03 + moved * 0.0045, -1 - (v / 100) * 0.05, case when n % 240 < 120 then 60 else 0 end, true
    from generate_series(1, ${TRAILERS}) v, generate_series(720, 1679) n,
      lateral (select (n - 720) / 240 * 120 + least((n - 720) % 240, 120) as moved) m
    where (n - 720) % 240 <= 120 or n % 20 = 0`;
  await pool.query(track('v'));
  await pool.query(track(`v + ${VEHICLES - TRAILERS}`));
  await pool.query(`insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress,
      start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
      max_speed_kmh, segments)
    select 1, v, date_trunc('day', now()) - interval '18 hours' + j * interval '2 hours',
      date_trunc('day', now()) - interval '17 hours' + j * interval '2 hours', false, 51, -1, 51, -1, 1, 1, 0, 60, '[]'
    from generate_series(1, ${VEHICLES}) v, generate_series(0, 3) j`);
  await pool.query('analyze');
  const { rows } = await pool.query<{ records: number }>(
    'select count(*)::int as records from positions',
  );
  return rows[0]?.records ?? 0;
}

/** The list of a million couplings by every filter, and the work of a day of 1,000 combinations. */
export async function benchCouplings(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const lists = await measureList(
      server,
      COUPLING_LIST,
      await fillList(server.pool, COUPLING_LIST),
    );
    const records = await addDay(server.pool);
    const startMs = performance.now();
    let passes = 0;
    const nowMs = Date.now() + 3_600_000;
    while (await findNextCouplings(server.db, nowMs)) passes += 1;
    const seconds = (performance.now() - startMs) / 1000;
    const { rows } = await server.pool.query<{ found: number }>(
      'select count(*)::int as found from couplings',
    );
    console.log(`${passes} passes over ${records} records found ${rows[0]?.found} couplings`);
    return [...lists, row('couplings of a day of 1,000 combinations', seconds, 's', DAY_LIMIT_S)];
  });
}
