import { sql } from 'kysely';
import { type OwnedRule, privateRules, type Transaction } from '../../../../platform/db/index.ts';

/** The rules that overlap a period of a vehicle. */
export function rulesOfVehicle(
  trx: Transaction,
  vehicleId: number,
  stretch: { readonly fromMs: number; readonly toMs: number },
): Promise<OwnedRule[]> {
  const from = new Date(stretch.fromMs);
  const to = new Date(stretch.toMs);
  return privateRules(
    trx,
    sql`(r.vehicle_id = ${vehicleId} or r.vehicle_id is null
        and r.customer_id = (select customer_id from vehicles where id = ${vehicleId}))
      and r.starts_at <= ${to} and (r.ends_at is null or r.ends_at > ${from} and r.ends_at > r.starts_at)`,
  );
}

/**
 * Whether records report private use of a vehicle within a period: a record within it, or the last one
 * of the 24 hours before it, which applies until another record changes it.
 */
export async function hasPrivateRecord(
  trx: Transaction,
  vehicleId: number,
  stretch: { readonly fromMs: number; readonly toMs: number },
): Promise<boolean> {
  const from = new Date(stretch.fromMs);
  const { rows } = await sql<{ found: boolean }>`select exists (select from positions
      where vehicle_id = ${vehicleId} and device_time >= ${from}
        and device_time <= ${new Date(stretch.toMs)} and private_leg_m is not null)
    or coalesce((select private_leg_m is not null from positions
      where vehicle_id = ${vehicleId} and device_time < ${from}
        and device_time >= ${from}::timestamptz - interval '1 day'
      order by device_time desc limit 1), false) as found`.execute(trx);
  return rows[0]?.found === true;
}

/** Whether the newest record of a vehicle reports private use. */
export async function isPrivateByRecord(trx: Transaction, vehicleId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('vehicle_states')
    .select('is_private')
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirst();
  return row?.is_private === true;
}
