import type { Transaction } from '../../../platform/db/index.ts';

/** A defect that makes its vehicle unroadworthy. */
export interface SeriousDefect {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly defectId: number;
  readonly reportedAt: Date;
}

/**
 * Inserts the alert of a serious defect in the transaction of the defect: it is neither lost nor
 * repeated. All viewers of the vehicle who have a defect module see it, regardless of alert rules.
 */
export async function giveDefectAlert(
  trx: Transaction,
  { customerId, vehicleId, defectId, reportedAt }: SeriousDefect,
): Promise<void> {
  await trx
    .insertInto('alerts')
    .values({
      customer_id: customerId,
      rule_id: null,
      rule_key: 0,
      rule_name: '',
      severity: 'critical',
      in_app: false,
      vehicle_id: vehicleId,
      event_code: null,
      defect_record_id: defectId,
      occurred_at: reportedAt,
      latitude: null,
      longitude: null,
      geofence_id: null,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}
