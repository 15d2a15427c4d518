import { type ModuleName, ROLE_RIGHTS, type Role } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Id and name of a person for the API. */
export interface PersonName {
  id: number;
  first_name: string;
  last_name: string;
}

const WRITERS = (Object.keys(ROLE_RIGHTS) as Role[]).filter((role) => ROLE_RIGHTS[role].canWrite);

/** Condition on the user `u`: of the customer, and permitted to write in the module. */
const mayWrite = (customerId: number, module: ModuleName) => sql`u.customer_id = ${customerId}
  and u.is_active and u.role = any(${WRITERS}::text[])
  and exists (select from user_modules m where m.user_id = u.id and m.module = ${module})`;

const hasAssignment = sql`(exists (select from user_depots d where d.user_id = u.id)
  or exists (select from user_regions r where r.user_id = u.id))`;
const isLimited = sql`(u.is_limited_user or u.role = 'DRIVER')`;

/** Condition on the user `u`: can see each of the vehicles. */
const canSee = (vehicleIds: readonly number[]) => sql`not exists (
  select from unnest(${[...vehicleIds]}::int[]) as t (vehicle_id)
  where not (u.vehicle_id is not distinct from t.vehicle_id
    or (not ${isLimited} and not ${hasAssignment})
    or exists (select from vehicle_depots w join depots g on g.id = w.depot_id
      where w.vehicle_id = t.vehicle_id
        and (exists (select from user_depots d where d.user_id = u.id and d.depot_id = g.id)
          or exists (select from user_regions r
            where r.user_id = u.id and r.region_id = g.region_id)))))`;

/**
 * People of a customer to whom a record can be assigned: they have the module and write permission,
 * and can see all its vehicles (requirement U-P03). At most 500.
 *
 * @param vehicleIds empty if there is no vehicle yet
 */
export async function assigneesOf(
  trx: Transaction,
  customerId: number,
  vehicleIds: readonly number[],
  module: ModuleName,
): Promise<PersonName[]> {
  const { rows } = await sql<PersonName>`select u.id, u.first_name, u.last_name from users u
    where ${mayWrite(customerId, module)} and ${canSee(vehicleIds)}
    order by lower(u.last_name), lower(u.first_name), u.id limit 500`.execute(trx);
  return rows;
}

/** Whether records of these vehicles can be assigned to the person; see {@link assigneesOf}. */
export async function isAssignable(
  trx: Transaction,
  userId: number,
  customerId: number,
  vehicleIds: readonly number[],
  module: ModuleName,
): Promise<boolean> {
  const { rows } = await sql`select from users u where u.id = ${userId}
    and ${mayWrite(customerId, module)} and ${canSee(vehicleIds)}`.execute(trx);
  return rows.length > 0;
}
