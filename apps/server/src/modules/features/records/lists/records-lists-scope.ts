import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { type RecordScope, regionIsVisible } from './records-lists.repository.ts';

/**
 * Makes sure that the viewer may see what a list is asked for.
 *
 * @throws HttpError 404 for a region, a depot or a vehicle that is not there or out of sight
 */
export async function checkVisibleScope(
  trx: Transaction,
  viewer: Viewer,
  { regionId, depotId, vehicleId }: RecordScope,
): Promise<void> {
  if (vehicleId !== null) await visibleVehicle(trx, viewer, vehicleId);
  if (depotId !== null) await checkVisibleDepot(trx, viewer, depotId);
  if (regionId !== null && !(await regionIsVisible(trx, viewer, regionId))) throw notFound();
}
