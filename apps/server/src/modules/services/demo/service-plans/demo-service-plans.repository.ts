import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/**
 * A service plan for lorries and one for vans, engine hours of lorries, and services at different times, so
 * that some are due. The odometers are those of the vehicle checks. The numbers follow from the ids of
 * vehicles.
 */
export async function insertServicePlans(trx: Transaction): Promise<void> {
  await sql`
    with plan as (insert into service_plans (customer_id, name, note)
      select c.id, p.name, '' from customers c, (values ('Lorries 60k'), ('Vans 40k')) p (name)
      where exists (select from vehicles v where v.customer_id = c.id and v.driver_id is not null)
      returning id, customer_id, name),
    item as (insert into service_plan_items (plan_id, schedule_type_id, customer_id, interval_m,
        interval_engine_s)
      select id, 3, customer_id, case when name like 'Lorries%' then 60000000 else 40000000 end,
        case when name like 'Lorries%' then 7200000 end from plan)
    insert into vehicle_service_plans (vehicle_id, customer_id, plan_id, assigned_at)
    select v.id, v.customer_id, p.id, now() - make_interval(days => 90) from vehicles v
    join plan p on p.customer_id = v.customer_id
      and (p.name like 'Lorries%') = (v.type = 'STR')
    where v.is_active and v.driver_id is not null and v.type in ('STR', 'VAN')`.execute(trx);
  await sql`
    insert into meter_readings (customer_id, vehicle_id, read_at, engine_s, author, note)
    select a.customer_id, a.vehicle_id, now() - make_interval(days => r.days),
      (4000 + a.vehicle_id * 53 % 3000 - r.days * 5) * 3600, 'Morgan Ellis', ''
    from vehicle_service_plans a join vehicles v on v.id = a.vehicle_id and v.type = 'STR'
    cross join (values (200), (20)) r (days)`.execute(trx);
  await sql`
    insert into vehicle_services (vehicle_id, customer_id, schedule_type_id, entered_at)
    select a.vehicle_id, a.customer_id, 3,
      now() - make_interval(days => 20 + a.vehicle_id * 37 % 210) from vehicle_service_plans a`.execute(
    trx,
  );
}

/** Gives inspections an odometer that fits the last vehicle check, at 180 km a day. */
export async function alignOdometers(trx: Transaction): Promise<void> {
  await sql`
    update inspection_records i set odometer_m = greatest(1000000, r.odometer_m
        - floor(extract(epoch from r.done_at - i.inspected_at) / 86400)::bigint * 180000)
    from (select distinct on (vehicle_id) vehicle_id, done_at, odometer_m from vehicle_reports
      where odometer_m is not null order by vehicle_id, done_at desc, id desc) r
    where r.vehicle_id = i.vehicle_id and i.odometer_m is not null`.execute(trx);
}
