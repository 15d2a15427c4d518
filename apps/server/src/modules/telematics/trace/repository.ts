import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

export interface TraceRow {
  time_ms: number;
  latitude: number;
  longitude: number;
  heading_deg: number | null;
  speed_kmh: number | null;
  ignition: boolean | null;
  odometer_m: number | null;
}

/** Which part of a trail is wanted: until before `end`, in at most about `limit` points. */
export interface TraceRange {
  readonly start: Date;
  readonly end: Date;
  readonly limit: number;
}

/**
 * The query of a trail in order of device time; records without a fix have no place on it. A trail of
 * more points than the limit is thinned evenly; its first and last point stay.
 */
export function traceQuery(vehicleId: number, { start, end, limit }: TraceRange) {
  return sql<TraceRow>`
    with trail as (
      select device_time, record_digest, latitude, longitude, heading_deg, speed_kmh, ignition,
        odometer_m, row_number() over (order by device_time, record_digest) as n,
        count(*) over () as total
      from positions
      where vehicle_id = ${vehicleId} and device_time >= ${start} and device_time < ${end}
        and fix_valid and latitude is not null and longitude is not null
    )
    select (extract(epoch from device_time) * 1000)::float8 as time_ms, latitude, longitude,
      heading_deg, speed_kmh, ignition, odometer_m
    from trail
    where (n - 1) % ceil(total / (${limit}::int - 1)::float8)::bigint = 0 or n = total
    order by device_time, record_digest`;
}

/** The trail of a vehicle; see {@link traceQuery}. The caller has made sure that it is visible. */
export async function traceRows(
  trx: Transaction,
  vehicleId: number,
  range: TraceRange,
): Promise<TraceRow[]> {
  const { rows } = await traceQuery(vehicleId, range).execute(trx);
  return rows;
}
