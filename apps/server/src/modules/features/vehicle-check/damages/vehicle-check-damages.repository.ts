import type { DamageSeverity, DamageZone } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { DAMAGE_COLUMNS, type DamageListRow } from '../lists/vehicle-check-lists.repository.ts';
import { rowIsVisible } from '../scope/vehicle-check-scope.repository.ts';

/** Most damages of a vehicle that are listed. */
const MOST = 400;

async function read(
  trx: Transaction,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<{ count: number; rows: DamageListRow[] }> {
  const from = sql`from vehicle_damages r join vehicles v on v.id = r.vehicle_id where ${where}`;
  const { rows } = await sql<DamageListRow>`select ${DAMAGE_COLUMNS} ${from}
    order by ${order} limit ${MOST}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Damages of a vehicle, fixed ones too, the newest first. */
export const damagesOfVehicle = (trx: Transaction, vehicleId: number) =>
  read(trx, sql`r.vehicle_id = ${vehicleId}`, sql`r.reported_at desc, r.id desc`);

/** Damages of a vehicle that are not fixed, the oldest first. */
export const openDamagesOf = (trx: Transaction, vehicleId: number) =>
  read(trx, sql`r.vehicle_id = ${vehicleId} and r.fixed_at is null`, sql`r.reported_at, r.id`);

/** Damages reported with the given reports. */
export async function damagesOfReports(
  trx: Transaction,
  reportIds: readonly number[],
): Promise<DamageListRow[]> {
  const { rows } = await sql<DamageListRow>`select ${DAMAGE_COLUMNS}
    from vehicle_damages r join vehicles v on v.id = r.vehicle_id
    where r.report_id = any(${[...reportIds]}::int[]) order by r.id`.execute(trx);
  return rows;
}

/** A visible damage, locked for the transaction; undefined if there is none. */
export async function visibleDamage(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<(DamageListRow & { customer_id: number }) | undefined> {
  const { rows } = await sql<DamageListRow & { customer_id: number }>`
    select ${DAMAGE_COLUMNS}, r.customer_id
    from vehicle_damages r join vehicles v on v.id = r.vehicle_id
    where r.id = ${id} and ${rowIsVisible(trx, viewer)} for update of r`.execute(trx);
  return rows[0];
}

/** Stores when a damage was fixed and who recorded it; null reopens it. */
export async function keepFixed(
  trx: Transaction,
  id: number,
  fixed: { readonly at: Date; readonly by: string } | null,
): Promise<void> {
  await trx
    .updateTable('vehicle_damages')
    .set({ fixed_at: fixed?.at ?? null, fixed_by: fixed?.by ?? null })
    .where('id', '=', id)
    .execute();
}

/** A damage of a report. */
export interface NewDamage {
  readonly part: DamageZone;
  readonly description: string;
  readonly severity: DamageSeverity;
  /** Photographs of the report that show it, counted from 1. */
  readonly photos: readonly number[];
}

/** Stores the damages of a report. */
export async function insertDamages(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly vehicleId: number;
    readonly depotId: number;
    readonly reportId: number;
    readonly reportedAt: Date;
    readonly reportedBy: string;
  },
  damages: readonly NewDamage[],
): Promise<void> {
  if (damages.length === 0) return;
  await trx
    .insertInto('vehicle_damages')
    .values(
      damages.map(({ part, description, severity, photos }) => ({
        customer_id: of.customerId,
        vehicle_id: of.vehicleId,
        depot_id: of.depotId,
        report_id: of.reportId,
        photo_positions: [...photos],
        reported_at: of.reportedAt,
        reported_by: of.reportedBy,
        part,
        description,
        severity,
      })),
    )
    .execute();
}
