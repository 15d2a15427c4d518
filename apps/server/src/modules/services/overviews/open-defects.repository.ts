import type { AnswerOf, contract } from '@roadworthy/contract';
import { SEVERITIES } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** Open defects of vehicles that the caller has checked to be visible. */
export async function openDefectsOf(
  trx: Transaction,
  vehicleIds: RawBuilder<unknown>,
): Promise<NonNullable<AnswerOf<typeof contract.overviews.vehicle>['defects']>> {
  const { rows } = await sql<{ open: number; dangerous: number; overdue: number }>`
    select count(*)::int as open,
      (count(*) filter (where severity_rank = ${SEVERITIES.indexOf('dangerous')}))::int as dangerous,
      (count(*) filter (where due_at < now()))::int as overdue
    from defect_records where signed_off_at is null and vehicle_id in (${vehicleIds})`.execute(trx);
  return rows[0] ?? { open: 0, dangerous: 0, overdue: 0 };
}

/** Open defects of one vehicle that the caller has checked to be visible. */
export const openDefectsOfVehicle = (trx: Transaction, vehicleId: number) =>
  openDefectsOf(trx, sql`select ${vehicleId}::int`);
