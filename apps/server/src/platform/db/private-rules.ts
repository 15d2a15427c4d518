import type { PrivateUseRule } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';

/** A rule with its vehicle; without one, it is for all vehicles of the customer. */
export interface OwnedRule extends PrivateUseRule {
  readonly id: number;
  readonly customerId: number;
  readonly vehicleId: number | null;
}

/** Rules of private use that match a condition on `r`. */
export async function privateRules(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<OwnedRule[]> {
  const { rows } = await sql<OwnedRule>`
    select r.id, r.customer_id as "customerId", r.vehicle_id as "vehicleId", r.kind, r.weekdays,
      r.start_minute as "startMin", r.end_minute as "endMin", r.time_zone as "timeZone",
      extract(epoch from r.starts_at)::float8 * 1000 as "fromMs",
      coalesce(extract(epoch from r.ends_at)::float8 * 1000, 'infinity') as "untilMs"
    from private_use_rules r where ${condition} order by r.id`.execute(trx);
  return rows;
}
