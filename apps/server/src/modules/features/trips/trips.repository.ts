import type { FuelUse } from '@roadworthy/domain';
import { sql } from 'kysely';
import { ms, type Transaction } from '../../../platform/db/index.ts';
import { energyOf, USE_DAYS, usePerM } from './trips-fuel-use.ts';

export interface TripRow {
  vehicle_id: number;
  /** A bigint, which arrives as text. */
  id: string;
  started_ms: number;
  ended_ms: number;
  in_progress: boolean;
  start_latitude: number;
  start_longitude: number;
  end_latitude: number;
  end_longitude: number;
  distance_m: number;
  driving_s: number;
  idle_s: number;
  max_speed_kmh: number;
  fuel_used_l: number | null;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  /** Start of the vehicle's next trip, also if it is after the range. */
  next_ms: number | null;
}

/** The trips of visible vehicles that started in the range, by vehicle and start. */
export async function tripRows(
  trx: Transaction,
  vehicleIds: readonly number[],
  range: { readonly start: Date; readonly end: Date },
): Promise<TripRow[]> {
  const { rows } = await sql<TripRow>`
    select t.vehicle_id, t.id, ${ms('t.started_at')} as started_ms, ${ms('t.ended_at')} as ended_ms,
      t.in_progress, t.start_latitude, t.start_longitude, t.end_latitude, t.end_longitude,
      t.distance_m, t.driving_s, t.idle_s, t.max_speed_kmh,
      t.fuel_used_l::float8 as fuel_used_l, t.driver_id, d.first_name, d.surname,
      coalesce(${ms('t.next_at')}, (select ${ms('n.started_at')} from trips n
        where n.vehicle_id = t.vehicle_id and n.started_at >= ${range.end}
          and t.next_at is null order by n.started_at limit 1)) as next_ms
    from (select *, lead(started_at) over (partition by vehicle_id order by started_at) as next_at
      from trips where vehicle_id = any(${vehicleIds}::int[]) and started_at >= ${range.start}
        and started_at < ${range.end}) t
    left join drivers d on d.id = t.driver_id
    order by t.vehicle_id, t.started_at`.execute(trx);
  return rows;
}

/**
 * What vehicles use by their own measurements of 90 days: by the engine's counter, otherwise by the bought fuel or
 * electricity over the distance of all trips, from the day of the first of these trips.
 */
export async function fuelUseOf(
  trx: Transaction,
  vehicleIds: readonly number[],
  end: Date,
): Promise<ReadonlyMap<number, FuelUse>> {
  const { rows } = await sql<FuelUse & { id: number }>`
    select v.id, ${energyOf('v')} as fuel, ${usePerM('v', {
      used: sql`m.used_l`,
      counted: sql`m.counted_m`,
      distance: sql`m.distance_m`,
      litres: sql`b.litres`,
      kwh: sql`b.kwh`,
    })}::float8 as "perM"
    from vehicles v
    cross join lateral (select sum(t.fuel_used_l) as used_l, sum(t.distance_m) as distance_m,
      sum(t.distance_m) filter (where t.fuel_used_l is not null) as counted_m,
      (min(t.started_at) at time zone 'UTC')::date as since
      from trips t where t.vehicle_id = v.id and t.started_at < ${end}
        and t.started_at >= ${end}::timestamptz - make_interval(days => ${USE_DAYS})) m
    cross join lateral (select sum(e.litres) as litres, sum(e.energy_kwh) as kwh
      from cost_entries e where e.vehicle_id = v.id and e.category = 'fuel'
        and e.product not ilike '%adblue%'
        and e.starts_on < ${end}::timestamptz
        and e.starts_on >= m.since) b
    where v.id = any(${[...vehicleIds]}::int[])`.execute(trx);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

export interface PrivateTravelRow {
  vehicle_id: number;
  started_ms: number;
  ended_ms: number;
  distance_m: number;
}

/** Private journeys are separated by this time without private movement. */
const PARTED_BY = sql`interval '1 hour'`;
/** GPS drift of a vehicle at rest is no journey (M-P08). */
const SHORTEST_M = 100;

/** Distances of vehicles in private use, per journey that started in the range. */
export async function privateTravelRows(
  trx: Transaction,
  vehicleIds: readonly number[],
  range: { readonly start: Date; readonly end: Date },
): Promise<PrivateTravelRow[]> {
  const { rows } = await sql<PrivateTravelRow>`
    select vehicle_id, min(${ms('device_time')}) as started_ms, max(${ms('device_time')}) as ended_ms,
      sum(private_leg_m)::float8 as distance_m
    from (
      select vehicle_id, device_time, private_leg_m,
        count(*) filter (where is_first) over by_time as journey
      from (
        select vehicle_id, device_time, private_leg_m,
          device_time - lag(device_time) over by_time > ${PARTED_BY} as is_first
        from positions where vehicle_id = any(${vehicleIds}::int[])
          and device_time >= ${range.start} and device_time < ${range.end} and private_leg_m > 0
        window by_time as (partition by vehicle_id order by device_time)
      ) legs
      window by_time as (partition by vehicle_id order by device_time)
    ) journeys
    group by vehicle_id, journey having sum(private_leg_m) >= ${SHORTEST_M}
    order by vehicle_id, started_ms`.execute(trx);
  return rows;
}
