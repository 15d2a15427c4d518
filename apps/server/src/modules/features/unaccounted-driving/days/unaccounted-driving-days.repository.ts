import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { CardUse, UnitDay } from '../../tachograph/index.ts';

/** A stored file whose days are not stored yet. */
export interface FileToStore {
  readonly id: number;
  readonly customerId: number;
  readonly fileId: string;
  readonly driverId: number | null;
  readonly vehicleId: number | null;
}

/** The oldest file to store, locked for this transaction; undefined for none. */
export async function fileToStore(trx: Transaction): Promise<FileToStore | undefined> {
  const { rows } = await sql<FileToStore>`
    select id, customer_id as "customerId", file_id as "fileId", driver_id as "driverId",
      vehicle_id as "vehicleId"
    from tachograph_files
    where days_stored_at is null and kind in ('driver_card', 'vehicle_unit')
    order by id limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

export async function markStored(trx: Transaction, id: number): Promise<void> {
  await sql`update tachograph_files set days_stored_at = now() where id = ${id}`.execute(trx);
}

/** Stores days of a vehicle unit; of two files with the same day the one that covers more is kept. */
export async function storeUnitDays(
  trx: Transaction,
  vehicle: { readonly customerId: number; readonly vehicleId: number },
  days: readonly UnitDay[],
): Promise<void> {
  const rows = days.map(({ content, coveredUntilMs, dayMs }) => ({
    day: new Date(dayMs).toISOString().slice(0, 10),
    covered_until: new Date(coveredUntilMs).toISOString(),
    content,
  }));
  await sql`insert into tachograph_unit_days (vehicle_id, customer_id, day, covered_until, content)
    select distinct on (d.day) ${vehicle.vehicleId}::int, ${vehicle.customerId}::int, d.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (day date, covered_until timestamptz, content jsonb)
    order by d.day, d.covered_until desc
    on conflict (vehicle_id, day) do update set covered_until = excluded.covered_until,
      content = excluded.content
    where excluded.covered_until >= tachograph_unit_days.covered_until`.execute(trx);
}

/**
 * Stores the vehicles that a card names, found by registration.
 *
 * @returns the fleet's vehicles among them
 */
export async function storeCardUses(
  trx: Transaction,
  driver: { readonly customerId: number; readonly driverId: number },
  uses: readonly CardUse[],
): Promise<readonly number[]> {
  const rows = uses.map((use) => ({
    started_at: new Date(use.startMs).toISOString(),
    ended_at: new Date(use.endMs).toISOString(),
    registration: use.registration,
    odometer_from_km: use.odometerFromKm,
    odometer_to_km: use.odometerToKm,
  }));
  const stored = await sql<{ vehicle_id: number | null }>`
    insert into tachograph_card_uses (driver_id, customer_id, started_at, ended_at, vehicle_id,
      odometer_from_km, odometer_to_km)
    select distinct on (u.started_at) ${driver.driverId}::int, ${driver.customerId}::int, u.started_at,
      u.ended_at, (select v.id from vehicles v where v.customer_id = ${driver.customerId}
        and plate_key(v.registration) = plate_key(u.registration)
        order by v.archived_at desc nulls first, v.id limit 1),
      u.odometer_from_km, u.odometer_to_km
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (started_at timestamptz,
      ended_at timestamptz, registration text, odometer_from_km int, odometer_to_km int)
    order by u.started_at, u.ended_at desc
    on conflict (driver_id, started_at) do update set ended_at = excluded.ended_at,
      vehicle_id = excluded.vehicle_id, odometer_from_km = excluded.odometer_from_km,
      odometer_to_km = excluded.odometer_to_km
    returning vehicle_id`.execute(trx);
  return [...new Set(stored.rows.flatMap(({ vehicle_id }) => vehicle_id ?? []))];
}

/** Vehicles that a driver drove in a range, by trips. */
export async function vehiclesDriven(
  trx: Transaction,
  driverId: number,
  range: { readonly startMs: number; readonly endMs: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct vehicle_id as id from trips where driver_id = ${driverId}
      and started_at >= ${new Date(range.startMs)} and started_at < ${new Date(range.endMs)}
    union select distinct vehicle_id from tachograph_card_uses where driver_id = ${driverId}
      and started_at >= ${new Date(range.startMs)} and started_at < ${new Date(range.endMs)}
      and vehicle_id is not null`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Asks for the gaps of vehicles to be looked for again in a range of time. */
export async function queueAnalysis(
  trx: Transaction,
  customerId: number,
  vehicleIds: readonly number[],
  range: { readonly startMs: number; readonly endMs: number },
): Promise<void> {
  await sql`insert into unaccounted_due (customer_id, vehicle_id, from_at, to_at)
    select ${customerId}::int, v.id, ${new Date(range.startMs)}::timestamptz,
      ${new Date(range.endMs)}::timestamptz
    from unnest(${[...vehicleIds]}::int[]) v (id)`.execute(trx);
}
