import { sql } from 'kysely';
import type { SensorPressure } from '../../../../engines/tyres/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** A vehicle whose tracker has reported since its pressures were stored. Times in ms since 1970 UTC. */
export interface SensedVehicle {
  readonly vehicleId: number;
  readonly customerId: number;
  /** Null if none were stored yet. */
  readonly untilMs: number | null;
  readonly lastMs: number;
}

/** Locks vehicles with tyres and new records. */
export async function lockSensedVehicles(
  trx: Transaction,
  limit: number,
): Promise<readonly SensedVehicle[]> {
  const { rows } = await sql<SensedVehicle>`select t.vehicle_id as "vehicleId",
      t.customer_id as "customerId", ${ms('t.pressures_until')} as "untilMs",
      ${ms('s.device_time')} as "lastMs"
    from vehicle_tyres t join vehicle_states s on s.vehicle_id = t.vehicle_id
    where (t.pressures_until is null or s.device_time > t.pressures_until)
      and exists (select from tyre_fittings f
        where f.vehicle_id = t.vehicle_id and f.removed_at is null)
    order by t.vehicle_id limit ${limit} for update of t skip locked`.execute(trx);
  return rows;
}

/** The last stored pressure of each position. */
export async function lastKeptPressures(
  trx: Transaction,
  vehicleId: number,
  positions: readonly string[],
): Promise<ReadonlyMap<string, SensorPressure>> {
  const { rows } = await sql<SensorPressure & { position: string }>`
    select p.position, l.*
    from unnest(${[...positions]}::text[]) p (position)
    cross join lateral (select ${ms('read_at')} as "atMs", pressure_kpa::float8 as kpa
      from tyre_pressures where vehicle_id = ${vehicleId} and position = p.position
      order by read_at desc limit 1) l`.execute(trx);
  return new Map(rows.map(({ position, ...last }) => [position, last]));
}

/** A pressure of a position. */
export interface NewPressure extends SensorPressure {
  readonly position: string;
  readonly temperatureC: number | null;
}

export async function insertPressures(
  trx: Transaction,
  of: Pick<SensedVehicle, 'vehicleId' | 'customerId'>,
  pressures: readonly NewPressure[],
): Promise<void> {
  if (pressures.length === 0) return;
  await sql`insert into tyre_pressures (customer_id, vehicle_id, position, read_at, pressure_kpa,
      temperature_c)
    select ${of.customerId}, ${of.vehicleId}, position, to_timestamp("atMs" / 1000.0), kpa,
      "temperatureC"
    from jsonb_to_recordset(${JSON.stringify(pressures)}::jsonb) as r (position text, "atMs" float8,
      kpa real, "temperatureC" real)
    on conflict do nothing`.execute(trx);
}

/** Notes up to which record the pressures of vehicles are stored. */
export async function markPressures(
  trx: Transaction,
  vehicles: readonly SensedVehicle[],
): Promise<void> {
  await sql`update vehicle_tyres t set pressures_until = to_timestamp(n.until / 1000.0)
    from unnest(${vehicles.map(({ vehicleId }) => vehicleId)}::int[],
      ${vehicles.map(({ lastMs }) => lastMs)}::float8[]) n (vehicle_id, until)
    where t.vehicle_id = n.vehicle_id`.execute(trx);
}

/** A pressure in the history of a tyre. */
export interface PressureRow {
  readonly at: Date;
  readonly pressure_kpa: number;
  readonly temperature_c: number | null;
  readonly source: 'office' | 'inspection' | 'sensor';
}

/**
 * The pressures of a tyre since a time, oldest first, from sensors, people and inspections, while it was at a
 * position.
 *
 * @param bucketS of several readings of sensors in so many seconds, only the lowest; null for all
 */
export async function pressuresOf(
  trx: Transaction,
  tyreId: number,
  since: Date,
  bucketS: number | null,
): Promise<readonly PressureRow[]> {
  const bucket =
    bucketS === null
      ? sql`p.read_at`
      : sql`date_bin(make_interval(secs => ${sql.lit(bucketS)}), p.read_at, 'epoch'::timestamptz)`;
  const { rows } = await sql<PressureRow>`
    with f as (select vehicle_id, position, greatest(fitted_at, ${since}) as from_at,
        coalesce(removed_at, 'infinity') as to_at
      from tyre_fittings where tyre_id = ${tyreId} and coalesce(removed_at, 'infinity') >= ${since})
    select * from (
      select s.at, s.pressure_kpa, s.temperature_c, 'sensor' as source from f cross join lateral (
        select distinct on (${bucket}) p.read_at as at, p.pressure_kpa, p.temperature_c
        from tyre_pressures p where p.vehicle_id = f.vehicle_id and p.position = f.position
          and p.read_at >= f.from_at and p.read_at <= f.to_at
        order by ${bucket}, p.pressure_kpa) s
      union all
      select r.read_at, r.pressure_kpa, r.temperature_c, r.source
      from f join tyre_readings r on r.vehicle_id = f.vehicle_id and r.position = f.position
        and r.read_at >= f.from_at and r.read_at <= f.to_at
      where r.pressure_kpa is not null
      union all
      select i.inspected_at, (t ->> 'pressure_kpa')::real, null, 'inspection'
      from f join inspection_records i on i.vehicle_id = f.vehicle_id
        and i.inspected_at >= f.from_at and i.inspected_at <= f.to_at
      cross join lateral jsonb_array_elements(i.tyres) t
      where t ->> 'position' = f.position and t ->> 'pressure_kpa' is not null
    ) r order by at`.execute(trx);
  return rows;
}
