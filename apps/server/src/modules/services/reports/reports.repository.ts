import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

/** Visible vehicles sorted by registration: one, some, those of a depot, or all. */
export async function vehiclesOf(
  trx: Transaction,
  viewer: Viewer,
  filter: {
    readonly vehicleId?: number | undefined;
    readonly vehicleIds?: readonly number[] | undefined;
    readonly depotId?: number | undefined;
  },
  limit: number,
): Promise<{ id: number; registration: string }[]> {
  const { vehicleId, vehicleIds, depotId } = filter;
  let query = visibleVehicles(trx, viewer);
  if (vehicleId !== undefined) query = query.where('v.id', '=', vehicleId);
  if (vehicleIds !== undefined) query = query.where('v.id', 'in', vehicleIds);
  if (depotId !== undefined) {
    query = query.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  const rows = await query.orderBy('v.registration').limit(limit).execute();
  return rows.map(({ id, registration }) => ({ id, registration }));
}

/** The name of a depot that was checked to be visible. */
export async function depotName(trx: Transaction, depotId: number): Promise<string> {
  const row = await trx
    .selectFrom('depots')
    .select('name')
    .where('id', '=', depotId)
    .executeTakeFirst();
  return row?.name ?? '';
}
