import type { GeofenceShape, LatLong } from '../../../engines/geofences/index.ts';
import type { Queryable } from '../findings/index.ts';

/** A print of what the engines read of a geofence: name, colour and groups change nothing. */
const PRINT = `md5(string_agg(md5(row(g.id, g.shape, g.points, g.holes, g.centre_latitude,
  g.centre_longitude, g.radius_m, g.alert_on_entry, g.alert_on_exit, g.alert_dwell_min,
  g.speed_limit_kmh)::text), '' order by g.id))`;

interface StoredGeofence {
  readonly id: number;
  readonly shape: GeofenceShape['shape'];
  readonly points: readonly LatLong[];
  readonly holes: readonly (readonly LatLong[])[];
  readonly centre_latitude: number | null;
  readonly centre_longitude: number | null;
  readonly radius_m: number | null;
  readonly alert_on_entry: boolean;
  readonly alert_on_exit: boolean;
  readonly alert_dwell_min: number | null;
  readonly speed_limit_kmh: number | null;
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

/** The geofences of a customer, and the print of just these. */
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

/** A customer whose vehicles were derived by other rules than it has. */
export interface ChangedRules {
  readonly customerId: number;
  /** Print of the rules it has. */
  readonly print: string;
}

/**
 * Customers whose rules are not those their vehicles were derived by.
 *
 * @param engines stands for the engines' own rules
 */
export async function changedRules(client: Queryable, engines: string): Promise<ChangedRules[]> {
  const { rows } = await client.query(
    `select c.id, $1 || coalesce(p.print, '') as print
     from customers c
     left join (select g.customer_id, ${PRINT} as print from geofences g group by 1) p
       on p.customer_id = c.id
     left join derivation_rules r on r.customer_id = c.id
     where r.rules is distinct from $1 || coalesce(p.print, '')`,
    [engines],
  );
  return rows.map((row) => ({ customerId: row.id, print: row.print }));
}

/**
 * Marks the vehicles of a customer to be derived again by the rules it has now.
 *
 * @param client within a transaction
 */
export async function markCustomer(
  client: Queryable,
  { customerId, print }: ChangedRules,
  fromMs: number,
): Promise<void> {
  await client.query(
    `insert into derivation_rules (customer_id, rules) values ($1, $2)
     on conflict (customer_id) do update set rules = excluded.rules`,
    [customerId, print],
  );
  // In the order of vehicles, as the gateway marks them.
  await client.query(
    `with touched as (
       select vehicle_id from derivations where customer_id = $1 order by vehicle_id for update
     )
     update derivations d set redo_from = least(d.redo_from, to_timestamp($2::float8 / 1000.0)),
       redo_until = 'infinity'
     from touched where d.vehicle_id = touched.vehicle_id`,
    [customerId, fromMs],
  );
}
