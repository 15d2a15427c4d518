import type { DerivedEvent } from '../../../../platform/bus/index.ts';
import type { VehicleScope } from '../derivation-lease.ts';
import type { Queryable } from '../findings/derivation-findings.repository.ts';

/** Maximum events per notification. */
const AT_ONCE = 1000;

/**
 * Events that were not notified yet, oldest first.
 *
 * @param marked ids that wait for {@link markNotified}. Not a maximum id: other processes write
 *   events too, and a lower id may be committed later.
 */
export async function readPending(
  client: Queryable,
  marked: readonly bigint[],
  { partitions, held }: VehicleScope,
): Promise<{ id: bigint; event: DerivedEvent }[]> {
  const { rows } = await client.query({
    name: 'read-pending',
    text: `select id, customer_id, vehicle_id, event_code, latitude, longitude,
        speed_kmh::float8 as speed_kmh, geofence_id,
        (extract(epoch from occurred_at) * 1000)::float8 as occurred_ms
      from fleet_events where to_tell and id <> all ($1::bigint[])
        and vehicle_id % $2::int = any($3::int[]) order by id limit ${AT_ONCE}`,
    values: [marked.map(String), partitions, held],
  });
  return rows.map((row) => ({
    id: BigInt(row.id),
    event: {
      customerId: row.customer_id,
      vehicleId: row.vehicle_id,
      eventCode: row.event_code,
      occurredMs: row.occurred_ms,
      latitudeDeg: row.latitude,
      longitudeDeg: row.longitude,
      speedKmh: row.speed_kmh,
      geofenceId: row.geofence_id,
    },
  }));
}

/** Removes the marks of events. */
export async function markNotified(client: Queryable, ids: readonly bigint[]): Promise<void> {
  await client.query(
    'update fleet_events set to_tell = false where to_tell and id = any ($1::bigint[])',
    [ids.map(String)],
  );
}
