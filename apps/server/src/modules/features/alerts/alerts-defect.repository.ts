import type { Transaction } from '../../../platform/db/index.ts';

/** A defect that takes its vehicle off the road. */
export interface SeriousDefect {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly defectId: number;
  readonly reportedAt: Date;
}

/**
 * Gives the alert of a serious defect, in the transaction that keeps the defect: it is neither lost nor
 * given twice. Whoever sees the vehicle and has a module of defects is shown it; no rule has a say.
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
