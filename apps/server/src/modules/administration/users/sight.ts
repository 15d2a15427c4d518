import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';

/** More users than these in sight are found out by each question, fewer once for all of a request. */
const FEW = 10_000;

/**
 * Condition: the administrator may know of the user `u`: one of the own customer. Whose right ends at
 * some depots knows those users whose right ends within them, and themselves (requirement U-P03).
 */
export function userInSight(viewer: Viewer): RawBuilder<boolean> {
  const customer = viewer.isGlobalAdmin
    ? sql<boolean>`true`
    : sql<boolean>`u.customer_id = ${viewer.customerId ?? 0}`;
  if (viewer.depotScope === 'all') return customer;
  const depots = sql`${[...viewer.depotScope]}::int[]`;
  // These few are found by indexes, so that not every user is looked at.
  const assigned = sql`select c.id from (
      select user_id as id from user_depots where depot_id = any(${depots})
      union select r.user_id from depots d join user_regions r on r.region_id = d.region_id
        where d.id = any(${depots})) c
    where not exists (
        select from user_depots a where a.user_id = c.id and a.depot_id <> all(${depots}))
      and not exists (select from user_regions r left join depots d on d.region_id = r.region_id
        where r.user_id = c.id and (d.id is null or d.id <> all(${depots})))`;
  const ofOneVehicle = sql`select o.id from vehicle_depots v join users o on o.vehicle_id = v.vehicle_id
    where v.depot_id = any(${depots}) and (o.is_limited_user or o.role in ('DRIVER', 'GUEST'))
      and not exists (select from user_depots a where a.user_id = o.id)
      and not exists (select from user_regions r where r.user_id = o.id)`;
  return sql<boolean>`${customer} and u.id = any(array(
    select ${viewer.userId}::int union ${assigned} union ${ofOneVehicle}))`;
}

/** The same condition, for several questions: the users in sight of some depots are found out once. */
export async function usersInSight(trx: Transaction, viewer: Viewer): Promise<RawBuilder<boolean>> {
  const condition = userInSight(viewer);
  if (viewer.depotScope === 'all') return condition;
  const { rows } = await sql<{ id: number }>`select u.id from users u where ${condition}
    limit ${FEW + 1}`.execute(trx);
  if (rows.length > FEW) return condition;
  return sql<boolean>`u.id = any(${rows.map(({ id }) => id)}::int[])`;
}
