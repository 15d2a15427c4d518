import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { depotIsVisible, driverIsVisible, visibleVehicles } from '../fleet/index.ts';

/** Whether another user of any customer has this user name or address, regardless of case. */
export async function takenNames(
  trx: Transaction,
  wanted: { username: string; email: string },
  ownId: number | null,
): Promise<{ username: boolean; email: boolean }> {
  const { rows } = await sql<{ username: boolean; email: boolean }>`
    select exists (select from users where id is distinct from ${ownId}
        and (lower(username) = ${wanted.username.toLowerCase()}
          or lower(email) = ${wanted.username.toLowerCase()})) as username,
      exists (select from users where id is distinct from ${ownId}
        and (lower(email) = ${wanted.email.toLowerCase()}
          or lower(username) = ${wanted.email.toLowerCase()})) as email`.execute(trx);
  return rows[0] ?? { username: false, email: false };
}

/** Counts the given depots that the administrator may assign; all must be of one customer. */
export async function knownDepots(
  trx: Transaction,
  viewer: Viewer,
  customerId: number | null,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from depots g
    where g.id = any(${[...ids]}::int[]) and g.customer_id = ${customerId}
      and ${depotIsVisible(viewer)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Counts the given regions that the administrator may assign; all must be of one customer.
 * Administrators of some depots may assign only regions assigned to them as a whole.
 */
export async function knownRegions(
  trx: Transaction,
  viewer: Viewer,
  customerId: number | null,
  ids: readonly number[],
): Promise<number> {
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`exists (select from user_regions a
          where a.user_id = ${viewer.userId} and a.region_id = r.id)`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from regions r
    where r.id = any(${[...ids]}::int[]) and r.customer_id = ${customerId} and ${scope}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** A visible driver of one customer, and the user of their account; undefined for none. */
export async function driverForAccount(
  trx: Transaction,
  viewer: Viewer,
  customerId: number | null,
  driverId: number,
): Promise<{ user: number | null } | undefined> {
  const { rows } = await sql<{ user: number | null }>`
    select (select u.id from users u where u.driver_id = d.id and u.archived_at is null
      limit 1) as user
    from drivers d where d.id = ${driverId} and d.customer_id = ${customerId}
      and ${driverIsVisible(trx, viewer)}`.execute(trx);
  return rows[0];
}

/** Whether a vehicle is visible and belongs to the customer. */
export async function vehicleIsKnown(
  trx: Transaction,
  viewer: Viewer,
  customerId: number | null,
  vehicleId: number,
): Promise<boolean> {
  const found = await visibleVehicles(trx, viewer)
    .where('v.id', '=', vehicleId)
    .where('v.customer_id', '=', customerId ?? 0)
    .executeTakeFirst();
  return found !== undefined;
}
