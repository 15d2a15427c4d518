import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/**
 * Documents in the files of drivers, besides the cards that follow from the drivers: dates of birth, checks,
 * medicals, courses, trainings and proofs of the right to work. Days follow from the ids of drivers, so that
 * some are overdue at each start. Drivers of vans need no card of the CPC.
 */
export async function insertDriversFile(trx: Transaction, customerId: number): Promise<void> {
  const insert = sql`insert into driver_documents (customer_id, driver_id, kind, title, number, country,
    issued_on, expires_on, hours, created_by, checked_at, checked_by)`;
  const by = sql`'Mia Manager', now(), 'Mia Manager'`;
  const lorries = sql`drivers d where d.customer_id = ${customerId} and 'CE' = any(d.licence_categories)`;
  await sql`update driver_files f set born_on = current_date - 9000 - f.driver_id * 389 % 11000,
      exempt = case when d.cpc_card_number is null
        then '{cpc_card,cpc_training,tachograph_card,medical}'::text[] else '{}' end,
      exempt_reason = case when d.cpc_card_number is null then 'Drives vans up to 3.5 t only' else '' end
    from drivers d where d.id = f.driver_id and d.customer_id = ${customerId}`.execute(trx);
  await sql`update driver_documents t set country = 'GB',
      categories = case when t.kind <> 'licence' then t.categories else (
        select jsonb_agg(c || case when c ->> 'category' in ('C', 'CE')
          then jsonb_build_object('expires_on', t.expires_on - 40) else '{}' end)
        from jsonb_array_elements(t.categories) c) end,
      points = case when t.kind = 'licence' and t.driver_id % 7 = 0 then jsonb_build_array(
        jsonb_build_object('on', current_date - 200, 'points', 6, 'code', 'SP30')) else '[]' end
    where t.customer_id = ${customerId}`.execute(trx);
  await sql`${insert} select d.customer_id, d.id, 'entitlement_check', '', 'CHK' || d.id, '',
      current_date - d.id * 31 % 100, null, null, ${by}
    from drivers d where d.customer_id = ${customerId} and d.id % 9 > 0`.execute(trx);
  // Without a signed form, so that nothing is asked, even on a demo with keys.
  await sql`${insert} select d.customer_id, d.id, 'mandate', '', '', '', current_date - 400,
      (current_date - 400 + interval '3 years')::date, null, ${by}
    from drivers d where d.customer_id = ${customerId} and d.id % 2 = 0`.execute(trx);
  await sql`${insert} select d.customer_id, d.id, 'right_to_work',
      case when d.id % 5 = 0 then 'Share code' else 'Passport' end, 'RTW' || d.id, 'GB',
      current_date - 700, case when d.id % 5 = 0 then current_date + d.id * 53 % 600 end, null, ${by}
    from drivers d where d.customer_id = ${customerId} and d.id % 11 > 0`.execute(trx);
  await sql`${insert} select d.customer_id, d.id, 'medical', 'D4', '', '',
      current_date - d.id * 61 % 1700, null, null, ${by} from ${lorries} and d.id % 4 > 0`.execute(
    trx,
  );
  await sql`${insert} select d.customer_id, d.id, 'cpc_course',
      (array['Drivers’ hours', 'Safe loading', 'First aid', 'Vulnerable road users', 'Eco driving'])[n],
      '', '', least(d.cpc_expires_on, current_date) - n * 150, null, 7, ${by}
    from drivers d, generate_series(1, 5) n
    where d.customer_id = ${customerId} and d.cpc_expires_on is not null and n <= 2 + d.id % 4`.execute(
    trx,
  );
  await sql`${insert} select d.customer_id, d.id, 'training', 'ADR', 'ADR' || d.id, 'GB',
      current_date - 1500, current_date + d.id * 97 % 900 - 60, null, ${by}
    from ${lorries} and d.id % 3 = 0`.execute(trx);
}
