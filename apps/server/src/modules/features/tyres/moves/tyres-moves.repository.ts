import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Takes tyres off where they are. Tyres that are not fitted are left out. */
export async function closeFittings(
  trx: Transaction,
  removed: readonly { readonly tyreId: number; readonly treadMm: number | null }[],
  at: Date,
  step: string,
): Promise<void> {
  await sql`update tyre_fittings f set removed_at = ${at}, removed_tread_mm = r.tread,
      removed_step = ${step}::uuid
    from unnest(${removed.map(({ tyreId }) => tyreId)}::int[],
      ${removed.map(({ treadMm }) => treadMm)}::real[]) r (id, tread)
    where f.tyre_id = r.id and f.removed_at is null`.execute(trx);
}

/**
 * Fits a tyre. The vehicle bears what no other has borne of its cost. The database refuses a position
 * that has a tyre.
 *
 * @returns what the vehicle bears
 */
export async function openFitting(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly tyreId: number;
    readonly vehicleId: number;
    readonly position: string;
    readonly at: Date;
    readonly treadMm: number | null;
    readonly step: string;
  },
): Promise<number> {
  const { rows } = await sql<{ charge: number }>`
    with fitted as (insert into tyre_fittings (customer_id, tyre_id, vehicle_id, position,
        fitted_at, fitted_tread_mm, fitted_step, depot_id, charge)
      select ${of.customerId}, t.id, ${of.vehicleId}, ${of.position}, ${of.at}, ${of.treadMm}::real,
        ${of.step}::uuid, (select min(d.depot_id) from vehicle_depots d
          where d.vehicle_id = ${of.vehicleId}), t.uncharged from tyres t where t.id = ${of.tyreId} returning charge)
    update tyres set status = 'fitted', uncharged = 0, version = version + 1 from fitted
    where id = ${of.tyreId} returning fitted.charge::float8 as charge`.execute(trx);
  return rows[0]?.charge ?? 0;
}

/** The first depot of a vehicle; null without one. */
export async function depotOf(trx: Transaction, vehicleId: number): Promise<number | null> {
  const { rows } = await sql<{ depot_id: number }>`select depot_id from vehicle_depots
    where vehicle_id = ${vehicleId} order by depot_id limit 1`.execute(trx);
  return rows[0]?.depot_id ?? null;
}
