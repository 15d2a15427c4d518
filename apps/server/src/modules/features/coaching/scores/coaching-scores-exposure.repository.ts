import { COACHED_EVENTS, type ExposureClass, type VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Exposure } from '../../../../engines/coaching/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A trip whose exposure is missing or stale. */
export interface StaleTrip {
  readonly vehicle_id: number;
  readonly customer_id: number;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly distance_m: number;
  readonly driving_s: number;
  readonly type: VehicleType;
}

/** Trips that started after a time and have ended, without their exposure, oldest first by customer. */
export async function staleTrips(
  trx: Transaction,
  since: Date,
  limit: number,
): Promise<readonly StaleTrip[]> {
  const { rows } = await sql<StaleTrip>`
    select t.vehicle_id, t.customer_id, t.started_at, t.ended_at, t.distance_m, t.driving_s, v.type
    from customers c cross join lateral (select o.vehicle_id, o.customer_id, o.started_at, o.ended_at,
        o.distance_m, o.driving_s from trips o
      where o.customer_id = c.id and o.started_at >= ${since} and not o.in_progress
        and not exists (select from trip_exposures x where x.vehicle_id = o.vehicle_id
          and x.started_at = o.started_at and x.ended_at = o.ended_at)
      order by o.started_at limit ${limit}) t
    join vehicles v on v.id = t.vehicle_id limit ${limit}`.execute(trx);
  return rows;
}

/**
 * The times of the events of driving style in a trip, ms since 1970 UTC. The same moment counts once, also if
 * a geofence has an event of its own.
 */
export async function eventsOfTrip(trx: Transaction, trip: StaleTrip) {
  const { rows } = await sql<{ event_code: number; occurred_ms: number; occurred_at: Date }>`
    select distinct event_code, (extract(epoch from occurred_at) * 1000)::float8 as occurred_ms, occurred_at
    from fleet_events where vehicle_id = ${trip.vehicle_id} and occurred_at >= ${trip.started_at}
      and occurred_at <= ${trip.ended_at} and event_code = any(${[...COACHED_EVENTS]}::int[])`.execute(
    trx,
  );
  return rows;
}

/** Stores the exposure of a trip and the classes of its events. */
export async function keepExposure(
  trx: Transaction,
  trip: StaleTrip,
  { motorway, rural, urban }: Exposure,
  events: readonly {
    readonly event_code: number;
    readonly occurred_at: Date;
    readonly class: ExposureClass;
  }[],
): Promise<void> {
  await sql`insert into trip_exposures (vehicle_id, started_at, customer_id, ended_at, urban_m, urban_s,
      rural_m, rural_s, motorway_m, motorway_s)
    values (${trip.vehicle_id}, ${trip.started_at}, ${trip.customer_id}, ${trip.ended_at},
      ${urban.distanceM}, ${urban.drivingS}, ${rural.distanceM}, ${rural.drivingS},
      ${motorway.distanceM}, ${motorway.drivingS})
    on conflict (vehicle_id, started_at) do update set ended_at = excluded.ended_at,
      urban_m = excluded.urban_m, urban_s = excluded.urban_s, rural_m = excluded.rural_m,
      rural_s = excluded.rural_s, motorway_m = excluded.motorway_m,
      motorway_s = excluded.motorway_s`.execute(trx);
  if (events.length === 0) return;
  await sql`insert into event_exposures (vehicle_id, occurred_at, event_code, customer_id, class)
    select ${trip.vehicle_id}, i.occurred_at, i.event_code, ${trip.customer_id}, i.class
    from unnest(${events.map((one) => one.occurred_at.toISOString())}::timestamptz[],
      ${events.map((one) => one.event_code)}::smallint[], ${events.map((one) => one.class)}::text[])
      i (occurred_at, event_code, class)
    on conflict (vehicle_id, occurred_at, event_code) do update set class = excluded.class`.execute(
    trx,
  );
}

/** Deletes exposures before a time. Returns how many. */
export async function deleteExposures(trx: Transaction, before: Date): Promise<void> {
  await sql`delete from trip_exposures x using customers c
    where x.customer_id = c.id and x.started_at < ${before}`.execute(trx);
  await sql`delete from event_exposures x using customers c
    where x.customer_id = c.id and x.occurred_at < ${before}`.execute(trx);
}
