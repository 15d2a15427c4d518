import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

export interface CodeRow {
  code: string;
  created_at: Date;
  created_by: string | null;
}

/** The code of a vehicle that opens its pages; undefined where it has none. */
export async function livingCode(
  trx: Transaction,
  vehicleId: number,
): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('vehicle_codes')
    .select(['code', 'created_at', 'created_by'])
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The living codes of these vehicles, by vehicle. */
export async function livingCodes(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (vehicleIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('vehicle_codes')
    .select(['vehicle_id', 'code'])
    .where('vehicle_id', 'in', [...vehicleIds])
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(rows.map(({ vehicle_id: id, code }) => [id, code]));
}

/** Ends the code of a vehicle, where it has one. Returns whether it had. */
export async function revokeCode(
  trx: Transaction,
  vehicleId: number,
  by: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vehicle_codes')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: by })
    .where('vehicle_id', '=', vehicleId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a vehicle that has none a code. */
export async function insertCode(trx: Transaction, vehicleId: number, by: string): Promise<void> {
  await sql`insert into vehicle_codes (customer_id, vehicle_id, created_by)
    select customer_id, id, ${by} from vehicles where id = ${vehicleId}`.execute(trx);
}

/** Holds a vehicle, so that two who renew its code do it one after the other. Returns its customer. */
export async function lockVehicle(trx: Transaction, vehicleId: number): Promise<number> {
  const { customer_id: customerId } = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicleId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return customerId;
}

/**
 * Vehicles of a customer in sight that have these registrations, in any case and with or without blanks;
 * by the registration as it was asked for. They are held until the transaction ends.
 */
export async function vehiclesOfPlates(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  registrations: readonly string[],
): Promise<ReadonlyMap<string, { id: number; registration: string }>> {
  // The plates first, by their index; then whether these few are in sight. In one query PostgreSQL went
  // through all that is in sight for each plate: 20 s for some thousand vehicles without statistics.
  const { rows: named } = await sql<{ id: number }>`
    select f.id from unnest(${[...registrations]}::text[]) as w (wanted)
    join vehicles f on f.customer_id = ${customerId}
      and upper(regexp_replace(f.registration, '\\s', '', 'g'))
        = upper(regexp_replace(w.wanted, '\\s', '', 'g'))`.execute(trx);
  const ids = named.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const visible = await visibleVehicles(trx, viewer)
    .clearSelect()
    .select('v.id')
    .where('v.customer_id', '=', customerId)
    .where('v.permission', 'is distinct from', 'admin')
    .where(sql<boolean>`v.id = any(${ids}::int[])`)
    .execute();
  const { rows } = await sql<{ wanted: string; id: number; registration: string }>`
    select w.wanted, f.id, f.registration from unnest(${[...registrations]}::text[]) as w (wanted)
    join vehicles f on upper(regexp_replace(f.registration, '\\s', '', 'g'))
        = upper(regexp_replace(w.wanted, '\\s', '', 'g'))
    where f.id = any(${visible.map(({ id }) => id)}::int[]) order by f.id for update of f`.execute(
    trx,
  );
  return new Map(rows.map(({ wanted, ...vehicle }) => [wanted, vehicle]));
}

/** Ends the codes of vehicles. */
export async function revokeCodes(
  trx: Transaction,
  vehicleIds: readonly number[],
  by: string,
): Promise<void> {
  await sql`update vehicle_codes set revoked_at = now(), revoked_by = ${by}
    where vehicle_id = any(${[...vehicleIds]}::int[]) and revoked_at is null`.execute(trx);
}

/**
 * Gives vehicles that have none a code each: the one that is said, else a new one.
 *
 * @returns the vehicles that got one; for the others the code was given out before
 */
export async function insertCodes(
  trx: Transaction,
  codes: readonly { readonly vehicle: number; readonly code: string | null }[],
  by: string,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    insert into vehicle_codes (customer_id, vehicle_id, code, created_by)
    select v.customer_id, v.id, coalesce(c.code, new_vehicle_code()), ${by}
    from unnest(${codes.map(({ vehicle }) => vehicle)}::int[],
      ${codes.map(({ code }) => code)}::text[]) as c (vehicle, code)
    join vehicles v on v.id = c.vehicle
    on conflict (code) do nothing returning vehicle_id as id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
