import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ms, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern } from '../../../platform/paging.ts';
import { type DriverName, visibleDrivers, visibleVehicles } from '../../core/fleet/index.ts';

/** Part of a trip: driving or idling, ms since 1970 UTC, metres. */
export type Segment = readonly [kind: 'd' | 'i', startMs: number, endMs: number, metres: number];

export interface TimesheetRow {
  vehicle_id: number;
  registration: string;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  started_ms: number;
  ended_ms: number;
  in_progress: boolean;
  driving_s: number;
  idle_s: number;
  distance_m: number;
  /** Null for a trip within one day, which need not be split. */
  segments: Segment[] | null;
}

/** The subject of the timesheet. */
export type TimesheetSubject = { readonly vehicleId: number } | { readonly driverId: number };

/** Maximum length of a trip: a week without five minutes of rest (requirement M-P08). */
const LONGEST_TRIP = sql`interval '7 days'`;

/**
 * The visible trips that overlap the days, by their start.
 *
 * @param dayStarts starts of the days, ascending; a trip within one day is not split
 * @param end end of the last day
 */
export async function timesheetRows(
  trx: Transaction,
  viewer: Viewer,
  subject: TimesheetSubject,
  dayStarts: readonly Date[],
  end: Date,
): Promise<TimesheetRow[]> {
  const [start = end] = dayStarts;
  const whose =
    'vehicleId' in subject
      ? sql`t.vehicle_id = ${subject.vehicleId}`
      : sql`t.driver_id = ${subject.driverId}`;
  const days = sql`${dayStarts.map((day) => day.toISOString())}::timestamptz[]`;
  const { rows } = await sql<TimesheetRow>`
    select t.vehicle_id, v.registration, t.driver_id, d.first_name, d.surname,
      ${ms('t.started_at')} as started_ms, ${ms('t.ended_at')} as ended_ms, t.in_progress,
      t.driving_s, t.idle_s, t.distance_m,
      case when width_bucket(t.started_at, ${days}) <> width_bucket(t.ended_at, ${days})
          or t.ended_at > ${end} then t.segments end as segments
    from trips t
    join (${visibleVehicles(trx, viewer)}) v on v.id = t.vehicle_id
    left join drivers d on d.id = t.driver_id
    where ${whose} and t.started_at > ${start}::timestamptz - ${LONGEST_TRIP}
      and t.started_at < ${end} and t.ended_at > ${start}
    order by t.started_at, t.vehicle_id`.execute(trx);
  return rows;
}

/** Maximum number of drivers: people search this list, they do not scroll it. */
const MAX_DRIVERS = 400;

/** The visible drivers whose name contains a text, by name, and their total. */
export async function driverRows(
  trx: Transaction,
  viewer: Viewer,
  search: string,
): Promise<(DriverName & { total: number })[]> {
  const { rows } = await sql<DriverName & { total: number }>`
    select d.id, d.first_name, d.surname, (count(*) over ())::int as total
    from drivers d
    where ${await visibleDrivers(trx, viewer)}
      and (${search} = '' or d.first_name || ' ' || d.surname ilike ${containsPattern(search)})
    order by lower(d.surname), lower(d.first_name), d.id
    limit ${MAX_DRIVERS}`.execute(trx);
  return rows;
}
