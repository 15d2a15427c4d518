import { sql } from 'kysely';
import { ms, type Transaction } from '../../../platform/db/index.ts';

export interface FuelEventRow {
  /** A bigint, which arrives as text. */
  id: string;
  kind: 'refuel' | 'drain';
  started_ms: number;
  occurred_ms: number;
  level_before: number;
  level_after: number;
  volume: number;
  unit: 'L' | '%';
  latitude: number | null;
  longitude: number | null;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
}

interface Range {
  readonly start: Date;
  readonly end: Date;
}

/** The fuel events of a visible vehicle in a range, newest first. */
export async function fuelEventRows(
  trx: Transaction,
  vehicleId: number,
  { start, end }: Range,
): Promise<FuelEventRow[]> {
  const { rows } = await sql<FuelEventRow>`
    select f.id, f.kind, ${ms('f.started_at')} as started_ms, ${ms('f.occurred_at')} as occurred_ms,
      f.level_before::float8 as level_before, f.level_after::float8 as level_after,
      f.volume::float8 as volume, f.unit, f.latitude, f.longitude, f.driver_id, d.first_name,
      d.surname
    from fuel_events f left join drivers d on d.id = f.driver_id
    where f.vehicle_id = ${vehicleId} and f.occurred_at >= ${start} and f.occurred_at < ${end}
    order by f.occurred_at desc, f.kind`.execute(trx);
  return rows;
}

/** The fuel used on trips that started in a range, and their distance; null without a counter. */
export async function usedOn(
  trx: Transaction,
  vehicleId: number,
  { start, end }: Range,
): Promise<{ used_l: number | null; distance_m: number }> {
  const { rows } = await sql<{ used_l: number | null; distance_m: number }>`
    select sum(fuel_used_l)::float8 as used_l, coalesce(sum(distance_m), 0)::float8 as distance_m
    from trips where vehicle_id = ${vehicleId} and started_at >= ${start} and started_at < ${end}
      and fuel_used_l is not null`.execute(trx);
  return rows[0] ?? { used_l: null, distance_m: 0 };
}
