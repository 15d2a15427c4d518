import { MOVING_MAX_AGE_S, OFFLINE_AGE_S, UNPOWERED_KINDS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { depotInScope, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { depotIsVisible, type VehicleQuery, visibleVehicles } from '../../core/fleet/index.ts';

/** The columns of a vehicle's last known state. */
export interface TrackRow {
  id: number;
  registration: string;
  type: 'CAR' | 'VAN' | 'STR' | 'BIK';
  /** Ids of the visible depots, separated by commas. */
  groups: string;
  latitude: number | null;
  longitude: number | null;
  heading_deg: number | null;
  device_time_ms: number | null;
  speed_kmh: number | null;
  ignition: boolean | null;
  odometer_m: number | null;
  external_voltage_v: number | null;
  battery_percent: number | null;
  battery_voltage_v: number | null;
  temperature_c: number | null;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  clock_fault: 'clock_future' | 'clock_past' | null;
  is_private: boolean;
  /** An asset without an engine that never sent a position. */
  is_untracked: boolean;
}

/** Filter of the visible vehicles. */
export interface TrackFilter {
  readonly search?: string;
  readonly depotId?: number;
  readonly driverId?: number;
  readonly vehicleId?: number;
  readonly vehicleIds?: readonly number[];
}

function filtered(trx: Transaction, viewer: Viewer, filter: TrackFilter): VehicleQuery {
  let visible = visibleVehicles(trx, viewer);
  if (filter.vehicleId !== undefined) visible = visible.where('v.id', '=', filter.vehicleId);
  if (filter.vehicleIds !== undefined) {
    visible = visible.where('v.id', '=', sql<number>`any(${filter.vehicleIds}::int[])`);
  }
  if (filter.driverId !== undefined) visible = visible.where('v.driver_id', '=', filter.driverId);
  if (filter.search) {
    visible = visible.where('v.registration', 'ilike', containsPattern(filter.search));
  }
  if (filter.depotId !== undefined) {
    const depotId = filter.depotId;
    visible = visible.where('v.id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  return visible;
}

/** Vehicles with a device whose clock is wrong; one error per vehicle is returned. */
const CLOCK_FAULTS = sql`select vehicle_id, max(clock_fault) as clock_fault from trackers
  where clock_fault is not null group by vehicle_id`;

/** The last known state of visible vehicles, by registration. */
export async function trackRows(
  trx: Transaction,
  viewer: Viewer,
  filter: TrackFilter,
): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    with visible as materialized (${filtered(trx, viewer, filter)})
    select v.id, v.registration, v.type, coalesce(g.groups, '') as groups, s.latitude, s.longitude,
      s.heading_deg, (extract(epoch from s.device_time) * 1000)::float8 as device_time_ms,
      s.speed_kmh, s.ignition, s.odometer_m, s.external_voltage_v, s.battery_voltage_v, s.battery_percent,
      s.temperature_c, coalesce(s.is_private, false) as is_private, d.id as driver_id, d.first_name, d.surname, t.clock_fault,
      s.device_time is null and exists (select from vehicles k where k.id = v.id
        and k.kind = any(${[...UNPOWERED_KINDS]}::text[])) as is_untracked
    from visible v
    left join vehicle_states s on s.vehicle_id = v.id
    left join (select vehicle_id, string_agg(depot_id::text, ',' order by depot_id) as groups
      from vehicle_depots vd
      where vehicle_id in (select id from visible) and ${depotInScope(viewer, 'vd.depot_id')}
      group by vehicle_id) g on g.vehicle_id = v.id
    left join drivers d on d.id = v.driver_id
    left join (${CLOCK_FAULTS}) t on t.vehicle_id = v.id
    order by v.registration`.execute(trx);
  return rows;
}

/**
 * How many vehicles are visible, and how many of them are offline: without a position for a day, or
 * without any (requirement M-P03). Private use hides the state. Trailers, tail lifts and plant without
 * any position have no tracker to be offline.
 */
export async function fleetCounts(
  trx: Transaction,
  viewer: Viewer,
): Promise<{ total: number; offline: number }> {
  const { rows } = await sql<{ total: number; offline: number }>`
    with visible as materialized (${filtered(trx, viewer, {})})
    select count(*)::int as total,
      (count(*) filter (where not coalesce(s.is_private, false)
        and (s.device_time is null and coalesce(k.kind <> all(${[...UNPOWERED_KINDS]}), true)
          or s.device_time < now() - make_interval(secs => ${OFFLINE_AGE_S}))))::int as offline
    from visible v join vehicles k on k.id = v.id
      left join vehicle_states s on s.vehicle_id = v.id`.execute(trx);
  return rows[0] ?? { total: 0, offline: 0 };
}

/** A visible vehicle with a version string that changes with each displayed value. */
export interface TrackVersion {
  readonly id: number;
  readonly version: string;
  /** Ids of its visible depots, separated by commas. */
  readonly groups: string;
}

/** Parses lines of one vehicle and one depot each; lines of a vehicle are adjacent. */
function versionsOf(text: string): TrackVersion[] {
  const versions: { id: number; version: string; groups: string }[] = [];
  if (text === '') return versions;
  for (const line of text.split('|')) {
    const afterId = line.indexOf(' ');
    const afterGroup = line.indexOf(' ', afterId + 1);
    const id = Number(line.slice(0, afterId));
    const group = line.slice(afterId + 1, afterGroup);
    const last = versions.at(-1);
    if (last?.id === id) last.groups += `,${group}`;
    else versions.push({ id, groups: group, version: line.slice(afterGroup + 1) });
  }
  return versions;
}

/**
 * The versions of visible vehicles, by registration. A version consists of the transactions that
 * last wrote the rows (xmin): exact, and a hundredth of the size of the rows. All are returned as
 * one string, because decoding ten thousand rows would take longer than the query.
 */
export async function trackVersions(
  trx: Transaction,
  viewer: Viewer,
  filter: TrackFilter,
): Promise<TrackVersion[]> {
  const { rows } = await sql<{ versions: string | null }>`
    select string_agg(concat(v.id, ' ', vd.depot_id, ' ', v.version, ' ', s.xmin, ' ', d.xmin, ' ',
      t.clock_fault), '|' order by v.registration, v.id, vd.depot_id) as versions
    from (${filtered(trx, viewer, filter)}) v
    left join vehicle_states s on s.vehicle_id = v.id
    left join vehicle_depots vd on vd.vehicle_id = v.id and ${depotInScope(viewer, 'vd.depot_id')}
    left join drivers d on d.id = v.driver_id
    left join (${CLOCK_FAULTS}) t on t.vehicle_id = v.id`.execute(trx);
  return versionsOf(rows[0]?.versions ?? '');
}

export interface GroupRow {
  id: number;
  name: string;
  vehicle_count: number;
  moving_count: number;
}

/** Counts of a group; "moving" is the rule of M-P03, in SQL. */
const COUNTS = sql<unknown>`count(v.id)::int as vehicle_count,
  (count(*) filter (where s.speed_kmh > 0
    and s.device_time > now() - make_interval(secs => ${sql.lit(MOVING_MAX_AGE_S)})))::int as moving_count`;

/** The visible depots with counts of their visible vehicles, by name. */
export async function depotGroups(
  trx: Transaction,
  viewer: Viewer,
  search: string,
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with visible as materialized (${visibleVehicles(trx, viewer)})
    select g.id, g.name, ${COUNTS}
    from depots g
    left join vehicle_depots vd on vd.depot_id = g.id
    left join visible v on v.id = vd.vehicle_id
    left join vehicle_states s on s.vehicle_id = v.id
    where ${depotIsVisible(viewer)}
      and (${search} = '' or g.name ilike ${containsPattern(search)}
        or exists (select from vehicle_depots m join visible x on x.id = m.vehicle_id
          where m.depot_id = g.id and x.registration ilike ${containsPattern(search)}))
    group by g.id, g.name
    order by lower(g.name)`.execute(trx);
  return rows;
}

/** The drivers of visible vehicles with counts of their assigned vehicles, by name. */
export async function driverGroups(
  trx: Transaction,
  viewer: Viewer,
  search: string,
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with visible as materialized (${visibleVehicles(trx, viewer)})
    select d.id, d.first_name || ' ' || d.surname as name, ${COUNTS}
    from drivers d
    join visible v on v.driver_id = d.id
    left join vehicle_states s on s.vehicle_id = v.id
    where ${search} = '' or d.first_name || ' ' || d.surname ilike ${containsPattern(search)}
      or v.registration ilike ${containsPattern(search)}
    group by d.id
    order by lower(d.surname), lower(d.first_name)`.execute(trx);
  return rows;
}

/** The registrations of the visible vehicles, by id. */
export async function visibleRegistrations(
  trx: Transaction,
  viewer: Viewer,
): Promise<Map<number, string>> {
  const rows = await visibleVehicles(trx, viewer).execute();
  return new Map(rows.map(({ id, registration }) => [id, registration]));
}
