import type pg from 'pg';
import type { DatedFinding, Findings } from './derivation-findings.ts';
import { deleteUntoldFuel, writeFuelSql } from './derivation-findings-fuel.repository.ts';

/** A connection, within a transaction or not. */
export type Queryable = Pick<pg.Client, 'query'>;

/** The findings of one vehicle. */
interface VehicleFindings {
  readonly vehicleId: number;
  readonly findings: Findings;
  /** Whether subscribers are notified of an event, by its key, if it is new. */
  readonly tells: (key: string) => boolean;
}

/** An event that a redo deleted. */
export interface UntoldEvent {
  readonly eventCode: number;
  readonly geofenceId: number | null;
  readonly occurredMs: number;
}

const at = (ms: string) => `to_timestamp(${ms} / 1000.0)`;

/**
 * The driver: the holder of the tag or card in the record at that time, else the assignment then.
 */
const driver = (time: string) => `coalesce(
    (select i.driver_id from driver_identities i where i.customer_id = v.customer_id
     and lower(i.number) = lower(t.driver_tag) and i.held_from <= ${time}
     and (i.held_until is null or i.held_until > ${time})
     order by i.held_from desc limit 1),
    (select a.driver_id from driver_assignments a
     where a.vehicle_id = v.id and a.assigned_from <= ${time}
     order by a.assigned_from desc limit 1))`;

const WRITE_TRIPS = `
insert into trips as kept (customer_id, vehicle_id, started_at, ended_at, in_progress, start_latitude,
  start_longitude, end_latitude, end_longitude, distance_m, driving_s, idle_s, max_speed_kmh, driver_id,
  segments, fuel_used_l, told_at)
select v.customer_id, v.id, ${at('t."startedMs"')}, ${at('t."endedMs"')}, t."inProgress",
  t."startLatitudeDeg", t."startLongitudeDeg", t."endLatitudeDeg", t."endLongitudeDeg", t."distanceM",
  round(t."drivingS"), round(t."idleS"), t."maxSpeedKmh", ${driver(at('t."startedMs"'))},
  t.segments, t."fuelUsedL", ${at('t."toldMs"')}
from (select *, "driverTag" as driver_tag from json_to_recordset($1) as r("vehicleId" int,
  "toldMs" float8, "startedMs" float8, "endedMs" float8, "inProgress" bool, "startLatitudeDeg" float8,
  "startLongitudeDeg" float8, "endLatitudeDeg" float8, "endLongitudeDeg" float8, "distanceM" float8,
  "drivingS" float8, "idleS" float8, "maxSpeedKmh" float8, "driverTag" text, segments jsonb, "fuelUsedL" real)) t
join vehicles v on v.id = t."vehicleId"
on conflict (vehicle_id, started_at) do update set ended_at = excluded.ended_at,
  in_progress = excluded.in_progress, start_latitude = excluded.start_latitude,
  start_longitude = excluded.start_longitude, end_latitude = excluded.end_latitude,
  end_longitude = excluded.end_longitude, distance_m = excluded.distance_m,
  driving_s = excluded.driving_s, idle_s = excluded.idle_s, max_speed_kmh = excluded.max_speed_kmh,
  driver_id = excluded.driver_id, segments = excluded.segments,
  fuel_used_l = excluded.fuel_used_l, told_at = excluded.told_at
where (kept.ended_at, kept.in_progress, kept.start_latitude, kept.start_longitude, kept.end_latitude,
    kept.end_longitude, kept.distance_m, kept.driving_s, kept.idle_s, kept.max_speed_kmh,
    kept.driver_id, kept.segments, kept.fuel_used_l, kept.told_at)
  is distinct from (excluded.ended_at, excluded.in_progress, excluded.start_latitude,
    excluded.start_longitude, excluded.end_latitude, excluded.end_longitude, excluded.distance_m,
    excluded.driving_s, excluded.idle_s, excluded.max_speed_kmh, excluded.driver_id,
    excluded.segments, excluded.fuel_used_l, excluded.told_at)`;

/**
 * An event is notified if it is younger than a day and not older than the geofence's current form.
 */
