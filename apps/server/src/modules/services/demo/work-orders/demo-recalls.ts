import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { insertHitAlerts } from '../../../features/work-orders/index.ts';

/**
 * A safety recall after its due day and a service campaign for the vehicles of each customer, with the
 * notifications of the vehicles that they hit.
 */
export async function insertRecalls(trx: Transaction): Promise<void> {
  await sql`
    with made as (insert into recall_campaigns (customer_id, number, title, description, maker, is_safety,
        due_on, created_by)
      select c.id, k.number, k.title, k.description, k.maker, k.is_safety, current_date + k.days,
        'Morgan Hill'
      from customers c cross join (values
        ('R/2026/214', 'Front brake hose may chafe', 'Inspect the hose at the steering stop; fit the longer clip.',
          'DAF', true, -9, 0),
        ('SC-0418', 'Software of the engine control', 'Update at the next visit to the workshop.',
          'Mercedes-Benz', false, 24, 3)
      ) k (number, title, description, maker, is_safety, days, place)
      returning id, customer_id, is_safety)
    insert into recall_vehicles (campaign_id, vehicle_id, customer_id, done_on, not_affected_reason)
    select m.id, v.id, m.customer_id, case when v.n % 4 = 1 then current_date - 20 end,
      case when v.n % 4 = 2 then 'Built after the change of the part' end
    from made m join (select id, customer_id, row_number() over (partition by customer_id order by id) as n
      from vehicles where is_active) v on v.customer_id = m.customer_id
    where v.n <= 9 and (v.n % 2 = 0 or m.is_safety)`.execute(trx);
  const { rows } = await sql<{ id: number; vehicles: number[] }>`select campaign_id as id,
    array_agg(vehicle_id) as vehicles from recall_vehicles group by campaign_id order by campaign_id`.execute(
    trx,
  );
  for (const { id, vehicles } of rows) await insertHitAlerts(trx, { id }, vehicles);
}
