import { ROLE_RIGHTS, type Role } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Id and name of a person for the API. */
export interface PersonName {
  id: number;
  first_name: string;
  last_name: string;
}

const WRITERS = (Object.keys(ROLE_RIGHTS) as Role[]).filter((role) => ROLE_RIGHTS[role].canWrite);

/** Condition on the user `u`: of the customer, and permitted to answer investigations. */
const canAnswer = (customerId: number) => sql`u.customer_id = ${customerId} and u.is_active
  and u.role = any(${WRITERS}::text[])
  and exists (select from user_modules m where m.user_id = u.id and m.module = 'Vehicle File')`;

/**
 * People of a customer to whom an investigation can be assigned: they have the vehicle file module
 * and write permission, and can see the vehicle (requirement U-P03).
 *
 * @param vehicleId null if there is no vehicle yet
 */
export async function assigneesOf(
  trx: Transaction,
  customerId: number,
  vehicleId: number | null,
): Promise<PersonName[]> {
  const hasAssignment = sql`(exists (select from user_depots d where d.user_id = u.id)
    or exists (select from user_regions r where r.user_id = u.id))`;
  const isLimited = sql`(u.is_limited_user or u.role = 'DRIVER')`;
  const canSeeVehicle =
    vehicleId === null
      ? sql`true`
      : sql`(u.vehicle_id = ${vehicleId}
          or (not ${isLimited} and not ${hasAssignment})
          or exists (select from vehicle_depots w join depots g on g.id = w.depot_id
            where w.vehicle_id = ${vehicleId}
              and (exists (select from user_depots d where d.user_id = u.id and d.depot_id = g.id)
                or exists (select from user_regions r
                  where r.user_id = u.id and r.region_id = g.region_id))))`;
  const { rows } = await sql<PersonName>`select u.id, u.first_name, u.last_name from users u
    where ${canAnswer(customerId)} and ${canSeeVehicle}
    order by lower(u.last_name), lower(u.first_name), u.id limit 500`.execute(trx);
  return rows;
}