const WRITE_EVENTS = `
insert into fleet_events as kept (customer_id, vehicle_id, event_code, occurred_at, ended_at, latitude,
  longitude, heading_deg, speed_kmh, driver_id, source, value, geofence_id, told_at, to_tell)
select v.customer_id, v.id, t."eventCode", ${at('t."occurredMs"')}, ${at('t."endedMs"')},
  t."latitudeDeg", t."longitudeDeg", round(t."headingDeg"), t."speedKmh",
  ${driver(at('t."occurredMs"'))}, t.source, t.value, t."geofenceId", ${at('t."toldMs"')},
  t.tells and ${at('t."occurredMs"')} > now() - interval '24 hours'
    and (g.id is null or ${at('t."occurredMs"')} >= g.changed_at)
from (select *, "driverTag" as driver_tag from json_to_recordset($1) as r("vehicleId" int,
  "toldMs" float8, tells bool, "eventCode" smallint, "occurredMs" float8, "endedMs" float8,
  "latitudeDeg" float8, "longitudeDeg" float8, "headingDeg" float8, "speedKmh" float8,
  "driverTag" text, source text, value float8, "geofenceId" int)) t
join vehicles v on v.id = t."vehicleId"
left join geofences g on g.id = t."geofenceId"
where t."geofenceId" is null or g.id is not null
order by t."occurredMs"
on conflict (vehicle_id, occurred_at, event_code, geofence_key) do update set
  ended_at = excluded.ended_at, latitude = excluded.latitude, longitude = excluded.longitude,
  heading_deg = excluded.heading_deg, speed_kmh = excluded.speed_kmh, driver_id = excluded.driver_id,
  source = excluded.source, value = excluded.value, told_at = excluded.told_at
where (kept.ended_at, kept.latitude, kept.longitude, kept.heading_deg, kept.speed_kmh, kept.driver_id,
    kept.source, kept.value, kept.told_at)
  is distinct from (excluded.ended_at, excluded.latitude, excluded.longitude, excluded.heading_deg,
    excluded.speed_kmh, excluded.driver_id, excluded.source, excluded.value, excluded.told_at)`;

const WRITE_VISITS = `
insert into geofence_visits as kept (customer_id, vehicle_id, geofence_id, driver_id, entered_at,
  left_at, max_speed_kmh, told_at)
select v.customer_id, v.id, g.id, ${driver(at('t."enteredMs"'))}, ${at('t."enteredMs"')},
  ${at('t."leftMs"')}, t."maxSpeedKmh", ${at('t."toldMs"')}
from (select *, "driverTag" as driver_tag from json_to_recordset($1) as r("vehicleId" int,
  "toldMs" float8, "geofenceId" int, "enteredMs" float8, "leftMs" float8, "maxSpeedKmh" float8,
  "driverTag" text)) t
join vehicles v on v.id = t."vehicleId"
join geofences g on g.id = t."geofenceId"
on conflict (vehicle_id, geofence_id, entered_at) do update set driver_id = excluded.driver_id,
  left_at = excluded.left_at, max_speed_kmh = excluded.max_speed_kmh, told_at = excluded.told_at
where (kept.driver_id, kept.left_at, kept.max_speed_kmh, kept.told_at)
  is distinct from (excluded.driver_id, excluded.left_at, excluded.max_speed_kmh, excluded.told_at)`;

const WRITE_FUEL = writeFuelSql(driver);

/**
 * Rows for json_to_recordset: the finding, its vehicle and its time. The text is concatenated from
 * that of each finding, so that no finding is copied.
 */
function recordset<T extends object>(
  all: readonly VehicleFindings[],
  rowsOf: (findings: Findings) => Iterable<readonly [string | number, DatedFinding<T>]>,
): { text: string; count: number } {
  let text = '';
  let count = 0;
  for (const { vehicleId, findings, tells } of all) {
    for (const [key, { toldMs, row }] of rowsOf(findings)) {
      const whose = `"vehicleId":${vehicleId},"toldMs":${toldMs},"tells":${tells(String(key))}`;
      text += `${count === 0 ? '' : ','}{${whose},${JSON.stringify(row).slice(1)}`;
      count += 1;
    }
  }
  return { text: `[${text}]`, count };
}

/**
 * Writes the findings of many vehicles. An existing row is updated and keeps its id. Deleted
 * vehicles and geofences are skipped.
 *
 * @param client within a transaction
 */
export async function writeFindings(
  client: Queryable,
  all: readonly VehicleFindings[],
): Promise<void> {
  const sets = [
    { name: 'write-trips', sql: WRITE_TRIPS, rows: recordset(all, ({ trips }) => trips) },
    { name: 'write-events', sql: WRITE_EVENTS, rows: recordset(all, (f) => f.incidents) },
    { name: 'write-visits', sql: WRITE_VISITS, rows: recordset(all, ({ visits }) => visits) },
    { name: 'write-fuel', sql: WRITE_FUEL, rows: recordset(all, ({ fuel }) => fuel) },
  ];
  for (const { name, sql, rows } of sets) {
    if (rows.count > 0) await client.query({ name, text: sql, values: [rows.text] });
  }
}

/** Bounds the search: the last record of a trip is at most this much later than its start. */
const TRIP_TOLD_WITHIN = "interval '31 days'";
const TOLD_WITHIN = "interval '2 days'";

