import type pg from 'pg';
import { type ApiServer, withApiServer } from './api-server.ts';
import { openReader, timeAt } from './reader.ts';
import { type BenchRow, row } from './track.ts';

const REPORTS = 1_000_000;
const REGIONS = 4;
const DEPOTS = 20;
const VEHICLES = 2000;
/** Over so many days to today. */
const DAYS = 500;
const P95_LIMIT_MS = 50;
const ROUNDS = 12;

/** A customer with a million reports, and a person who sees all of it. Sums as the triggers keep them. */
async function addReports(pool: pg.Pool): Promise<number> {
  await pool.query(`insert into customers (name) values ('Million')`);
  await pool.query(`insert into regions (customer_id, name)
    select 1, 'Region ' || n from generate_series(1, ${REGIONS}) n`);
  await pool.query(`insert into depots (customer_id, region_id, name)
    select 1, 1 + n % ${REGIONS}, 'Depot ' || n from generate_series(1, ${DEPOTS}) n`);
  await pool.query(`insert into vehicles (customer_id, registration, type)
    select 1, 'BN' || n, 'VAN' from generate_series(1, ${VEHICLES}) n`);
  await pool.query(`insert into vehicle_depots (customer_id, vehicle_id, depot_id)
    select 1, n, 1 + n % ${DEPOTS} from generate_series(1, ${VEHICLES}) n`);
  await pool.query('alter table vehicle_reports disable trigger user');
  await pool.query(
    `insert into vehicle_reports (customer_id, vehicle_id, depot_id, kind, done_at, duration_s, is_short,
       author, items, defects)
     select 1, 1 + n % ${VEHICLES}, 1 + (1 + n % ${VEHICLES}) % ${DEPOTS},
       (array['STD', 'STD', 'STD', 'STD', 'AUD', 'HND', 'GTC', 'STD'])[1 + (n / ${VEHICLES}) % 8],
       now() - make_interval(days => (n / ${VEHICLES}) % ${DAYS}, mins => n % 600), 300, n % 97 = 0,
       'Driver ' || n % 700, '[]', (n % 19 = 0)::int
     from generate_series(1, ${REPORTS}) n`,
  );
  await pool.query('alter table vehicle_reports enable trigger user');
  await pool.query(
    `insert into depot_check_days (customer_id, depot_id, day, checks, nil, short, done, unchecked, std,
       aud, hnd, gtc)
     select 1, depot_id, check_day(done_at), count(*) filter (where kind = 'STD'),
       count(*) filter (where kind = 'STD' and defects = 0),
       count(*) filter (where kind = 'STD' and is_short),
       count(distinct vehicle_id) filter (where kind = 'STD'), 2, count(*) filter (where kind = 'STD'),
       count(*) filter (where kind = 'AUD'), count(*) filter (where kind = 'HND'),
       count(*) filter (where kind = 'GTC')
     from vehicle_reports group by depot_id, check_day(done_at)`,
  );
  await pool.query(
    `insert into vehicle_damages (customer_id, vehicle_id, depot_id, reported_at, reported_by, part,
       description, severity)
     select 1, 1 + n % ${VEHICLES}, 1 + (1 + n % ${VEHICLES}) % ${DEPOTS},
       now() - make_interval(days => n % ${DAYS}), 'Driver', 'front', 'Scratch', 'minor'
     from generate_series(1, 6000) n`,
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ id: number }>(
    `with person as (insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'all', 'all@bench.test', 'All', 'Manager', 'MANAGER') returning id)
     insert into user_modules (user_id, module) select id, 'Vehicle Check' from person
     returning user_id as id`,
  );
  return rows[0]?.id ?? 0;
}

const FIGURES: readonly ((n: number) => string)[] = [
  (n) => `/api/region_depots_stats/${1 + (n % REGIONS)}/`,
  (n) => `/api/region_stats/${1 + (n % REGIONS)}/`,
  (n) => `/api/region_stats/${1 + (n % REGIONS)}/?date=2026-0${1 + (n % 9)}-15`,
  (n) => `/api/depot_stats/${1 + (n % DEPOTS)}/`,
  (n) => `/vehicle-check/api/vehicle_stats/${1 + ((n * 37) % VEHICLES)}/`,
];
const LISTS: readonly ((n: number) => string)[] = [
  (n) => `depot_report/${1 + (n % DEPOTS)}/?type=STD&page=${1 + n}`,
  (n) => `depot_report/${1 + (n % DEPOTS)}/?type=STD&ordering=driver&page=${1 + n}`,
  (n) => `depot_report/${1 + (n % DEPOTS)}/?type=AUD&ordering=-registration`,
  (n) => `depot_report/${1 + (n % DEPOTS)}/?type=STD&search=Driver+${n}`,
  (n) => `depot_gatecheck/${1 + (n % DEPOTS)}/?result=fail`,
  (n) => `depot_damages/${1 + (n % DEPOTS)}/?state=open`,
  (n) => `depot_damaged_vehicles/${1 + (n % DEPOTS)}/`,
];

async function p95Ms(
  server: ApiServer,
  token: string,
  questions: readonly ((n: number) => string)[],
): Promise<number> {
  const reader = openReader(token);
  const times: { ms: number; question: string }[] = [];
  for (let n = -2; n < ROUNDS; n += 1) {
    for (const questionOf of questions) {
      const question = questionOf(n + 2);
      const { ms, status } = await reader.read(server.url + question);
      if (status !== 200) throw new Error(`The answer to ${question} is ${status}.`);
      if (n >= 0) times.push({ ms, question });
    }
  }
  await reader.close();
  const slowest = [...times].sort((a, b) => b.ms - a.ms)[0];
  console.log(`slowest: ${slowest?.question} ${slowest?.ms.toFixed(0)} ms`);
  return timeAt(
    times.map(({ ms }) => ms),
    0.95,
  );
}

/** Figures of regions, depots and vehicles over a million reports, and the lists of depots. */
export async function benchRegionFigures(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const token = await server.issue(await addReports(server.pool));
    const figures = await p95Ms(server, token, FIGURES);
    const paths = LISTS.map((of) => (n: number) => `/vehicle-check/api/${of(n)}`);
    const lists = await p95Ms(server, token, paths);
    return [
      row('figures of a region over 1 M reports, p95', figures, 'ms', P95_LIMIT_MS),
      row('a page of a depot of 1 M reports, any question, p95', lists, 'ms', P95_LIMIT_MS),
    ];
  });
}
