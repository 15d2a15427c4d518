import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Weeks of the past with movements. */
const WEEKS = 16;

/**
 * Parts of each customer in the stores of its first two depots: a first receipt, one piece issued a week, and
 * receipts in between, so that some are under their minimum. Numbers follow from the ids, so that each start
 * gives the same.
 */
export async function insertParts(trx: Transaction): Promise<void> {
  await sql`
    insert into part_suppliers (customer_id, name, email, phone, account)
    select c.id, s.name, s.email, s.phone, 'A' || (4100 + c.id)
    from customers c, (values ('Hill Commercial Parts', 'orders@hill-parts.example', '+44 1604 555 010'),
      ('Moor Motor Factors', 'sales@moor-factors.example', '+44 1604 555 020'),
      ('Harbour Lubricants', 'orders@harbour-lubricants.example', null)) s (name, email, phone)
    where exists (select from depots d where d.customer_id = c.id)`.execute(trx);
  await sql`
    insert into parts (customer_id, number, name, category, unit, barcode, reorder_level,
      reorder_quantity, warranty_months)
    select distinct s.customer_id, p.number, p.name, p.category, p.unit, p.barcode, p.level, p.quantity,
      p.warranty
    from part_suppliers s, (values
      ('BP-2210', 'Brake pads, front axle', 'brakes', 'set', '5010000022105', 6, 8, 24),
      ('BD-2231', 'Brake disc, front axle', 'brakes', 'pair', '5010000022310', 4, 4, 24),
      ('BC-2290', 'Brake chamber T24', 'brakes', 'piece', '5010000022907', 2, 4, 24),
      ('OF-1101', 'Oil filter', 'filters', 'piece', '5010000011017', 10, 20, null),
      ('FF-1102', 'Fuel filter', 'filters', 'piece', '5010000011024', 8, 12, null),
      ('AF-1103', 'Air filter', 'filters', 'piece', '5010000011031', 6, 10, null),
      ('EO-5030', 'Engine oil 5W-30', 'fluids', 'litre', '', 120, 200, null),
      ('AB-0100', 'AdBlue', 'fluids', 'litre', '', 200, 1000, null),
      ('CL-0040', 'Coolant', 'fluids', 'litre', '', 40, 60, null),
      ('BT-0180', 'Battery 180 Ah', 'electrical', 'piece', '5010000001803', 2, 4, 36),
      ('MK-0512', 'Marker lamp, amber', 'electrical', 'piece', '5010000005122', 12, 20, 12),
      ('BU-0024', 'Bulb H7 24 V', 'electrical', 'piece', '5010000000240', 20, 40, null),
      ('TR-3300', 'Track rod end', 'steering', 'piece', '5010000033002', 2, 4, 24),
      ('AS-4410', 'Air spring', 'suspension', 'piece', '5010000044107', 2, 2, 24),
      ('WB-6001', 'Wiper blade 70 cm', 'body', 'piece', '5010000060015', 10, 20, null),
      ('MG-6040', 'Mirror glass, left', 'body', 'piece', '5010000060404', 3, 4, 12),
      ('CT-9001', 'Cable ties', 'consumables', 'piece', '', 200, 500, null),
      ('SL-9010', 'Suzie coil, red', 'consumables', 'piece', '5010000090104', 4, 6, 12)
    ) p (number, name, category, unit, barcode, level, quantity, warranty)`.execute(trx);
  await sql`
    insert into part_offers (part_id, supplier_id, customer_id, place, number, price)
    select p.id, s.id, p.customer_id, s.place, 'S' || s.place || '-' || p.number,
      round((case p.category when 'fluids' then 1.1 when 'consumables' then 0.35 when 'filters' then 14.2
        else 38.5 end * (1 + p.id % 9 / 10.0) * (1 + s.place * 0.06))::numeric, 2)
    from parts p join lateral (select id, (row_number() over (order by
        (name = 'Harbour Lubricants') <> (p.category = 'fluids'), id))::int - 1 as place
      from part_suppliers where customer_id = p.customer_id) s on s.place < 2`.execute(trx);
  await sql`
    insert into part_stores (customer_id, depot_id, name)
    select d.customer_id, d.id, d.name || ' store' from (select *,
        row_number() over (partition by customer_id order by id) as place from depots) d
    where d.place <= 2`.execute(trx);
  await sql`
    with planned as (
      select p.customer_id, p.id as part_id, o.id as store_id, n, f.price as unit_cost,
        case when n = 0 then p.reorder_quantity + p.reorder_level
          when n % 7 = 3 and p.id % 4 > 0 then round(p.reorder_quantity / 2, 0)
          else -greatest(1, round(p.reorder_level / 12, 0)) end as quantity,
        case when n = 0 or n % 7 = 3 and p.id % 4 > 0 then 'receipt'
          when n % 5 = 0 then 'adjustment' else 'issue' end as kind
      from parts p join part_stores o on o.customer_id = p.customer_id
      join part_offers f on f.part_id = p.id and f.place = 0,
        generate_series(0, ${WEEKS}::int) n
      where p.id % 3 > 0 or o.id % 2 = 0),
    summed as (select *, sum(quantity) over (partition by part_id, store_id order by n) as balance
      from planned),
    kept as (select * from summed s where not exists (select from summed e
      where e.part_id = s.part_id and e.store_id = s.store_id and e.n <= s.n and e.balance < 0)),
    moved as (insert into part_movements (customer_id, part_id, store_id, kind, quantity, unit_cost,
        balance, reason, created_at, created_by)
      select customer_id, part_id, store_id, kind, quantity, unit_cost, balance,
        case kind when 'receipt' then 'Delivery note D-' || (7000 + part_id * 17 + n)
          when 'adjustment' then 'Damaged' else 'Workshop' end,
        date_trunc('day', now()) - (${WEEKS}::int - n) * interval '7 days'
          - interval '14 hours' + part_id % 60 * interval '5 minutes', 'Stores'
      from kept order by n, part_id, store_id)
    insert into part_stock (part_id, store_id, customer_id, quantity, average_cost, minimum, bin)
    select distinct on (k.part_id, k.store_id) k.part_id, k.store_id, k.customer_id, k.balance,
      k.unit_cost, round(p.reorder_level / 2, 0), chr(65 + k.part_id % 6) || '-' || (10 + k.part_id % 30)
    from kept k join parts p on p.id = k.part_id
    order by k.part_id, k.store_id, k.n desc`.execute(trx);
  await insertOrders(trx);
}

