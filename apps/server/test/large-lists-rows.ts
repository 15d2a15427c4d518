import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** More rows than a list counts, so that pages are read in both ways. */
export const LARGE_ROWS = 12_000;
/** Vehicles and as many trailers; one in four is in the first depot. */
const VEHICLES = 20;

/** The ids of the vehicles, and of the trailers. */
export interface LargeFleet {
  readonly vehicles: readonly number[];
  readonly trailers: readonly number[];
}

/** Vehicles and trailers of a customer in two depots. */
export async function addLargeFleet(
  pool: pg.Pool,
  customerId: number,
  depots: readonly [number, number],
): Promise<LargeFleet> {
  const add = async (stem: string): Promise<number[]> => {
    const { rows } = await pool.query<{ id: number }>(
      `with made as (insert into vehicles (customer_id, registration, type)
         select $1::int, $2::text || lpad(((n * 7) % ${VEHICLES})::text, 3, '0'), 'STR'
         from generate_series(1, ${VEHICLES}) n returning id),
       numbered as (select id, row_number() over (order by id) as n from made),
       placed as (insert into vehicle_depots (customer_id, vehicle_id, depot_id)
         select $1::int, id, case when n % 4 = 0 then $3::int else $4::int end from numbered)
       select id from numbered order by n`,
      [customerId, stem, ...depots],
    );
    return rows.map(({ id }) => id);
  };
  return { vehicles: await add('LV'), trailers: await add('LT') };
}

/** Costs of 300 days: fuel, tolls, fines, and some that last a month or a year. */
async function addCosts(pool: pg.Pool, customerId: number, { vehicles }: LargeFleet) {
  await pool.query(
    `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, supplier,
       reference)
     select $1, ($2::int[])[1 + n * 7 % ${VEHICLES}], c.category, d.day,
       d.day + case c.category when 'insurance' then 364 when 'lease' then 29 else 0 end,
       n * 31 % 997, case when n % 3 = 0 then 'Common Fuel' else 'Other' end, 'REF-' || lpad(n::text, 6, '0')
     from generate_series(1, ${LARGE_ROWS}) n,
       lateral (select case when n % 400 = 7 then 'insurance' when n % 90 = 3 then 'lease'
         when n % 500 = 9 then 'fine' when n % 4 = 0 then 'toll' else 'fuel' end as category) c,
       lateral (select date '2025-01-01' + n * 300 / ${LARGE_ROWS} as day) d`,
    [customerId, vehicles],
  );
}

/** Work orders of two years; the last 100 are open. */
async function addOrders(pool: pg.Pool, customerId: number, { vehicles }: LargeFleet) {
  await pool.query(
    `insert into work_orders (customer_id, vehicle_id, reference_number, title, place, repairer, due_on,
       state, labour_cost, has_warranty, approved_total, completed_at, closed_at, created_at, created_by)
     select $1, ($2::int[])[1 + n * 7 % ${VEHICLES}], 'LWO-' || lpad(n::text, 6, '0'),
       case when n % 3 = 0 then 'Brake pads' else 'Service' end,
       case when n % 2 = 0 then 'internal' else 'repairer' end,
       case when n % 2 = 1 then 'Repairer ' || n % 30 end, case n % 400 when 5 then null when 6 then c.at::date - 30 when 7 then c.at::date + 200
         else c.at::date + n % 20 end, s.state, n * 31 % 997,
       n % 700 = 11, 500, case when s.state in ('done', 'invoiced') then c.at end,
       case when s.state in ('invoiced', 'cancelled') then c.at end, c.at, 'Mia'
     from generate_series(1, ${LARGE_ROWS}) n,
       lateral (select case when n > ${LARGE_ROWS} - 100
         then (array['awaiting_approval', 'approved', 'in_progress', 'done'])[1 + n % 4]
         when n % 50 = 1 then 'cancelled' else 'invoiced' end as state) s,
       lateral (select timestamptz '2025-01-01' + n * interval '1 hour' as at) c`,
    [customerId, vehicles],
  );
}

