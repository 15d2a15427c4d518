import { WORK_ORDER_STATES } from '@roadworthy/domain';
import type pg from 'pg';
import { dayAgo, type FilteredList, sorts } from './filtered-lists.ts';
import { withoutIndexes } from './without-indexes.ts';

const VEHICLES = 1000;
const ORDERS = 1_000_000;
/** The region of the first depot; regions are numbered after the ten depots. */
const SOUTH = 12;

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
         (array['Brake pads', 'Service A', 'Wiper blade', 'Bulb'])[1 + n / 10 % 4] || ' ' || n,
         case when n / 10 % 2 = 0 then 'internal' else 'repairer' end,
         case when n / 10 % 2 = 1 then 'Repairer ' || n * 104729::bigint % 200 end,
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
}

const range = (n: number) => `start_date=${dayAgo(60 + n)}&end_date=${dayAgo(30 + n)}`;
const STATES = ['open', ...WORK_ORDER_STATES];

/** The list of work orders, by every filter of its screen. */
export const WORK_ORDERS: FilteredList = {
  name: 'work orders',
  path: '/api/work_orders/',
  vehicles: VEHICLES,
  fill: addOrders,
  questions: [
    (n) => `page=${n + 1}`,
    (n) => `page=${100 + n}`,
    (n) => `page=${1000 + n}`,
    ...sorts(['created_at', 'registration', 'state', 'due_on', 'repairer', 'total']),
    ...STATES.map((state) => (n: number) => `state=${state}&page=${n + 1}`),
    (n) => `state=open&ordering=-total&page=${n + 1}`,
    (n) => `state=open&ordering=repairer&page=${n + 1}`,
    (n) => `state=cancelled&ordering=-total&page=${n + 1}`,
    (n) => `state=cancelled&ordering=due_on&page=${n + 1}`,
    (n) => `state=cancelled&ordering=repairer&page=${n + 1}`,
    (n) => `state=cancelled&ordering=registration&page=${n + 1}`,
    (n) => `state=invoiced&ordering=-total&page=${n + 1}`,
    (n) => `place=internal&page=${n + 1}`,
    (n) => `place=internal&page=${100 + n}`,
    (n) => `place=repairer&ordering=-total&page=${n + 1}`,
    (n) => `place=internal&ordering=due_on&page=${n + 1}`,
    (n) => `place=internal&ordering=repairer&page=${n + 1}`,
    (n) => `place=internal&ordering=registration&page=${n + 1}`,
    (n) => `place=internal&state=cancelled&page=${n + 1}`,
    (n) => `repairer=Repairer+${n + 1}`,
    (n) => `repairer=Repairer+${n + 1}&ordering=-total`,
    (n) => `repairer=Repairer+${n + 1}&ordering=registration`,
    (n) => `repairer=Repairer+${n + 1}&state=cancelled`,
    (n) => `repairer=Nobody+${n}`,
    (n) => `overdue=true&page=${n + 1}`,
    (n) => `overdue=true&ordering=-total&page=${n + 1}`,
    (n) => `to_approve=true&page=${n + 1}`,
    (n) => `warranty=true&page=${n + 1}`,
    () => `warranty=true&ordering=registration`,
    (n) => `vehicle=${10 * (n + 1)}`,
    (n) => `vehicle=${10 * (n + 1)}&state=cancelled`,
    (n) => `vehicle=${10 * (n + 1)}&ordering=-total`,
    (n) => `depot=1&page=${n + 1}`,
    (n) => `depot=1&page=${100 + n}`,
    (n) => `depot=1&state=cancelled&page=${n + 1}`,
    (n) => `depot=1&state=cancelled&ordering=-total&page=${n + 1}`,
    (n) => `depot=1&warranty=true&page=${n + 1}`,
    (n) => `depot=1&place=internal&ordering=total&page=${n + 1}`,
    (n) => `region=${SOUTH}&page=${n + 1}`,
    (n) => `region=${SOUTH}&state=cancelled&ordering=total&page=${n + 1}`,
    (n) => range(n),
    (n) => `${range(n)}&ordering=-total`,
    (n) => `${range(n)}&ordering=registration`,
    (n) => `${range(n)}&warranty=true`,
    (n) => `${range(n)}&place=internal&state=cancelled`,
    (n) => `${range(n)}&repairer=Repairer+${n}`,
    (n) => `start_date=${dayAgo(700 + n)}&ordering=due_on`,
    (n) => `search=WO-${String(5000 + n).padStart(7, '0')}`,
    (n) => `search=BN00${String(10 * (n + 1)).padStart(4, '0')}`,
    (n) => `search=repairer+19${n % 10}`,
    (n) => `search=brake&page=${n + 1}`,
    (n) => `search=brake&state=cancelled&ordering=-total&page=${n + 1}`,
    (n) => `search=no+such+${n}`,
  ],
};
