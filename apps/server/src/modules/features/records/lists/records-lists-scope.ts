import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { regionIsVisible } from '../../vehicle-file/index.ts';
import type { RecordScope } from './records-lists.repository.ts';

/**
 * Checks that the viewer may see the region, depot and vehicle of a list's filter.
 *
 * @throws HttpError 404 if one of them does not exist or is not visible
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
