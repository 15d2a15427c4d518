import type pg from 'pg';
import { dayAgo, type FilteredList } from './filtered-lists.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const PARTS = 5000;
const STORES = 20;
const MOVEMENTS = 1_000_000;
/** The step to the next part and store; without a common factor with their numbers. */
const STEP = 7919;

/**
 * A million movements of four years: 5,000 parts in 20 stores of two depots. Counts are one in a thousand, a
 * tenth of the parts has nine tenths of the movements, and each fortieth movement is of a work order.
 */
async function addMovements(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into parts (customer_id, number, name, category, unit, barcode)
     select 1, 'P-' || lpad(n::text, 5, '0'),
       (array['Brake pads', 'Oil filter', 'Wiper blade', 'Bulb'])[1 + n % 4] || ' ' || n, 'other',
       'piece', '50' || lpad(n::text, 11, '0') from generate_series(1, ${PARTS}) n`,
  );
  await pool.query(
    `insert into part_stores (customer_id, depot_id, name)
     select 1, 1 + n % 2, 'Store ' || n from generate_series(1, ${STORES}) n`,
  );
  await pool.query(
    `insert into part_stock (part_id, store_id, customer_id, quantity, average_cost)
     select p.id, s.id, 1, 10, 5 from parts p, part_stores s`,
  );
  await pool.query(
    `insert into work_orders (customer_id, vehicle_id, reference_number, title, place, created_by)
     select 1, 1 + n % ${VEHICLES}, 'WO-' || lpad(n::text, 6, '0'), 'Work', 'internal', 'Mia'
     from generate_series(1, 5000) n`,
  );
  await withoutIndexes(pool, 'part_movements', () =>
    pool.query(
      `insert into part_movements (customer_id, part_id, store_id, kind, quantity, unit_cost, balance,
         reason, created_at, created_by, work_order_id)
       select 1, p.id, s.id, case when n % 1000 = 7 then 'count'
           else (array['issue', 'issue', 'issue', 'receipt', 'adjustment'])[1 + n % 5] end,
         case when n % 5 < 3 then -1 else 2 end, 5, 10, 'Workshop',
         now() - (${MOVEMENTS} - n) * interval '126 seconds', 'Mia',
         case when n % 40 = 0 then 1 + n / 40 % 5000 end
       from generate_series(1, ${MOVEMENTS}) n
       join lateral (select 1 + (case when n % 10 > 0 then n::bigint * ${STEP} % (${PARTS} / 10)
         else n::bigint * ${STEP} / 10 % ${PARTS} end)::int as id) p on true
       join lateral (select 1 + (n::bigint * ${STEP} / 7 % ${STORES})::int as id) s on true`,
    ),
  );
  await pool.query('vacuum analyze parts');
}

const range = (n: number) => `start_date=${dayAgo(60 + n)}&end_date=${dayAgo(30 + n)}`;
const pad = (n: number) => String(n).padStart(5, '0');
/** Stores with odd numbers are of the first depot. */
const store = (n: number) => `store=${2 * (1 + (n % (STORES / 2)))}`;
const KINDS = ['receipt', 'issue', 'return', 'transfer', 'adjustment', 'count'];

/** The list of movements of parts, by every filter of its screen. */
export const PART_MOVEMENTS: FilteredList = {
  name: 'movements of parts',
  path: '/api/part_movements/',
  vehicles: VEHICLES,
  fill: addMovements,
  questions: [
    (n) => `page=${n + 1}`,
    (n) => `page=${100 + n}`,
    (n) => `page=${1000 + n}`,
    (n) => `ordering=created_at&page=${n + 1}`,
    ...KINDS.map((kind) => (n: number) => `kind=${kind}&page=${n + 1}`),
    (n) => `part=${n + 1}`,
    (n) => `part=${4000 + n}`,
    (n) => `part=${4000 + n}&kind=count`,
    (n) => `part=${n + 1}&${store(n)}&kind=count`,
    (n) => `${store(n)}&page=${n + 1}`,
    (n) => `${store(n)}&page=${100 + n}`,
    (n) => `${store(n)}&kind=count`,
    (n) => `${store(n)}&${range(n)}`,
    (n) => `depot=1&page=${n + 1}`,
    (n) => `depot=1&page=${100 + n}`,
    (n) => `depot=1&kind=count&page=${n + 1}`,
    (n) => `depot=1&kind=return&page=${n + 1}`,
    (n) => `work_order=${1 + n}`,
    (n) => range(n),
    (n) => `${range(n)}&page=100`,
    (n) => `${range(n)}&kind=count`,
    (n) => `${range(n)}&kind=receipt&depot=1`,
    (n) => `search=P-${pad(n + 1)}`,
    (n) => `search=P-${pad(4000 + n)}`,
    (n) => `search=50${String(3000 + n).padStart(11, '0')}`,
    (n) => `search=brake&page=${n + 1}`,
    () => `search=brake&depot=1&kind=return`,
    (n) => `search=P-04${n % 10}&kind=count`,
    (n) => `search=no+such+${n}`,
  ],
};
