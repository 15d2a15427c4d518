import type pg from 'pg';
import { dayAgo, type FilteredList, sorts } from './filtered-lists.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 10_000;
const DEPOTS = 100;
const DRIVERS = 5000;
const ASSIGNMENTS = 1_000_000;

/**
 * A million rows of five years for 10,000 vehicles, a hundred each, of the 50 drivers of their depot: one in twenty
 * is a time without a driver, and one in ten vehicles has no driver now. One in five assignments has a hand-over, of
 * which one in two hundred is not signed.
 */
async function addAssignments(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into drivers (customer_id, first_name, surname)
    select 1, 'First' || n, 'Surname' || n
    from generate_series((select count(*)::int + 1 from drivers), ${DRIVERS}) n`);
  await pool.query('truncate driver_assignments cascade');
  // The hand-overs refer to one of its indexes, so these stay. The trigger that keeps the ends would read the
  // assignments of the vehicle for each row.
  await pool.query('alter table driver_assignments disable trigger all');
  await pool.query(
    `insert into driver_assignments (customer_id, vehicle_id, driver_id, assigned_from, assigned_until, span_days)
       select 1, v.id,
         case when n % 20 = 3 or n > ${ASSIGNMENTS - VEHICLES} and n % 10 = 4 then null
           else 1 + v.id % ${DEPOTS} + ${DEPOTS} * ((n / ${VEHICLES} + v.id / ${DEPOTS}) % ${DRIVERS / DEPOTS}) end,
         case when n <= ${VEHICLES} then '-infinity'
           else now() - (${ASSIGNMENTS} - n) * interval '158 seconds' end,
         case when n <= ${ASSIGNMENTS - VEHICLES}
           then now() - (${ASSIGNMENTS - VEHICLES} - n) * interval '158 seconds' end,
         case when n > ${VEHICLES} and n <= ${ASSIGNMENTS - VEHICLES} then 32 end
       from generate_series(1, ${ASSIGNMENTS}) n,
         lateral (select 1 + (n * 7919::bigint % ${VEHICLES})::int as id) v`,
  );
  await pool.query('alter table driver_assignments enable trigger all');
  await withoutIndexes(pool, 'driver_handovers', () =>
    pool.query(
      `insert into driver_handovers (customer_id, assignment_id, driver_id, vehicle_id, kind, happened_at,
         odometer_m, fill_pct, author, signed_by, signed_at)
       select a.customer_id, a.id, a.driver_id, a.vehicle_id, 'issue', greatest(a.assigned_from, '2000-01-01'),
         a.id * 100.0, 50, 'Mia', case when a.id % 1000 <> 0 then 'Paula' end, case when a.id % 1000 <> 0 then now() end
       from driver_assignments a where a.driver_id is not null and a.id % 5 = 0`,
    ),
  );
  await pool.query('vacuum analyze');
}

const range = (n: number) => `from=${dayAgo(160 + n)}&to=${dayAgo(130 + n)}`;
const day = (n: number) => `from=${dayAgo(160 + n)}&to=${dayAgo(160 + n)}`;
const registration = (id: number) => `BN${String(id).padStart(6, '0')}`;
/** A vehicle of the first depot. */
const vehicle = (n: number) => DEPOTS * (n + 1);
const STATES = ['current', 'ended', 'unsigned'];

/** The list of assignments, by every filter of its screen. */
export const ASSIGNMENT_LIST: FilteredList = {
  name: 'driver assignments',
  path: '/api/driver_assignments/',
  vehicles: VEHICLES,
  fill: addAssignments,
  questions: [
    (n) => `page=${n + 1}`,
    (n) => `page=${100 + n}`,
    (n) => `page=${1000 + n}`,
    ...sorts(['from', 'vehicle', 'driver']),
    ...STATES.map((state) => (n: number) => `state=${state}&page=${n + 1}`),
    ...STATES.flatMap((state) =>
      ['from', 'vehicle', '-driver'].map(
        (by) => (n: number) => `state=${state}&ordering=${by}&page=${n + 1}`,
      ),
    ),
    (n) => `vehicle=${vehicle(n)}`,
    (n) => `vehicle=${vehicle(n)}&state=current`,
    (n) => `vehicle=${vehicle(n)}&${day(n)}`,
    (n) => `driver=${1 + n}`,
    (n) => `driver=${1 + n}&state=current`,
    (n) => `driver=${1 + n}&${range(n)}`,
    day,
    range,
    (n) => `${range(n)}&ordering=vehicle`,
    (n) => `${range(n)}&ordering=-driver`,
    (n) => `${range(n)}&state=ended`,
    (n) => `${range(n)}&state=current`,
    (n) => `from=${dayAgo(3 + n)}`,
    (n) => `to=${dayAgo(1600 - n)}`,
    (n) => `to=${dayAgo(1600 - n)}&ordering=from`,
    (n) => `search=${registration(vehicle(n))}`,
    (n) => `search=${registration(vehicle(n))}&state=current`,
    (n) => `search=BN00&page=${n + 1}`,
    (n) => `search=First${1 + n}`,
    () => 'search=First4&state=current',
    (n) => `search=no+such+${n}`,
  ],
};
