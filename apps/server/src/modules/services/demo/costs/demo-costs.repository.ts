import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/**
 * Costs of the last seven months: fuel every fourth day, insurance and tax of a year, some tolls, leasing and
 * depreciation by month; and the budgets of depots. Numbers follow from the ids of vehicles, so that each start gives the same.
 */
export async function insertCosts(trx: Transaction): Promise<void> {
  await sql`
    insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres,
      energy_kwh, supplier, reference)
    select v.customer_id, v.id, 'fuel', day, day,
      round((quantity * case when electric then 0.31 else 1.12 end)::numeric, 2),
      case when not electric then round(quantity::numeric, 2) end,
      case when electric then round(quantity::numeric, 2) end,
      (array['Northgate Services', 'Moto Fuel', 'Harbour Energy'])[1 + (v.id + n) % 3],
      'T' || v.id || '-' || to_char(day, 'YYMMDD')
    from vehicles v, generate_series(0, 52) n,
      lateral (select current_date - n * 4 - v.id % 4 as day,
        v.fuel_reference = 'ELECTRIC' as electric,
        case v.type when 'STR' then 180 when 'VAN' then 45 else 32 end
          * (0.8 + (v.id * 7 + n * 13) % 40 / 100.0) as quantity) x
    where v.is_active and v.type <> 'BIK' and v.driver_id is not null`.execute(trx);
  await insertOddPurchases(trx);
  await insertPlans(trx);
  await sql`
    insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, supplier)
    select v.customer_id, v.id, c.category, (date_trunc('year', now()))::date,
      (date_trunc('year', now()) + interval '1 year - 1 day')::date,
      case v.type when 'STR' then c.lorry else c.other end, c.supplier
    from vehicles v, (values ('insurance', 3100, 980, 'Harbour Mutual'), ('tax', 560, 335, 'DVLA'))
      c (category, lorry, other, supplier)
    where v.is_active and (c.category <> 'tax' or v.driver_id is not null)`.execute(trx);
  await sql`
    insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, supplier)
    select v.customer_id, v.id, case when n % 9 = 0 then 'fine' else 'toll' end, day, day,
      case when n % 9 = 0 then 65 else 8.9 end, case when n % 9 = 0 then 'Borough' else 'M6toll' end
    from vehicles v, generate_series(1, 12) n, lateral (select current_date - n * 16 - v.id % 5 as day) x
    where v.is_active and v.driver_id is not null and v.id % 5 = 0`.execute(trx);
  await insertBudgets(trx);
}

/** Purchases of the last weeks that do not fit their vehicle: petrol for diesel, and more than a tank holds. */
async function insertOddPurchases(trx: Transaction): Promise<void> {
  await sql`update cost_entries e set product = case when v.fuel_reference = 'ELECTRIC' then 'Electric'
      else v.fuel_name end
    from vehicles v where v.id = e.vehicle_id and e.category = 'fuel'`.execute(trx);
  await sql`
    insert into cost_entries (customer_id, vehicle_id, category, starts_on, ends_on, amount, litres, product,
      time_of_day, transaction_at, place, supplier, reference)
    select v.customer_id, v.id, 'fuel', d.day, d.day, round(o.litres * 1.12, 2), o.litres, o.product, '07:40',
      (d.day + time '07:40') at time zone 'UTC', 'Northgate Services', 'Northgate Services', 'X' || v.id
    from (select v.*, row_number() over (order by v.id) as n from vehicles v
      where v.is_active and v.type in ('CAR', 'VAN') and v.fuel_name = 'Diesel') v,
      lateral (select case when v.n % 2 = 0 then 38.5 else 260 end::numeric as litres,
        case when v.n % 2 = 0 then 'Unleaded 95' else 'Diesel' end as product) o,
      lateral (select current_date - (v.n * 3)::int as day) d
    where v.n <= 6`.execute(trx);
}

/** Leases of two thirds of the vehicles, and the depreciation of the others over five years. */
async function insertPlans(trx: Transaction): Promise<void> {
  await sql`
    insert into cost_plans (customer_id, vehicle_id, category, first_month, monthly, supplier)
    select v.customer_id, v.id, 'lease', date_trunc('month', now() - interval '14 months'),
      case v.type when 'STR' then 1450 when 'VAN' then 390 else 290 end + v.id % 7 * 15, 'Albion Leasing'
    from vehicles v where v.is_active and v.id % 3 > 0`.execute(trx);
  await sql`
    insert into cost_plans (customer_id, vehicle_id, category, first_month, last_month, monthly, price,
      residual, term_months)
    select v.customer_id, v.id, 'depreciation', m.first, m.first + interval '59 months',
      round(c.price * 0.8 / 60, 6), c.price, c.price * 0.2, 60
    from vehicles v, lateral (select case v.type when 'STR' then 92000 when 'VAN' then 31000
        else 24000 end::numeric as price) c,
      lateral (select date_trunc('month', now() - interval '20 months') as first) m
    where v.is_active and v.id % 3 = 0`.execute(trx);
}

/** Budgets of the depots for last year and this year, close to what their vehicles cost. */
async function insertBudgets(trx: Transaction): Promise<void> {
  await sql`
    insert into cost_budgets (customer_id, depot_id, kind, month, amount)
    select g.customer_id, g.id, k.kind, m::date,
      round((n.vehicles * k.amount * (1 + (g.id + extract(month from m)::int) % 5 / 20.0))::numeric, -1)
    from depots g
    join lateral (select count(*) as vehicles from vehicle_depots d join vehicles v on v.id = d.vehicle_id
      where d.depot_id = g.id and v.is_active) n on n.vehicles > 0,
      (values ('fuel', 330), ('lease', 380), ('insurance', 110), ('tax', 30), ('depreciation', 130),
        ('maintenance', 60), ('repair', 45), ('tyres', 20), ('toll', 12)) k (kind, amount),
      generate_series(date_trunc('year', now()) - interval '1 year',
        date_trunc('year', now()) + interval '11 months', interval '1 month') m
    where g.archived_at is null`.execute(trx);
}

/**
 * Removes the fuel of days off the road, which the history of vehicles adds later: nine of ten vehicles buy
 * none on them.
 */
export async function removeFuelOffTheRoad(trx: Transaction): Promise<void> {
  await sql`delete from cost_entries e using vor_entries x
    where e.category = 'fuel' and e.vehicle_id = x.vehicle_id and x.vehicle_id % 10 > 0
      and e.ends_on >= x.since::date and (x.returned_at is null or e.starts_on <= x.returned_at::date)`.execute(
    trx,
  );
}
