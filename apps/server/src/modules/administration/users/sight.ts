import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';

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
  // Nobody else can be meant; these few are found by indexes, so that not every user is looked at.
  const near = sql`u.id = any(array(select ${viewer.userId}::int
    union select user_id from user_depots where depot_id = any(${depots})
    union select r.user_id from depots d join user_regions r on r.region_id = d.region_id
      where d.id = any(${depots})
    union select o.id from vehicle_depots v join users o on o.vehicle_id = v.vehicle_id
      where v.depot_id = any(${depots})))`;
  return sql<boolean>`${customer} and ${near} and (u.id = ${viewer.userId} or (
    not exists (select from user_depots a where a.user_id = u.id and a.depot_id <> all(${depots}))
    and not exists (select from user_regions r left join depots d on d.region_id = r.region_id
      where r.user_id = u.id and (d.id is null or d.id <> all(${depots})))
    and (exists (select from user_depots a where a.user_id = u.id)
      or exists (select from user_regions r where r.user_id = u.id)
      or ((u.is_limited_user or u.role in ('DRIVER', 'GUEST')) and exists (
        select from vehicle_depots v where v.vehicle_id = u.vehicle_id
          and v.depot_id = any(${depots}))))))`;
}
