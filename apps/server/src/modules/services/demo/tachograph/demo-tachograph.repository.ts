import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

export interface DemoDriver {
  customer_id: number;
  first_name: string;
  surname: string;
  card_number: string;
  registration: string;
  vin: string | null;
}

/** The lorries without a stored file of their vehicle unit, and their drivers. */
export async function lorriesWithoutFile(trx: Transaction): Promise<DemoDriver[]> {
  const { rows } = await sql<DemoDriver>`
    select v.customer_id, coalesce(d.first_name, '') as first_name, coalesce(d.surname, '') as surname,
      coalesce(d.tachograph_card_number, '') as card_number, v.registration, v.vin
    from vehicles v left join drivers d on d.id = v.driver_id
    where v.type = 'STR' and v.driver_id is not null and v.is_active
      and not exists (select from tachograph_files f where f.vehicle_id = v.id)
    order by v.customer_id, v.id`.execute(trx);
  return rows;
}

/** The first drivers of each customer who have a driver card and a vehicle. */
export async function driversWithCards(
  trx: Transaction,
  perCustomer: number,
): Promise<DemoDriver[]> {
  const { rows } = await sql<DemoDriver>`
    select customer_id, first_name, surname, card_number, registration, vin from (
      select d.customer_id, d.first_name, d.surname, d.tachograph_card_number as card_number,
        v.registration, v.vin,
        row_number() over (partition by d.customer_id order by d.id, v.id) as position
      from drivers d join vehicles v on v.driver_id = d.id
      where d.tachograph_card_number is not null) x
    where position <= ${perCustomer} order by customer_id, position`.execute(trx);
  return rows;
}
