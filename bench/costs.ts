import type pg from 'pg';
import { withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const ENTRIES = 1_000_000;
const P95_LIMIT_MS = 50;
const ROUNDS = 8;

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
         (array['Northgate Services', 'Moto Fuel', 'Harbour Energy', 'Albion'])[1 + n % 4],
         'R' || lpad(n::text, 8, '0')
       from generate_series(1, ${ENTRIES}) n,
         lateral (select case when n % 1000 = 7 then 'insurance' when n % 100 = 3 then 'lease'
           when n % 3 > 0 then 'fuel' when n % 5000 = 9 then 'fine' when n % 2 = 0 then 'toll'
           else 'other' end as category) c,
         lateral (select current_date - ((${ENTRIES} - n) * 1460::bigint / ${ENTRIES})::int as day) d`,
    ),
  );
  await pool.query('checkpoint');
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (n: number) => `from=${day(60 + n)}&to=${day(30 + n)}`;

/** Every filter of the list of costs; different each time. */
const QUESTIONS: readonly ((n: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=starts_on&page=${n + 1}`,
  (n) => `ordering=amount&page=${n + 1}`,
  (n) => `ordering=-amount&page=${n + 1}`,
  (n) => `category=fuel&page=${n + 1}`,
  (n) => `category=fine&page=${n + 1}`,
  (n) => `category=tax&page=${n + 1}`,
  (n) => `category=fine&ordering=-amount&page=${n + 1}`,
  (n) => `category=insurance&ordering=amount&page=${n + 1}`,
  (n) => `vehicle=${n + 1}`,
  (n) => `vehicle=${n + 1}&category=lease`,
  (n) => `vehicle=${n + 1}&ordering=-amount`,
  (n) => `vehicle=${n + 1}&${range(n)}`,
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&category=fine&page=${n + 1}`,
  (n) => `depot=1&${range(n)}`,
  (n) => `depot=2&ordering=-amount&page=${n + 1}`,
  (n) => range(n),
  (n) => `from=${day(1400 + n)}&to=${day(1380 + n)}`,
  (n) => `${range(n)}&category=fine`,
  (n) => `${range(n)}&category=insurance`,
  (n) => `${range(n)}&ordering=-amount`,
  (n) => `from=${day(3 + n)}`,
  (n) => `to=${day(1400 - n)}`,
  (n) => `search=R${String(5000 + n).padStart(8, '0')}`,
  (n) => `search=harbour&page=${n + 1}`,
  (n) => `search=northgate&category=fine&page=${n + 1}`,
  (n) => `search=no+such+${n}`,
];

/** The list of a million costs, by every filter. */
export async function benchCosts(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    const { rows } = await server.pool.query<{ id: number }>(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'costs', 'costs@bench.test', 'Costs', 'Manager', 'MANAGER') returning id`,
    );
    const depotUser = rows[0]?.id ?? 0;
    for (const user of [userId, depotUser]) {
      await server.pool.query(`insert into user_modules values ($1, 'Costs')`, [user]);
    }
    await server.pool.query('insert into user_depots values ($1, 1)', [depotUser]);
    await addCosts(server.pool);
    const own = await server.pool.query<{ id: number }>(
      'select vehicle_id as id from vehicle_depots where depot_id = 1 order by 1 limit 50',
    );
    const lists: BenchRow[] = [];
    for (const [user, who, questions] of [
      [userId, 'all depots', QUESTIONS],
      [
        depotUser,
        'one depot',
        QUESTIONS.filter((ask) => !/depot=2|vehicle=/.test(ask(0))).concat(
          (n) => `vehicle=${own.rows[n]?.id ?? 0}&category=lease`,
        ),
      ],
    ] as const) {
      const { p95Ms, slowest } = await timeQuestions(
        await server.issue(user),
        questions,
        ROUNDS,
        (question) => `${server.url}/api/costs/?pageSize=50&${question}`,
      );
      console.log(slowest.slice(0, 12).map(timedText).join('; '));
      lists.push(row(`50 costs of 1 M, any filter, ${who}, p95`, p95Ms, 'ms', P95_LIMIT_MS));
    }
    return lists;
  });
}
