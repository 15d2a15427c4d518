import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { driverIsVisible, visibleVehicles } from './fleet.repository.ts';

/** Up to this number of visible vehicles, their drivers are looked up once; above it, per driver. */
const FEW_VEHICLES = 300;

/** The drivers who are or were assigned to some vehicles, or have driven them. */
async function driversOf(trx: Transaction, vehicleIds: readonly number[]): Promise<number[]> {
  const wanted = [...vehicleIds];
  // Skips from one driver of a vehicle to the next, past the rest of that driver's trips.
  const { rows } = await sql<{ id: number }>`
    with recursive drove (vehicle_id, driver_id) as (
      select v.id, (select min(t.driver_id) from trips t
          where t.vehicle_id = v.id and t.driver_id is not null)
        from unnest(${wanted}::int[]) v (id)
      union all
      select d.vehicle_id, (select min(t.driver_id) from trips t
          where t.vehicle_id = d.vehicle_id and t.driver_id > d.driver_id)
        from drove d where d.driver_id is not null)
    select driver_id as id from drove where driver_id is not null
    union select driver_id from driver_assignments
      where vehicle_id = any(${wanted}::int[]) and driver_id is not null`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Condition for a list of drivers `d`: as {@link driverIsVisible}, but if the viewer sees few vehicles,
 * their drivers are looked up first, to avoid a scan of all drivers of the customer.
 */
export async function visibleDrivers(
  trx: Transaction,
  viewer: Viewer,
): Promise<RawBuilder<boolean>> {
  const everybody = driverIsVisible(trx, viewer);
  if (viewer.depotScope === 'all') return everybody;
  const vehicles = await visibleVehicles(trx, viewer)
    .clearSelect()
    .select('v.id')
    .limit(FEW_VEHICLES + 1)
    .execute();
  if (vehicles.length > FEW_VEHICLES) return everybody;
  const ids = await driversOf(
    trx,
    vehicles.map(({ id }) => id),
  );
  return sql<boolean>`${ofCustomer(viewer, 'd.customer_id')} and d.id = any(${ids}::int[])`;
}
