import { actorOf, recordChanges } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../platform/errors.ts';
import { keptFacts } from './vehicle-json.ts';
import { readVehicles, subjectOf, vehiclesToChange } from './vehicles-saving.ts';

/**
 * Sets who drives a vehicle, and logs it. A trigger keeps the assignment. The caller has checked that the
 * driver is visible and of the vehicle's customer.
 *
 * @param driverId null for nobody
 * @param from who must have the vehicle until now; anybody without it
 * @throws HttpError 404 if the vehicle is archived or not visible, 409 if another than `from` has it
 */
export async function setDriver(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
  driverId: number | null,
  from?: number,
): Promise<void> {
  const before = orNotFound((await vehiclesToChange(trx, viewer, [vehicleId]))[0]);
  if (from !== undefined && before.driver !== from) throw conflict('request.changed_meanwhile');
  if (before.driver === driverId) return;
  await trx
    .updateTable('vehicles')
    .set({ driver_id: driverId })
    .where('id', '=', vehicleId)
    .execute();
  const after = orNotFound((await readVehicles(trx, viewer, [vehicleId]))[0]);
  const change = {
    customerId: before.customer,
    actor: await actorOf(trx, viewer),
    subject: subjectOf(after),
    action: 'changed',
    before: keptFacts(before),
    after: keptFacts(after),
  } as const;
  await recordChanges(trx, [change]);
}
