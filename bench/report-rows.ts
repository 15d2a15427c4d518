import type pg from 'pg';
import { addManager } from './manager.ts';

export const REGIONS = 4;
export const DEPOTS = 20;
export const VEHICLES = 2000;
const REPORTS = 1_000_000;
const DAMAGES = 100_000;
const LETTERS = 20_000;
/** Over so many days to today. */
const DAYS = 500;
/** Standard checks of each depot. */
export const STANDARD_CHECKS = (REPORTS / DEPOTS) * (5 / 8);

/** A customer with a million reports, and a person who sees all of it. Sums as the triggers keep them. */
export async function addReports(pool: pg.Pool): Promise<number> {
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
       description, severity, fixed_at, fixed_by)
     select 1, 1 + n % ${VEHICLES}, 1 + (1 + n % ${VEHICLES}) % ${DEPOTS},
       now() - make_interval(days => n % ${DAYS}), 'Driver ' || n % 700,
       (array['front', 'rear', 'left', 'roof'])[1 + n % 4], 'Scratch ' || n,
       (array['minor', 'major'])[1 + n % 2], case when n % 16 > 0 then now() end,
       case when n % 16 > 0 then 'Keeper' end
     from generate_series(1, ${DAMAGES}) n`,
  );
  await pool.query(
    `insert into notice_letters (customer_id, vehicle_id, depot_id, sent_at, driver, subject, body,
       written_by)
     select 1, 1 + n % ${VEHICLES}, 1 + (1 + n % ${VEHICLES}) % ${DEPOTS},
       now() - make_interval(days => n % ${DAYS}), 'Driver ' || n % 700, 'Missing checks ' || n % 90,
       'Please check the vehicle every day.', 'Keeper'
     from generate_series(1, ${LETTERS}) n`,
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  return addManager(pool);
}
