import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/**
 * Sets addresses of the depots and details of the drivers of a demo customer: licences, cards and
 * categories. About one in twelve has expired or expires soon. Telephone numbers are of the range
 * that is reserved for fiction.
 */
export async function insertOrganisation(trx: Transaction, customerId: number): Promise<void> {
  await sql`with made as (
      insert into addresses (customer_id, display_name, address1, city, country)
      select ${customerId}, name || ' depot', (id * 7) || ' Station Road', name, 'United Kingdom'
      from depots where customer_id = ${customerId} returning id, city)
    update depots g set address_id = made.id from made
    where g.customer_id = ${customerId} and g.name = made.city`.execute(trx);
  await sql`update drivers d set
      email = lower(replace(d.first_name || '.' || d.surname, '''', '')) || d.id || '@demo.test',
      phone = '07700 900' || lpad((d.id % 1000)::text, 3, '0'),
      licence_number = upper(rpad(left(d.surname, 5), 5, '9')) || lpad((d.id * 7919 % 1000000)::text, 6, '0'),
      licence_categories = case when v.type = 'STR' then '{B,C1,C,CE}'::text[] else '{B,C1}' end,
      licence_expires_on = current_date + (d.id * 137 % 1460) - 120,
      category_id = (select e.id from catalogue_entries e where e.customer_id = ${customerId}
        and e.kind = 'driver_category' and e.name = case when v.type = 'STR' then 'C+E' else 'C1' end),
      tachograph_card_number = case when v.type = 'STR' then 'DB' || lpad(d.id::text, 12, '0') end,
      tachograph_card_expires_on = case when v.type = 'STR'
        then current_date + (d.id * 211 % 1600) - 30 end,
      cpc_card_number = case when v.type = 'STR' then 'CPC' || lpad(d.id::text, 8, '0') end,
      cpc_expires_on = case when v.type = 'STR' then current_date + (d.id * 173 % 1500) - 20 end
    from vehicles v where v.driver_id = d.id and d.customer_id = ${customerId}`.execute(trx);
}
