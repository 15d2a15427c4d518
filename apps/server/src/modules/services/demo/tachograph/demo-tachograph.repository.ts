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
