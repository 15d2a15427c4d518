import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { driverIsVisible } from '../../core/fleet/index.ts';

/** The customer of a visible driver who is not archived; undefined without one. */
export async function customerOfVisible(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ customer_id: number }>`select d.customer_id from drivers d
    where d.id = ${driverId} and d.archived_at is null and ${driverIsVisible(trx, viewer)}`.execute(
    trx,
  );
  return rows[0]?.customer_id;
}

/** The account of each driver who has an active one. */
export async function accountsOfDrivers(
  trx: Transaction,
  driverIds: readonly number[],
): Promise<readonly { readonly driverId: number; readonly userId: number }[]> {
  if (driverIds.length === 0) return [];
  const { rows } = await sql<{ driverId: number; userId: number }>`
    select driver_id as "driverId", min(id) as "userId" from users
    where driver_id = any(${[...new Set(driverIds)]}::int[]) and is_active
    group by driver_id`.execute(trx);
  return rows;
}
