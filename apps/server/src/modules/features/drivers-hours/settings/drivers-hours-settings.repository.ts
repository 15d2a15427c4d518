import type { DriversHoursRules } from '../../../../engines/drivers-hours/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The rules of a customer that has set none. */
export const DEFAULT_RULES: DriversHoursRules = {
  regime: 'eu',
  mayReduceTwice: false,
  referenceWeeks: 17,
  nightHours: 4,
  timeZone: 'Europe/London',
};

/** The rules by which the drivers of a customer are analysed. */
export async function rulesOf(trx: Transaction, customerId: number): Promise<DriversHoursRules> {
  const row = await trx
    .selectFrom('drivers_hours_settings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (row === undefined) return DEFAULT_RULES;
  return {
    regime: row.regime,
    mayReduceTwice: row.may_reduce_twice,
    referenceWeeks: row.reference_weeks,
    nightHours: row.night_hours,
    timeZone: row.time_zone,
  };
}

export async function keepRules(
  trx: Transaction,
  customerId: number,
  rules: DriversHoursRules,
): Promise<void> {
  const values = {
    regime: rules.regime,
    may_reduce_twice: rules.mayReduceTwice,
    reference_weeks: rules.referenceWeeks,
    night_hours: rules.nightHours,
    time_zone: rules.timeZone,
  };
  await trx
    .insertInto('drivers_hours_settings')
    .values({ customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
}
