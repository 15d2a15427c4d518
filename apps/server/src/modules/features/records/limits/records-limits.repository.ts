import type { Measure } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Stored thresholds; `customer_id` is null for those of the installation. */
export interface LimitsRow {
  customer_id: number | null;
  brake_service_pct: number;
  brake_secondary_pct: number;
  brake_parking_pct: number;
  tread_heavy_mm: number;
  tread_light_mm: number;
  short_check_s: number;
  due_advisory_days: number;
  due_minor_days: number;
  due_major_days: number;
  due_dangerous_days: number;
  version: number;
}

/** The thresholds for a customer's records: its own, else those of the installation. */
export async function limitsRow(trx: Transaction, customerId: number | null): Promise<LimitsRow> {
  return trx
    .selectFrom('record_limits')
    .select([
      'customer_id',
      'brake_service_pct',
      'brake_secondary_pct',
      'brake_parking_pct',
      'tread_heavy_mm',
      'tread_light_mm',
      'short_check_s',
      'due_advisory_days',
      'due_minor_days',
      'due_major_days',
      'due_dangerous_days',
      'version',
    ])
    .where((eb) => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', customerId)]))
    .orderBy('customer_id', (order) => order.nullsLast())
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Locks the thresholds of a customer until the transaction ends. */
export async function lockLimits(trx: Transaction, customerId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${customerId ?? 0}, -24)`.execute(trx);
}

/** Saves the thresholds of a customer, or of the installation (null). */
export async function storeLimits(
  trx: Transaction,
  customerId: number | null,
  values: Omit<LimitsRow, 'customer_id'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('record_limits')
    .set(values)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('record_limits')
    .values({ ...values, customer_id: customerId })
    .execute();
}

/** Saves target and trigger of each measure, in per cent. */
export async function keepMeasures(
  trx: Transaction,
  customerId: number | null,
  measures: readonly {
    readonly measure: Measure;
    readonly target: number;
    readonly trigger: number;
  }[],
): Promise<void> {
  for (const { measure, target, trigger } of measures) {
    await sql`insert into earned_recognition_limits (customer_id, measure, target_pct, trigger_pct)
      values (${customerId}, ${measure}, ${target}, ${trigger})
      on conflict (coalesce(customer_id, 0), measure) do update
        set target_pct = excluded.target_pct, trigger_pct = excluded.trigger_pct`.execute(trx);
  }
}
