import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../fleet/index.ts';

/** The given numbers that another driver of the customer has, in lower case. */
export async function heldNumbers(
  trx: Transaction,
  customerId: number,
  numbers: readonly string[],
  exceptDriverId: number | null,
): Promise<Set<string>> {
  const wanted = numbers.map((number) => number.toLowerCase());
  const { rows } = await sql<{ number: string }>`select lower(number) as number
    from driver_identities where customer_id = ${customerId} and held_until is null
      and lower(number) = any(${wanted}::text[])
      and driver_id <> ${exceptDriverId ?? 0}`.execute(trx);
  return new Set(rows.map(({ number }) => number));
}

/** Whether a driver category belongs to the customer and is not archived. */
export async function categoryIsKnown(
  trx: Transaction,
  customerId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from catalogue_entries where id = ${id}
    and customer_id = ${customerId} and kind = 'driver_category' and archived_at is null`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether a vehicle is visible to the viewer and belongs to the customer. */
export async function vehicleIsKnown(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from (${visibleVehicles(trx, viewer)}) s
    join vehicles v on v.id = s.id where v.id = ${id} and v.customer_id = ${customerId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether an account belongs to the customer and to no other driver. */
export async function accountState(
  trx: Transaction,
  customerId: number,
  userId: number,
  driverId: number | null,
): Promise<'free' | 'taken' | 'unknown'> {
  const { rows } = await sql<{ driver_id: number | null }>`select driver_id from users
    where id = ${userId} and customer_id = ${customerId}`.execute(trx);
  const [user] = rows;
  if (user === undefined) return 'unknown';
  return user.driver_id === null || user.driver_id === driverId ? 'free' : 'taken';
}
