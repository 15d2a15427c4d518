import { actorOf, recordChanges } from '../../../platform/audit/index.ts';
import { systemViewer, type Viewer } from '../../../platform/auth/index.ts';
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
  await writeDriver(trx, { viewer, scope: viewer, vehicleId, driverId, from });
}

/**
 * Takes a vehicle from its driver, who returns it. The driver needs no permission to see or change it; the caller has
 * checked that the viewer is this driver.
 *
 * @throws HttpError 404 if the vehicle is archived, 409 if another person has it
 */
export async function returnVehicle(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly customerId: number; readonly vehicleId: number; readonly driverId: number },
): Promise<void> {
  const scope = systemViewer(of.customerId, viewer.language);
  await writeDriver(trx, {
    viewer,
    scope,
    vehicleId: of.vehicleId,
    driverId: null,
    from: of.driverId,
  });
}

async function writeDriver(
  trx: Transaction,
  {
    driverId,
    from,
    scope,
    vehicleId,
    viewer,
  }: {
    /** Whose change the audit log records. */
    readonly viewer: Viewer;
    /** Whose vehicles may be changed. */
    readonly scope: Viewer;
    readonly vehicleId: number;
    readonly driverId: number | null;
    readonly from: number | undefined;
  },
): Promise<void> {
  const before = orNotFound((await vehiclesToChange(trx, scope, [vehicleId]))[0]);
  if (from !== undefined && before.driver !== from) throw conflict('request.changed_meanwhile');
  if (before.driver === driverId) return;
  await trx
    .updateTable('vehicles')
    .set({ driver_id: driverId })
    .where('id', '=', vehicleId)
    .execute();
  const after = orNotFound((await readVehicles(trx, scope, [vehicleId]))[0]);
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