/** For the first store of each customer: an order of each supplier on its way, and a draft of the first one. */
async function insertOrders(trx: Transaction): Promise<void> {
  await sql`
    with made as (insert into purchase_orders (customer_id, supplier_id, store_id, state, created_by,
        created_at, ordered_at, ordered_by, mailed_to)
      select s.customer_id, s.id, o.id, w.state, 'Stores', now() - w.age,
        case when w.state = 'ordered' then now() - w.age + interval '20 minutes' end,
        case when w.state = 'ordered' then 'Stores' end,
        case when w.state = 'ordered' then s.email end
      from (select *, row_number() over (partition by customer_id order by id) as place
        from part_suppliers) s
      join lateral (select id from part_stores where customer_id = s.customer_id order by id limit 1) o
        on true
      join (values ('ordered', interval '3 days'), ('draft', interval '5 hours')) w (state, age)
        on w.state = 'ordered' or s.place = 1
      returning id, customer_id, supplier_id),
    lines as (insert into purchase_order_lines (customer_id, purchase_order_id, part_id, supplier_number,
        quantity, unit_price)
      select m.customer_id, m.id, p.id, f.number, p.reorder_quantity, f.price
      from made m join part_offers f on f.supplier_id = m.supplier_id and f.place = 0
      join parts p on p.id = f.part_id where p.id % 3 = m.id % 3
      returning purchase_order_id, quantity, unit_price)
    select from lines`.execute(trx);
  await sql`
    delete from purchase_orders r where not exists
      (select from purchase_order_lines l where l.purchase_order_id = r.id)`.execute(trx);
  await sql`
    update purchase_orders r set reference_number = 'PO-' || lpad(r.id::text, 6, '0'),
      total = (select sum(round(l.quantity * l.unit_price, 2)) from purchase_order_lines l
        where l.purchase_order_id = r.id)`.execute(trx);
}