const range = (time: string, within: string) => `vehicle_id = $1
  and told_at >= ${at('$2::float8')} and told_at < ${at('$3::float8')}
  and ${time} >= ${at('$2::float8')} - ${within} and ${time} < ${at('$3::float8')}`;

const UNTELL_TRIPS = `delete from trips where ${range('started_at', TRIP_TOLD_WITHIN)}
  and started_at <> all (array(select ${at('ms')} from unnest($4::float8[]) ms))`;
const UNTELL_VISITS = `delete from geofence_visits kept where ${range('entered_at', TOLD_WITHIN)}
  and not exists (select from unnest($4::float8[], $5::int[]) as t(ms, geofence_id)
    where ${at('t.ms')} = kept.entered_at and t.geofence_id = kept.geofence_id)`;
const UNTELL_EVENTS = `delete from fleet_events kept where ${range('occurred_at', TOLD_WITHIN)}
  and not exists (select from unnest($4::float8[], $5::int[], $6::int[]) as t(ms, code, geofence_id)
    where ${at('t.ms')} = kept.occurred_at and t.code = kept.event_code
      and t.geofence_id = kept.geofence_key)
returning event_code, geofence_id, (extract(epoch from occurred_at) * 1000)::float8 as occurred_ms`;

/**
 * Moves the reviews of deleted events to the new event of the same type and geofence that is nearest,
 * within ten minutes: the same incident, moved by a late record. An event that existed before gets
 * no other event's review.
 */
const MOVE_REVIEWS = `update event_reviews r set occurred_at = near.at
from (select distinct on (found.at, d.code, d.geofence_id)
    found.at, d.code, d.geofence_id, ${at('d.ms')} as from_at
  from unnest($2::float8[], $3::int[], $4::int[]) as d(ms, code, geofence_id)
  cross join lateral (select ${at('t.ms')} as at, abs(t.ms - d.ms) as moved_ms
    from unnest($5::float8[], $6::int[], $7::int[]) as t(ms, code, geofence_id)
    where t.code = d.code and t.geofence_id = d.geofence_id and abs(t.ms - d.ms) < 600000
      and not exists (select from fleet_events e where e.vehicle_id = $1
        and e.occurred_at = ${at('t.ms')} and e.event_code = t.code
        and e.geofence_key = t.geofence_id)
    order by moved_ms limit 1) found
  where exists (select from event_reviews own where own.vehicle_id = $1
    and own.occurred_at = ${at('d.ms')} and own.event_code = d.code
    and own.geofence_key = d.geofence_id)
  order by found.at, d.code, d.geofence_id, found.moved_ms) near
where r.vehicle_id = $1 and r.occurred_at = near.from_at and r.event_code = near.code
  and r.geofence_key = near.geofence_id
  and not exists (select from event_reviews other where other.vehicle_id = $1
    and other.occurred_at = near.at and other.event_code = near.code
    and other.geofence_key = near.geofence_id)`;

const present = <T>(values: Iterable<T | null>): T[] =>
  [...values].filter((value): value is T => value !== null);

/**
 * Deletes rows of a period that the records of a vehicle no longer produce.
 *
 * @param client within a transaction
 * @param findings the current findings of these records
 * @returns the deleted events
 */
export async function deleteUntold(
  client: Queryable,
  vehicleId: number,
  period: { readonly fromMs: number; readonly toMs: number },
  findings: Findings,
): Promise<UntoldEvent[]> {
  const common = [vehicleId, period.fromMs, period.toMs];
  const trips = present(findings.trips.values()).map(({ row }) => row.startedMs);
  const visits = [...findings.visits.values()].map(({ row }) => row);
  const events = [...findings.incidents.values()].map(({ row }) => row);
  await client.query(UNTELL_TRIPS, [...common, trips]);
  await client.query(UNTELL_VISITS, [
    ...common,
    visits.map(({ enteredMs }) => enteredMs),
    visits.map(({ geofenceId }) => geofenceId),
  ]);
  await deleteUntoldFuel(client, vehicleId, period, findings.fuel.values());
  const current = [
    events.map(({ occurredMs }) => occurredMs),
    events.map(({ eventCode }) => eventCode),
    events.map(({ geofenceId }) => geofenceId ?? 0),
  ];
  const { rows } = await client.query<{
    event_code: number;
    geofence_id: number | null;
    occurred_ms: number;
  }>(UNTELL_EVENTS, [...common, ...current]);
  if (rows.length > 0) {
    await client.query(MOVE_REVIEWS, [
      vehicleId,
      rows.map(({ occurred_ms }) => occurred_ms),
      rows.map(({ event_code }) => event_code),
      rows.map(({ geofence_id }) => geofence_id ?? 0),
      ...current,
    ]);
  }
  return rows.map((row) => ({
    eventCode: row.event_code,
    geofenceId: row.geofence_id,
    occurredMs: row.occurred_ms,
  }));
}
