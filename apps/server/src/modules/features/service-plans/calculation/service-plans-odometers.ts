import type { OdometerSource } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { MeteredVehicle } from './service-plans-calculation.repository.ts';
import type { MeterMoment } from './service-plans-meters.repository.ts';
import { metersAt } from './service-plans-meters.ts';

/** The odometer of a vehicle at a time. With the source `trips` only differences mean something. */
export interface OdometerAt {
  readonly odometerM: number;
  readonly source: OdometerSource;
}

/**
 * The odometers of vehicles at times, with or without a plan. All moments of a vehicle that are compared
 * with each other belong in one call.
 *
 * @returns in the order of the moments
 */
export async function odometersAt(
  trx: Transaction,
  moments: readonly MeterMoment[],
): Promise<readonly OdometerAt[]> {
  if (moments.length === 0) return [];
  const ids = [...new Set(moments.map(({ vehicleId }) => vehicleId))];
  const { rows } = await sql<MeteredVehicle>`
    select v.id as "vehicleId", 0 as "assignedMs", s.odometer_m as "trackerM",
      case when s.odometer_m is not null
        then (extract(epoch from s.device_time) * 1000)::float8 end as "trackerMs"
    from unnest(${ids}::int[]) v (id) left join vehicle_states s on s.vehicle_id = v.id`.execute(
    trx,
  );
  const vehicles = new Map(rows.map((row) => [row.vehicleId, row]));
  const values = await metersAt(trx, vehicles, moments);
  return values.map(({ odometerM, odometerSource: source }) => ({ odometerM, source }));
}
