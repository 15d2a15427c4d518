import type pg from 'pg';
import { dayAgo, type FilteredList, sorts } from './filtered-lists.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const ENTRIES = 1_000_000;

/**
 * A million costs of four years: two thirds fuel, one in a hundred a monthly lease, one in a thousand an
 * insurance of a year, the remainder tolls and other costs of a day.
 */
async function addCosts(pool: pg.Pool): Promise<void> {
  await withoutIndexes(pool, 'cost_entries', () =>
    pool.query(
      `insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres,
         supplier, reference)
       select 1, 1 + n * 7919::bigint % ${VEHICLES}, c.category, d.day,
         d.day + case c.category when 'insurance' then 364 when 'lease' then 29 else 0 end,
         5 + n * 104729::bigint % 40000 / 100.0, case c.category when 'fuel' then 20 + n % 300 end,
         (array['Northgate Services', 'Moto Fuel', 'Harbour Energy', 'Albion'])[1 + n / 10 % 4],
         'R' || lpad(n::text, 8, '0')
       from generate_series(1, ${ENTRIES}) n,
         lateral (select case when n % 1000 = 7 then 'insurance' when n % 100 = 3 then 'lease'
           when n % 3 > 0 then 'fuel' when n % 5000 = 9 then 'fine' when n % 2 = 0 then 'toll'
           else 'other' end as category) c,
         lateral (select current_date - ((${ENTRIES} - n) * 1460::bigint / ${ENTRIES})::int as day) d`,
    ),
  );
}

const range = (n: number) => `from=${dayAgo(60 + n)}&to=${dayAgo(30 + n)}`;
const CATEGORIES = ['fuel', 'toll', 'fine', 'lease', 'insurance', 'tax', 'other'];

/** The list of costs, by every filter of its screen. */
export const COSTS: FilteredList = {
  name: 'costs',
  path: '/api/costs/',
  vehicles: VEHICLES,
  fill: addCosts,
  questions: [
    (n) => `page=${n + 1}`,
    (n) => `page=${100 + n}`,
    (n) => `page=${1000 + n}`,
    ...sorts(['starts_on', 'amount']),
    ...CATEGORIES.map((category) => (n: number) => `category=${category}&page=${n + 1}`),
    (n) => `category=fuel&page=${100 + n}`,
    (n) => `category=fine&ordering=-amount&page=${n + 1}`,
    (n) => `category=fuel&ordering=amount&page=${n + 1}`,
    (n) => `category=insurance&ordering=amount&page=${n + 1}`,
    (n) => `vehicle=${10 * (n + 1)}`,
    (n) => `vehicle=${10 * (n + 1)}&category=lease`,
    (n) => `vehicle=${10 * (n + 1)}&ordering=-amount`,
    (n) => `vehicle=${10 * (n + 1)}&${range(n)}`,
    (n) => `depot=1&page=${n + 1}`,
    (n) => `depot=1&page=${100 + n}`,
    (n) => `depot=1&category=fine&page=${n + 1}`,
    (n) => `depot=1&category=lease&ordering=amount&page=${n + 1}`,
    (n) => `depot=1&${range(n)}`,
    (n) => `depot=1&ordering=-amount&page=${n + 1}`,
    (n) => range(n),
    (n) => `${range(n)}&page=100`,
    (n) => `from=${dayAgo(1400 + n)}&to=${dayAgo(1380 + n)}`,
    (n) => `${range(n)}&category=fine`,
    (n) => `${range(n)}&category=insurance`,
    (n) => `${range(n)}&ordering=-amount`,
    (n) => `from=${dayAgo(3 + n)}`,
    (n) => `from=${dayAgo(700 + n)}&ordering=starts_on`,
    (n) => `to=${dayAgo(1400 - n)}`,
    (n) => `search=R${String(5000 + n).padStart(8, '0')}`,
    (n) => `search=harbour&page=${n + 1}`,
    (n) => `search=northgate&category=fine&page=${n + 1}`,
    (n) => `search=BN00${String(10 * (n + 1)).padStart(4, '0')}`,
    (n) => `search=R0005${String(n).padStart(2, '0')}&category=fuel`,
    (n) => `search=no+such+${n}`,
    (n) => `search=R0005${String(n).padStart(2, '0')}&depot=1&${range(n)}`,
  ],
};
