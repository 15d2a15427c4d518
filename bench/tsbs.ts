import type pg from 'pg';
import { Partitions } from '../apps/server/src/gateway/index.ts';
import { withApiServer } from './api-server.ts';
import { timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const TRUCKS = 10_000;
const DAYS = 3;
/** The last moment of the data; all questions are asked as of then. */
const NOW = '2026-06-12T00:00:00Z';
const STEP_S = 60;
const POSITIONS_A_DAY = 1440;
/** Trips of 72 minutes, with rests of 2 to 38 minutes by truck; trucks begin at other times. */
const TRIP_MIN = 72;
const everyMin = (truck: string) => `(${TRIP_MIN + 2} + ${truck} % 10 * 4)`;
const ROUNDS = 5;
const LIMIT_MS = 1000;

/**
 * The questions of the Time Series Benchmark Suite's IoT case that apply to what trackers report, in
 * its words, over our tables: states and trips hold what it reads out of ten-minute means of raw
 * readings. Its questions about fuel, breakdowns and load need values that no device here sends.
 */
const QUESTIONS: Readonly<Record<string, string>> = {
  'last location of each truck': `
    select v.registration, s.latitude, s.longitude, s.fix_time
    from vehicle_states s join vehicles v on v.id = s.vehicle_id`,
  'stationary trucks (mean speed under 1 in the last 10 minutes)': `
    select v.registration, m.speed_kmh
    from vehicles v cross join lateral (
      select avg(p.speed_kmh) as speed_kmh from positions p
      where p.vehicle_id = v.id and p.device_time > '${NOW}'::timestamptz - interval '10 minutes'
        and p.device_time <= '${NOW}'
    ) m where m.speed_kmh < 1`,
  'long driving sessions (under 20 minutes of rest in the last 4 hours)': `
    select v.registration, d.driving_s
    from (
      select t.vehicle_id, sum(part.driving_s) as driving_s
      from trips t cross join lateral (
        select sum(extract(epoch from least(to_timestamp((s ->> 2)::float8 / 1000), '${NOW}')
          - greatest(to_timestamp((s ->> 1)::float8 / 1000),
              '${NOW}'::timestamptz - interval '4 hours'))) as driving_s
        from jsonb_array_elements(t.segments) s
        where s ->> 0 = 'd'
          and (s ->> 2)::float8 / 1000 > extract(epoch from '${NOW}'::timestamptz - interval '4 hours')
      ) part
      where t.customer_id = 1 and t.started_at > '${NOW}'::timestamptz - interval '12 hours'
        and t.started_at < '${NOW}' and t.ended_at > '${NOW}'::timestamptz - interval '4 hours'
      group by t.vehicle_id
    ) d join vehicles v on v.id = d.vehicle_id
    where d.driving_s > 220 * 60`,
  'long daily sessions (over 10 hours driven in the last 24)': `
    select v.registration, d.driving_s
    from (
      select vehicle_id, sum(driving_s) as driving_s from trips
      where customer_id = 1 and started_at >= '${NOW}'::timestamptz - interval '24 hours'
        and started_at < '${NOW}'
      group by vehicle_id having sum(driving_s) > 10 * 3600
    ) d join vehicles v on v.id = d.vehicle_id`,
  'mean hours driven a day by each driver': `
    select d.surname, m.hours
    from (
      select driver_id, sum(driving_s) / 3600.0 / ${DAYS} as hours from trips
      where customer_id = 1 and started_at >= '${NOW}'::timestamptz - interval '${DAYS} days'
        and started_at < '${NOW}' and driver_id is not null
      group by driver_id
    ) m join drivers d on d.id = m.driver_id`,
  'mean length of a driving session, a truck and a day': `
    select vehicle_id, date_bin('1 day', started_at, '2026-01-01T00:00:00Z') as day, avg(ended_at - started_at)
    from trips
    where customer_id = 1 and started_at >= '${NOW}'::timestamptz - interval '${DAYS} days'
      and started_at < '${NOW}'
    group by 1, 2`,
  'daily activity (hours driven by each depot, day by day)': `
    select g.name, m.day, sum(m.driving_s) / 3600.0 as hours
    from (
      select vehicle_id, date_bin('1 day', started_at, '2026-01-01T00:00:00Z') as day, sum(driving_s) as driving_s
      from trips
      where customer_id = 1 and started_at >= '${NOW}'::timestamptz - interval '${DAYS} days'
        and started_at < '${NOW}'
      group by 1, 2
    ) m join vehicle_depots vd on vd.vehicle_id = m.vehicle_id join depots g on g.id = vd.depot_id
    group by g.name, m.day`,
};

/** Three days of 10,000 trucks: a position a minute, and the trips that follow from them. */
async function addData(pool: pg.Pool): Promise<void> {
  const endMs = Date.parse(NOW);
  const days = Array.from({ length: DAYS }, (_, n) => endMs - (DAYS - n) * 86_400_000);
  await new Partitions(pool).ensure(days.map((timeMs) => ({ timeMs })));
  await Promise.all(
    days.map((day) =>
      pool.query(
        `insert into positions (customer_id, vehicle_id, device_time, record_digest, tracker_id,
           latitude, longitude, speed_kmh, heading_deg, fix_valid, ignition)
         select 1, v, $1::timestamptz + n * interval '${STEP_S} seconds', n, v, 51 + v / 1e4,
           -1.5 + n / 1e4, case when (n + v) % ${everyMin('v')} < ${TRIP_MIN} then 60 else 0 end,
           n % 360, true, (n + v) % ${everyMin('v')} < ${TRIP_MIN}
         from generate_series(1, ${TRUCKS}) v, generate_series(1, ${POSITIONS_A_DAY}) n`,
        [new Date(day)],
      ),
    ),
  );
  await pool.query(
    `insert into trips (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
       start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh,
       driver_id, segments)
     select 1, v.id, t.at, t.at + interval '${TRIP_MIN} minutes', false, 51, -1.5, 51.2, -1.4, 70000,
       ${TRIP_MIN - 4} * 60, 240, 60, v.driver_id,
       (select jsonb_agg(jsonb_build_array(case when k = 3 then 'i' else 'd' end,
           (extract(epoch from t.at) * 1000)::bigint
             + (case when k <= 3 then k * 17 else 4 + (k - 1) * 17 end) * 60000,
           (extract(epoch from t.at) * 1000)::bigint
             + (case when k < 3 then (k + 1) * 17 when k = 3 then 55 else 72 end) * 60000,
           case when k = 3 then 0 else 17500 end))
         from generate_series(0, 4) k)
     from vehicles v cross join lateral (
       select $1::timestamptz + (n * ${everyMin('v.id')} - v.id % ${everyMin('v.id')}) * interval '1 minute' as at
       from generate_series(1, ${DAYS * 1440} / ${everyMin('v.id')}) n
     ) t`,
    [new Date(days[0] ?? 0)],
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** How long a question takes as a request asks it, held to its customer; the median of some. */
async function ask(client: pg.PoolClient, question: string, text: string): Promise<BenchRow> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.query('begin');
    await client.query(`select set_config('role', 'roadworthy_request', true),
      set_config('roadworthy.customer', '1', true)`);
    const startedMs = performance.now();
    found = (await client.query(text)).rows.length;
    times.push(performance.now() - startedMs);
    await client.query('rollback');
  }
  if (found === 0) throw new Error(`"${question}" found nothing.`);
  return row(`TSBS: ${question}, ${found} rows`, timeAt(times, 0.5), 'ms', LIMIT_MS);
}

/** The TSBS IoT questions over 10,000 trucks and three days. */
export async function benchTsbs(): Promise<BenchRow[]> {
  return withApiServer(async ({ pool }) => {
    await makeBenchFleet(pool, TRUCKS);
    await addData(pool);
    const client = await pool.connect();
    try {
      const rows: BenchRow[] = [];
      for (const [question, text] of Object.entries(QUESTIONS)) {
        rows.push(await ask(client, question, text));
      }
      return rows;
    } finally {
      client.release();
    }
  });
}
