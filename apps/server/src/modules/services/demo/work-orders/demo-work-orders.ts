import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Orders of the demo: open ones, some of them of defects, and others done in the last months. */
const OPEN = 18;
const DONE = 40;

/** The author of the orders; the demo has no account of this name. */
const AUTHOR = 'Morgan Hill';

async function insertSettings(trx: Transaction, customerId: number): Promise<void> {
  await sql`insert into work_order_settings (customer_id, bays, labour_rate)
    values (${customerId}, '{Bay 1,Bay 2,Pit lane}', 62)`.execute(trx);
  await sql`insert into work_order_limits (customer_id, role, limit_total)
    values (${customerId}, 'MANAGER', 500), (${customerId}, 'USER', 100)`.execute(trx);
}

/** Orders in each state before completion, with the newest open defect of their vehicle. */
async function insertOpenOrders(trx: Transaction, customerId: number): Promise<void> {
  await sql`
    with defect as (select d.id, v.id as vehicle_id, v.n,
        coalesce(left(d.items -> 0 ->> 'finding', 120),
          (array['Service B', 'Tail lift inspection', 'Air leak', 'Door seal'])[1 + v.n % 4]) as finding
      from (select id, row_number() over (order by id desc) as n from vehicles
        where customer_id = ${customerId}) v
      left join lateral (select id, items from defect_records
        where vehicle_id = v.id and state in ('reported', 'verified', 'assigned')
        order by id desc limit 1) d on true
      order by d.id is null, v.n limit ${OPEN}),
    planned as (select *, (array['estimate', 'awaiting_approval', 'approved', 'in_progress'])[1 + n % 4]
        as state, n % 3 = 0 as is_outside,
        date_trunc('day', now()) + make_interval(days => (n % 6)::int - 1, hours => 8 + (n % 4)::int * 2)
          as at
      from defect),
    made as (insert into work_orders (customer_id, vehicle_id, title, source, place, bay, planned_at,
        planned_minutes, technicians, repairer_id, repairer, due_on, state, approved_total, approved_at,
        approved_by, started_at, created_at, created_by)
      select ${customerId}, p.vehicle_id, p.finding,
        case when p.id is null then 'manual' else 'defect' end,
        case when p.is_outside then 'repairer' else 'internal' end,
        case when not p.is_outside and p.n % 5 > 0 then (array['Bay 1', 'Bay 2', 'Pit lane'])[1 + p.n % 3] end,
        case when not p.is_outside and p.n % 5 > 0 then p.at end, 90,
        case when p.is_outside then '{}'::text[] else array[(array['Tom Reid', 'Ana Cruz'])[1 + p.n % 2]] end,
        case when p.is_outside then r.id end, case when p.is_outside then r.name end,
        current_date + (p.n % 7)::int - 2, p.state,
        case when p.state in ('approved', 'in_progress') then 2000 end,
        case when p.state in ('approved', 'in_progress') then now() - interval '1 day' end,
        case when p.state in ('approved', 'in_progress') then ${AUTHOR}::text end,
        case when p.state = 'in_progress' then now() - interval '3 hours' end,
        now() - p.n * interval '5 hours', ${AUTHOR}::text
      from planned p left join lateral (select id, name from repairers
        where customer_id = ${customerId} and archived_at is null order by id limit 1) r on true
      order by p.n
      returning id, vehicle_id)
    insert into work_order_defects (work_order_id, defect_record_id, customer_id)
    select m.id, p.id, ${customerId} from made m
      join planned p on p.vehicle_id = m.vehicle_id and p.id is not null`.execute(trx);
}

/** Orders that were completed in the last months, for the costs of vehicles. */
async function insertDoneOrders(trx: Transaction, customerId: number): Promise<void> {
  await sql`insert into work_orders (customer_id, vehicle_id, title, place, bay, technicians, state,
      approved_total, approved_at, approved_by, started_at, completed_at, completed_by,
      completion_note, closed_at, created_at, created_by)
    select ${customerId}, v.id,
      (array['Service A', 'Brake pads', 'Clutch adjusted', 'Lamps replaced'])[1 + n % 4], 'internal',
      (array['Bay 1', 'Bay 2', 'Pit lane'])[1 + n % 3], array['Tom Reid'],
      case when n % 6 = 0 then 'done' else 'invoiced' end, 2000, at, ${AUTHOR}::text, at,
      at + interval '4 hours', 'Tom Reid', 'Work done and tested.',
      case when n % 6 > 0 then at + interval '3 days' end, at - interval '2 days', ${AUTHOR}::text
    from (select id, row_number() over (order by id) as n from vehicles
      where customer_id = ${customerId} order by id limit ${DONE}) v
    cross join lateral (select now() - v.n * interval '8 days' - interval '5 days' as at) d`.execute(
    trx,
  );
}

/** Lines of the orders with their sums, their numbers and the start of their history. */
async function insertLines(trx: Transaction, customerId: number): Promise<void> {
  await sql`insert into work_order_lines (customer_id, work_order_id, kind, description, quantity,
      unit_price, net)
    select ${customerId}, o.id, k.kind, k.description, k.quantity, k.price,
      round(k.quantity * k.price, 2)
    from work_orders o cross join lateral (values
      ('labour', 'Labour', 1 + o.id % 4, 62.00), ('part', 'Parts', 1 + o.id % 3, 38.50 + o.id % 7 * 31),
      ('part', 'Consumables', 1, 12.40)) k (kind, description, quantity, price)
    where o.customer_id = ${customerId}`.execute(trx);
  await sql`update work_orders o set labour_cost = s.labour, parts_cost = s.parts,
      reference_number = 'WO-' || lpad(o.id::text, 6, '0')
    from (select work_order_id, sum(net) filter (where kind = 'labour') as labour,
        sum(net) filter (where kind = 'part') as parts
      from work_order_lines where customer_id = ${customerId} group by work_order_id) s
    where o.id = s.work_order_id`.execute(trx);
  await sql`insert into record_changes (customer_id, vehicle_id, kind, record_id, at, user_name, action)
    select customer_id, vehicle_id, 'work_order', id, created_at, created_by, 'created'
    from work_orders where customer_id = ${customerId} order by id`.execute(trx);
}

/** Inserts work orders of a demo customer, with the settings of its workshop. */
export async function insertWorkOrders(trx: Transaction, customerId: number): Promise<void> {
  await insertSettings(trx, customerId);
  await insertOpenOrders(trx, customerId);
  await insertDoneOrders(trx, customerId);
  await insertLines(trx, customerId);
}