/** Couplings of an hour each, in rounds in which each vehicle has one trailer; a few last for a month. */
async function addCouplings(
  pool: pg.Pool,
  customerId: number,
  { trailers, vehicles }: LargeFleet,
  driverId: number,
) {
  await pool.query(
    `insert into couplings (customer_id, vehicle_id, trailer_id, coupled_at, uncoupled_at, source, author,
       driver_id)
     select $1, ($2::int[])[1 + v], ($3::int[])[1 + (v + k) % ${VEHICLES}], t.at,
       case when k < r.rounds - 1 then t.at + case when k % 100 = 99 then interval '30 days'
         else interval '1 hour' end end,
       case when k % 50 = 7 then 'place' when v % 5 = 0 then 'driver' else 'device' end, 'Mia',
       case when v % 5 = 0 then $4::int end
     from (select ${LARGE_ROWS} / ${VEHICLES} as rounds) r, generate_series(0, r.rounds - 1) k,
       generate_series(0, ${VEHICLES} - 1) v,
       lateral (select timestamptz '2025-01-01' + k * interval '2 hours'
         + k / 100 * interval '31 days' as at) t`,
    [customerId, vehicles, trailers, driverId],
  );
}

/** Movements of 40 parts in a store of each depot. */
async function addMovements(pool: pg.Pool, customerId: number, depots: readonly [number, number]) {
  await pool.query(
    `insert into parts (customer_id, number, name, category, unit, barcode)
     select $1, 'LP-' || lpad(n::text, 3, '0'), 'Part ' || n, 'other', 'piece', ''
     from generate_series(1, 40) n`,
    [customerId],
  );
  await pool.query(
    `insert into part_stores (customer_id, depot_id, name)
     values ($1, $2, 'Large north'), ($1, $3, 'Large south')`,
    [customerId, ...depots],
  );
  await pool.query(
    `insert into part_movements (customer_id, part_id, store_id, kind, quantity, unit_cost, balance, created_at,
       created_by)
     select $1, p.id, s.id, case when n % 500 = 7 then 'count' when n % 3 = 0 then 'receipt' else 'issue' end,
       1, 5, 10, timestamptz '2025-01-01' + n * interval '30 minutes', 'Mia'
     from generate_series(1, ${LARGE_ROWS}) n
     join (select id, row_number() over (order by id) as place from parts where customer_id = $1
       and number like 'LP-%') p on p.place = 1 + n * 7 % 40
     join (select id, row_number() over (order by id) as place from part_stores where customer_id = $1
       and name like 'Large %') s on s.place = 1 + n / 5 % 2`,
    [customerId],
  );
}

const TRIES = 50;

/** Vacuums until every row is visible to all: a statement that runs meanwhile keeps its rows from it. */
async function vacuum(pool: pg.Pool, table: string): Promise<void> {
  for (let n = 0; n < TRIES; n += 1) {
    await pool.query(`vacuum analyze ${table}`);
    const { rows } = await pool.query<{ is_done: boolean }>(
      'select relallvisible >= relpages as is_done from pg_class where oid = $1::regclass',
      [table],
    );
    if (rows[0]?.is_done === true) return;
    await sleep(200);
  }
}

/** The rows of the lists, with statistics and without dead rows, as after a night of the database. */
export async function addLargeRows(
  pool: pg.Pool,
  customerId: number,
  {
    depots,
    driverId,
    fleet,
  }: {
    readonly depots: readonly [number, number];
    readonly driverId: number;
    readonly fleet: LargeFleet;
  },
): Promise<void> {
  await addCosts(pool, customerId, fleet);
  await addOrders(pool, customerId, fleet);
  await addCouplings(pool, customerId, fleet, driverId);
  await addMovements(pool, customerId, depots);
  for (const table of ['cost_entries', 'work_orders', 'couplings', 'part_movements', 'vehicles']) {
    await vacuum(pool, table);
  }
}
