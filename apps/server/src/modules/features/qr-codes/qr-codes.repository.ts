import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

export interface CodeRow {
  code: string;
  created_at: Date;
  created_by: string | null;
}

/** The active code of a vehicle; undefined if there is none. */
export async function activeCode(
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

/** The active codes of vehicles, by vehicle id. */
export async function activeCodes(
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

/** Revokes the active code of a vehicle. Returns false if there is none. */
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

/** Inserts a new code for a vehicle without an active one. */
export async function insertCode(trx: Transaction, vehicleId: number, by: string): Promise<void> {
  await sql`insert into vehicle_codes (customer_id, vehicle_id, created_by)
    select customer_id, id, ${by} from vehicles where id = ${vehicleId}`.execute(trx);
}

/** Locks a vehicle, which serialises changes of its code. Returns its customer id. */
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
 * Visible vehicles of a customer with these registrations, regardless of case and spaces, by the
 * registration as given. Their rows are locked until the transaction ends.
 */
export async function vehiclesOfPlates(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  registrations: readonly string[],
): Promise<ReadonlyMap<string, { id: number; registration: string }>> {
  // Find the registrations by index first, then check the visibility of these few. As one query,
  // PostgreSQL scanned all visible vehicles for each registration: 20 s for some thousand vehicles
  // without statistics.
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

/** Revokes the active codes of vehicles. */
export async function revokeCodes(
  trx: Transaction,
  vehicleIds: readonly number[],
  by: string,
): Promise<void> {
  await sql`update vehicle_codes set revoked_at = now(), revoked_by = ${by}
    where vehicle_id = any(${[...vehicleIds]}::int[]) and revoked_at is null`.execute(trx);
}

/**
 * Inserts a code for each vehicle without an active one: the given code, or a new one.
 *
 * @returns ids of the vehicles with a new code; the codes of the others have already been used
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
