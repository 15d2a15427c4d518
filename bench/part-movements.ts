import type pg from 'pg';
import { withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const PARTS = 5000;
const STORES = 20;
const MOVEMENTS = 1_000_000;
const P95_LIMIT_MS = 50;
const ROUNDS = 8;
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
  await pool.query('checkpoint');
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (n: number) => `start_date=${day(60 + n)}&end_date=${day(30 + n)}`;
const pad = (n: number) => String(n).padStart(5, '0');

/** Every filter of the list of movements; different each time. */
const QUESTIONS: readonly ((n: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=created_at&page=${n + 1}`,
  (n) => `kind=issue&page=${n + 1}`,
  (n) => `kind=count&page=${n + 1}`,
  (n) => `kind=return&page=${n + 1}`,
  (n) => `part=${n + 1}`,
  (n) => `part=${4000 + n}`,
  (n) => `part=${4000 + n}&kind=count`,
  (n) => `part=${n + 1}&store=${1 + (n % STORES)}&kind=count`,
  (n) => `store=${1 + (n % STORES)}&page=${n + 1}`,
  (n) => `store=${1 + (n % STORES)}&kind=count`,
  (n) => `store=${1 + (n % STORES)}&${range(n)}`,
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&kind=count&page=${n + 1}`,
  (n) => `depot=1&kind=return&page=${n + 1}`,
  (n) => `work_order=${1 + n}`,
  (n) => range(n),
  (n) => `${range(n)}&kind=count`,
  (n) => `${range(n)}&kind=receipt&depot=2`,
  (n) => `search=P-${pad(n + 1)}`,
  (n) => `search=P-${pad(4000 + n)}`,
  (n) => `search=50${String(3000 + n).padStart(11, '0')}`,
  (n) => `search=brake&page=${n + 1}`,
  (n) => `search=P-04${n % 10}&kind=count`,
  (n) => `search=no+such+${n}`,
];

/** The list of a million movements of parts, by every filter. */
export async function benchPartMovements(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    const { rows } = await server.pool.query<{ id: number }>(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'stores', 'stores@bench.test', 'Stores', 'Manager', 'MANAGER') returning id`,
    );
    const depotUser = rows[0]?.id ?? 0;
    for (const user of [userId, depotUser]) {
      await server.pool.query(`insert into user_modules values ($1, 'Defect')`, [user]);
    }
    await server.pool.query('insert into user_depots values ($1, 1)', [depotUser]);
    await addMovements(server.pool);
    const lists: BenchRow[] = [];
    for (const [user, who, questions] of [
      [userId, 'all depots', QUESTIONS],
      // Stores with even numbers are of the other depot.
      [depotUser, 'one depot', QUESTIONS.filter((ask) => !/depot=2|store=/.test(ask(0)))],
    ] as const) {
      const { p95Ms, slowest } = await timeQuestions(
        await server.issue(user),
        questions,
        ROUNDS,
        (question) => `${server.url}/api/part_movements/?pageSize=50&${question}`,
      );
      console.log(slowest.slice(0, 5).map(timedText).join('; '));
      lists.push(
        row(`50 movements of parts of 1 M, any filter, ${who}, p95`, p95Ms, 'ms', P95_LIMIT_MS),
      );
    }
    return lists;
  });
}
