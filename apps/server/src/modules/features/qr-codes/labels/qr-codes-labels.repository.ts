import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** Visible vehicles of one depot or of all, sorted by registration. */
export async function vehiclesOfDepot(
  trx: Transaction,
  viewer: Viewer,
  depotId: number | null,
  limit: number,
): Promise<{ id: number; registration: string }[]> {
  let query = visibleVehicles(trx, viewer);
  if (depotId !== null) {
    query = query.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const rows = await query.orderBy('v.registration').orderBy('v.id').limit(limit).execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}

/** Visible vehicles with these ids, sorted by registration. */
export async function vehiclesOfIds(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ id: number; registration: string }[]> {
  const rows = await visibleVehicles(trx, viewer)
    .where('v.id', 'in', [...ids])
    .orderBy('v.registration')
    .orderBy('v.id')
    .execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}
