import type pg from 'pg';
import { withApiServer } from './api-server.ts';
import { timedText, timeQuestions } from './reader.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const ORDERS = 1_000_000;
const P95_LIMIT_MS = 50;
const ROUNDS = 8;

/**
 * A million work orders of four years: all but the last 2,000 are invoiced or cancelled, one in five thousand
 * has a claim of warranty, half are of 200 repairers. `total` is what an approval would have to cover.
 */
async function addOrders(pool: pg.Pool): Promise<void> {
  await withoutIndexes(pool, 'work_orders', () =>
    pool.query(
      `insert into work_orders (customer_id, vehicle_id, reference_number, title, place, repairer,
         due_on, state, labour_cost, parts_cost, has_warranty, approved_total, approved_at, approved_by,
         completed_at, completed_by, closed_at, created_at, created_by)
       select 1, 1 + n * 7919::bigint % ${VEHICLES}, 'WO-' || lpad(n::text, 7, '0'),
         (array['Brake pads', 'Service A', 'Wiper blade', 'Bulb'])[1 + n % 4] || ' ' || n,
         case when n % 2 = 0 then 'internal' else 'repairer' end,
         case when n % 2 = 1 then 'Repairer ' || n * 104729::bigint % 200 end,
         c.at::date + 7, s.state, 20 + n % 700, 10 + n % 300, n % 5000 = 11,
         case when s.state in ('estimate', 'awaiting_approval') then null else 2000 end,
         case when s.state in ('estimate', 'awaiting_approval') then null else c.at end,
         case when s.state in ('estimate', 'awaiting_approval') then null else 'Mia' end,
         case when s.state in ('done', 'invoiced') then c.at + interval '5 days' end,
         case when s.state in ('done', 'invoiced') then 'Mia' end,
         case when s.state in ('invoiced', 'cancelled') then c.at + interval '9 days' end, c.at, 'Mia'
       from generate_series(1, ${ORDERS}) n,
         lateral (select case when n > ${ORDERS} - 2000
           then (array['estimate', 'awaiting_approval', 'approved', 'in_progress', 'done'])[1 + n % 5]
           when n % 50 = 1 then 'cancelled' else 'invoiced' end as state) s,
         lateral (select now() - (${ORDERS} - n) * interval '126 seconds' as at) c`,
    ),
  );
  await pool.query('checkpoint');
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (n: number) => `start_date=${day(60 + n)}&end_date=${day(30 + n)}`;

/** Every filter and sort of the list of work orders; different each time. */
const QUESTIONS: readonly ((n: number) => string)[] = [
  (n) => `page=${n + 1}`,
  (n) => `page=${100 + n}`,
  (n) => `ordering=created_at&page=${n + 1}`,
  (n) => `ordering=-registration&page=${n + 1}`,
  (n) => `ordering=state&page=${n + 1}`,
  (n) => `ordering=due_on&page=${n + 1}`,
  (n) => `ordering=repairer&page=${n + 1}`,
  (n) => `ordering=-total&page=${n + 1}`,
  (n) => `state=open&page=${n + 1}`,
  (n) => `state=invoiced&page=${n + 1}`,
  (n) => `state=cancelled&ordering=-total&page=${n + 1}`,
  (n) => `state=in_progress&page=${n + 1}`,
  (n) => `place=internal&page=${n + 1}`,
  (n) => `place=repairer&ordering=-total&page=${n + 1}`,
  (n) => `repairer=Repairer+${n + 1}`,
  (n) => `repairer=Repairer+${n + 1}&state=cancelled`,
  (n) => `repairer=Nobody+${n}`,
  (n) => `overdue=true&page=${n + 1}`,
  (n) => `to_approve=true&page=${n + 1}`,
  (n) => `warranty=true&page=${n + 1}`,
  (n) => `vehicle=${n + 1}`,
  (n) => `vehicle=${n + 1}&state=cancelled`,
  (n) => `depot=1&page=${n + 1}`,
  (n) => `depot=2&state=cancelled&page=${n + 1}`,
  (n) => `depot=2&warranty=true&page=${n + 1}`,
  (n) => range(n),
  (n) => `${range(n)}&warranty=true`,
  (n) => `${range(n)}&repairer=Repairer+${n}`,
  (n) => `search=WO-${String(5000 + n).padStart(7, '0')}`,
  (n) => `search=brake&page=${n + 1}`,
  (n) => `search=no+such+${n}`,
];

/** The list of a million work orders, by every filter and sort. */
export async function benchWorkOrders(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, VEHICLES);
    const { rows } = await server.pool.query<{ id: number }>(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values (1, 'orders', 'orders@bench.test', 'Orders', 'Manager', 'MANAGER') returning id`,
    );
    const depotUser = rows[0]?.id ?? 0;
    for (const user of [userId, depotUser]) {
      await server.pool.query(`insert into user_modules values ($1, 'Defect')`, [user]);
    }
    await server.pool.query('insert into user_depots values ($1, 1)', [depotUser]);
    await addOrders(server.pool);
    const lists: BenchRow[] = [];
    for (const [user, who, questions] of [
      [userId, 'all depots', QUESTIONS],
      [depotUser, 'one depot', QUESTIONS.filter((ask) => !/depot=2|vehicle=/.test(ask(0)))],
    ] as const) {
      const { p95Ms, slowest } = await timeQuestions(
        await server.issue(user),
        questions,
        ROUNDS,
        (question) => `${server.url}/api/work_orders/?pageSize=50&${question}`,
      );
      console.log(slowest.slice(0, 12).map(timedText).join('; '));
      lists.push(row(`50 work orders of 1 M, any filter, ${who}, p95`, p95Ms, 'ms', P95_LIMIT_MS));
    }
    return lists;
  });
}
