import type { VehicleType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { driverIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';
import type { TripRow } from '../../../features/trips/index.ts';

export interface DriverPageRow {
  id: number;
  first_name: string;
  surname: string;
  category: string | null;
  archived: boolean;
  customer_name: string;
  email: string | null;
  phone: string | null;
  licence_number: string | null;
  licence_categories: string[];
  licence_expires_on: string | null;
  tachograph_card_expires_on: string | null;
  cpc_expires_on: string | null;
  /** Whether the account of the viewer is that of the driver. */
  is_self: boolean;
}

const day = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** A driver whom the viewer may see. */
export async function driverRow(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DriverPageRow | undefined> {
  const { rows } = await sql<DriverPageRow>`
    select d.id, d.first_name, d.surname, k.name as category, d.archived_at is not null as archived,
      c.name as customer_name, d.email, d.phone, d.licence_number, d.licence_categories,
      ${day('d.licence_expires_on')} as licence_expires_on,
      ${day('d.tachograph_card_expires_on')} as tachograph_card_expires_on,
      ${day('d.cpc_expires_on')} as cpc_expires_on,
      exists (select from users u where u.id = ${viewer.userId} and u.driver_id = d.id) as is_self
    from drivers d join customers c on c.id = d.customer_id
      left join catalogue_entries k on k.id = d.category_id
    where d.id = ${id} and ${driverIsVisible(trx, viewer)}`.execute(trx);
  return rows[0];
}

/** The visible vehicles that are assigned to a driver. */
export async function vehiclesOfDriver(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
): Promise<{ id: number; registration: string; type: VehicleType }[]> {
  return visibleVehicles(trx, viewer)
    .clearSelect()
    .select(['v.id', 'v.registration', 'v.type'])
    .where('v.driver_id', '=', driverId)
    .orderBy('v.registration')
    .limit(50)
    .execute();
}

/** The trips of a driver in visible vehicles of the last 7 days, in total. */
export async function drivingOf(trx: Transaction, viewer: Viewer, driverId: number) {
  const { rows } = await sql<{
    trips: number;
    distance: number;
    driving_time: number;
    fuel_used: number | null;
    fuel_distance: number;
  }>`
    select count(*)::int as trips, coalesce(sum(t.distance_m), 0)::float8 as distance,
      coalesce(sum(t.driving_s), 0)::float8 as driving_time,
      sum(t.fuel_used_l)::float8 as fuel_used,
      coalesce(sum(t.distance_m) filter (where t.fuel_used_l is not null), 0)::float8
        as fuel_distance
    from trips t join (${visibleVehicles(trx, viewer)}) v on v.id = t.vehicle_id
    where t.driver_id = ${driverId} and t.started_at > now() - interval '7 days'`.execute(trx);
  return rows[0] ?? { trips: 0, distance: 0, driving_time: 0, fuel_used: null, fuel_distance: 0 };
}

export interface DriverTripRow
  extends Omit<
    TripRow,
    | 'id'
    | 'idle_s'
    | 'max_speed_kmh'
    | 'fuel_used_l'
    | 'driver_id'
    | 'first_name'
    | 'surname'
    | 'next_ms'
  > {
  registration: string;
  count: number;
}

/** A page of the trips of a driver in visible vehicles of the last days, newest first. */
export async function driverTripPage(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  days: number,
  { limit, offset }: Page,
): Promise<DriverTripRow[]> {
  const { rows } = await sql<DriverTripRow>`
    select t.vehicle_id, v.registration, ${ms('t.started_at')} as started_ms,
      ${ms('t.ended_at')} as ended_ms, t.in_progress, t.start_latitude, t.start_longitude,
      t.end_latitude, t.end_longitude, t.distance_m, t.driving_s, (count(*) over ())::int as count
    from trips t join (${visibleVehicles(trx, viewer)}) v on v.id = t.vehicle_id
    where t.driver_id = ${driverId} and t.started_at > now() - make_interval(days => ${days})
    order by t.started_at desc, t.id desc limit ${limit} offset ${offset}`.execute(trx);
  return rows;
}

export interface DriverCheckRow {
  id: number;
  reference_number: string;
  vehicle_id: number;
  registration: string;
  done_at: Date;
  defects: number;
  defect_id: number | null;
  defect_number: string | null;
  count: number;
}

/** A page of the checks of a driver on visible vehicles of the last days, newest first. */
export async function driverCheckPage(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  filter: { readonly days: number; readonly hasDefects: boolean },
  { limit, offset }: Page,
): Promise<DriverCheckRow[]> {
  const { rows } = await sql<DriverCheckRow>`
    select r.id, r.reference_number, r.vehicle_id, v.registration, r.done_at, r.defects,
      d.id as defect_id, d.reference_number as defect_number, (count(*) over ())::int as count
    from vehicle_reports r join (${visibleVehicles(trx, viewer)}) v on v.id = r.vehicle_id
      left join defect_records d on d.id = r.defect_record_id
    where r.driver_id = ${driverId} and r.done_at > now() - make_interval(days => ${filter.days})
      and (not ${filter.hasDefects}::boolean or r.defects > 0)
    order by r.done_at desc, r.id desc limit ${limit} offset ${offset}`.execute(trx);
  return rows;
}

/** The checks of a driver on visible vehicles of the last 30 days, in total. */
export async function checkTotals(trx: Transaction, viewer: Viewer, driverId: number) {
  const { rows } = await sql<{
    count: number;
    with_defects: number;
    last_at: Date | null;
    last_id: number | null;
  }>`
    select count(*)::int as count, (count(*) filter (where r.defects > 0))::int as with_defects,
      max(r.done_at) as last_at,
      (array_agg(r.id order by r.done_at desc, r.id desc))[1] as last_id
    from vehicle_reports r join (${visibleVehicles(trx, viewer)}) v on v.id = r.vehicle_id
    where r.driver_id = ${driverId} and r.done_at > now() - interval '30 days'`.execute(trx);
  return rows[0] ?? { count: 0, with_defects: 0, last_at: null, last_id: null };
}
