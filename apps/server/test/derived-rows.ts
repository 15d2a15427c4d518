import type { Database } from '../src/platform/db/index.ts';

/** A trip as a test says it; what is not said is an ordinary drive. */
export interface TestTrip {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly driverId?: number | null;
  /** ISO UTC */
  readonly start: string;
  readonly end: string;
  readonly inProgress?: boolean;
  readonly distanceM?: number;
  readonly maxSpeedKmh?: number;
  /** Minutes driven and minutes idled by turns, driving first; all driven where not said. */
  readonly minutes?: readonly number[];
  readonly from?: readonly [latitudeDeg: number, longitudeDeg: number];
  readonly to?: readonly [latitudeDeg: number, longitudeDeg: number];
}

/** Writes a trip with its parts, the way spread evenly over the driving. Returns its id. */
export async function addTrip(db: Database, trip: TestTrip): Promise<number> {
  const startMs = Date.parse(trip.start);
  const endMs = Date.parse(trip.end);
  const minutes = trip.minutes ?? [(endMs - startMs) / 60_000];
  const driven = minutes.filter((_, n) => n % 2 === 0).reduce((sum, n) => sum + n, 0);
  const distanceM = trip.distanceM ?? 10_000;
  let atMs = startMs;
  const segments = minutes.map((length, n) => {
    const fromMs = atMs;
    atMs += length * 60_000;
    return n % 2 === 0
      ? ['d', fromMs, atMs, (distanceM * length) / driven]
      : ['i', fromMs, atMs, 0];
  });
  if (atMs !== endMs) throw new Error('The minutes of a test trip must fill it.');
  const [fromLat, fromLong] = trip.from ?? [52.2574, -1.1636];
  const [toLat, toLong] = trip.to ?? [52.2405, -0.9027];
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into trips (customer_id, vehicle_id, driver_id, started_at, ended_at, in_progress,
       start_latitude, start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s,
       max_speed_kmh, segments)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      trip.customerId,
      trip.vehicleId,
      trip.driverId ?? null,
      trip.start,
      trip.end,
      trip.inProgress ?? false,
      fromLat,
      fromLong,
      toLat,
      toLong,
      distanceM,
      Math.round(driven * 60),
      Math.round((endMs - startMs) / 1000 - driven * 60),
      trip.maxSpeedKmh ?? 90,
      JSON.stringify(segments),
    ],
  );
  return Number(rows[0]?.id);
}

/** An event as a test says it. */
export interface TestEvent {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly driverId?: number | null;
  readonly code: number;
  /** ISO UTC */
  readonly at: string;
  readonly endedAt?: string | null;
  readonly value?: number | null;
  readonly place?: readonly [latitudeDeg: number, longitudeDeg: number] | null;
  readonly speedKmh?: number | null;
  readonly headingDeg?: number | null;
  readonly geofenceId?: number | null;
  readonly source?: 'device' | 'computed';
}

/** Writes an event. Returns its id. */
export async function addEvent(db: Database, event: TestEvent): Promise<number> {
  const [latitude, longitude] =
    event.place === undefined ? [52.2574, -1.1636] : (event.place ?? []);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into fleet_events (customer_id, vehicle_id, driver_id, event_code, occurred_at, ended_at,
       latitude, longitude, heading_deg, speed_kmh, source, value, geofence_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
    [
      event.customerId,
      event.vehicleId,
      event.driverId ?? null,
      event.code,
      event.at,
      event.endedAt ?? null,
      latitude ?? null,
      longitude ?? null,
      event.headingDeg ?? null,
      event.speedKmh ?? null,
      event.source ?? 'device',
      event.value ?? null,
      event.geofenceId ?? null,
    ],
  );
  return Number(rows[0]?.id);
}
