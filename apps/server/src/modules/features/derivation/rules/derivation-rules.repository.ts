import type { VehicleType } from '@roadworthy/domain';
import type { GeofenceShape } from '../../../../engines/geofences/index.ts';
import type { GeofenceValues } from '../../geofences/index.ts';
import type { VehicleScope } from '../derivation-lease.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';

/** Fingerprint of the geofence data that engines use; name, colour and groups have no effect. */
const PRINT = `md5(string_agg(md5(row(g.id, g.shape, g.points, g.holes, g.centre_latitude,
  g.centre_longitude, g.radius_m, g.alert_on_entry, g.alert_on_exit, g.alert_dwell_min,
  g.speed_limit_kmh)::text), '' order by g.id))`;

interface StoredGeofence extends GeofenceValues {
  readonly id: number;
}

function geofence(row: StoredGeofence): GeofenceShape {
  const { centre_latitude: latitude, centre_longitude: longitude } = row;
  return {
    id: row.id,
    shape: row.shape,
    points: row.points,
    holes: row.holes,
    centre: latitude === null || longitude === null ? null : [latitude, longitude],
    radiusM: row.radius_m,
    alertOnEntry: row.alert_on_entry,
    alertOnExit: row.alert_on_exit,
    dwellMin: row.alert_dwell_min,
    speedLimitKmh: row.speed_limit_kmh,
  };
}

/** The geofences of a customer, and their fingerprint. */
export async function readGeofences(
  client: Queryable,
  customerId: number,
): Promise<{ geofences: GeofenceShape[]; print: string }> {
  const { rows } = await client.query(
    `select coalesce(${PRINT}, '') as print, coalesce(json_agg(g order by g.id), '[]') as geofences
     from geofences g where g.customer_id = $1`,
    [customerId],
  );
  return {
    geofences: (rows[0]?.geofences ?? []).map(geofence),
    print: rows[0]?.print ?? '',
  };
}

/** A vehicle whose rules changed. */
interface ChangedVehicle {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly type: VehicleType;
}

/**
 * Marks vehicles that were derived with rules other than the current ones (other engines, another
 * type, other geofences), to be derived again.
 *
 * @param client within a transaction
 * @param engines fingerprint of the engines' rules
 * @param fromMs start of the period, ms since 1970 UTC
 * @param scope the vehicles that this process derives
 */
export async function markChanged(
  client: Queryable,
  engines: string,
  fromMs: number,
  { partitions, held }: VehicleScope,
): Promise<ChangedVehicle[]> {
  // Locked in the order of vehicles, like the marks of the gateway.
  const { rows } = await client.query(
    `with prints as (
       select g.customer_id, ${PRINT} as print from geofences g group by 1
     ), changed as (
       select d.vehicle_id, v.customer_id, v.type,
         $1 || v.type || ':' || coalesce(p.print, '') as rules
       from derivations d join vehicles v on v.id = d.vehicle_id
       left join prints p on p.customer_id = v.customer_id
       where d.rules <> $1 || v.type || ':' || coalesce(p.print, '')
         and d.vehicle_id % $3::int = any($4::int[])
       order by d.vehicle_id for update of d
     )
     update derivations d set rules = changed.rules, redo_until = 'infinity',
       redo_from = least(d.redo_from, to_timestamp($2::float8 / 1000.0))
     from changed where d.vehicle_id = changed.vehicle_id
     returning d.vehicle_id, changed.customer_id, changed.type`,
    [engines, fromMs, partitions, held],
  );
  return rows.map((row) => ({
    vehicleId: row.vehicle_id,
    customerId: row.customer_id,
    type: row.type,
  }));
}
