import {
  type BrakeLimits,
  DEFAULT_BRAKE_LIMITS,
  DEFAULT_USE_WEEKS,
  type UseWeeks,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

export interface BrakeSettings {
  readonly limits: BrakeLimits;
  readonly useWeeks: UseWeeks;
}

/** The settings of a customer: its own, else those of the installation, else those of the product. */
export async function settingsOf(
  trx: Transaction,
  customerId: number | null,
): Promise<BrakeSettings> {
  const rows = await trx
    .selectFrom('record_limits')
    .select(['brake_limits', 'use_weeks'])
    .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', customerId)]))
    .orderBy('customer_id', (order) => order.nullsLast())
    .execute();
  return {
    limits: rows.find((row) => row.brake_limits !== null)?.brake_limits ?? DEFAULT_BRAKE_LIMITS,
    useWeeks: rows.find((row) => row.use_weeks !== null)?.use_weeks ?? DEFAULT_USE_WEEKS,
  };
}

/** Stores the settings of a customer, or of the installation (null), beside its other thresholds. */
export async function keepSettings(
  trx: Transaction,
  customerId: number | null,
  { limits, useWeeks }: BrakeSettings,
): Promise<void> {
  const [brakeLimits, weeks] = [JSON.stringify(limits), JSON.stringify(useWeeks)];
  await sql`insert into record_limits (customer_id, brake_service_pct, brake_secondary_pct,
      brake_parking_pct, tread_heavy_mm, tread_light_mm, short_check_s, due_advisory_days,
      due_minor_days, due_major_days, due_dangerous_days, brake_limits, use_weeks)
    select ${customerId}::int, brake_service_pct, brake_secondary_pct, brake_parking_pct,
      tread_heavy_mm, tread_light_mm, short_check_s, due_advisory_days, due_minor_days,
      due_major_days, due_dangerous_days, ${brakeLimits}::jsonb, ${weeks}::jsonb
    from record_limits where customer_id is null
    on conflict (coalesce(customer_id, 0)) do update
      set brake_limits = excluded.brake_limits, use_weeks = excluded.use_weeks`.execute(trx);
}
