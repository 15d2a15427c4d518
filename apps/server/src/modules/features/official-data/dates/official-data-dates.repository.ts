import type { OfficialDate, VehicleSource } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** The categories of the schedule types that an official date moves. */
const CATEGORIES: Readonly<Record<OfficialDate, string>> = { tax: 'Tax', mot: 'MOT' };

/** An open schedule of a vehicle. The day is that by time, YYYY-MM-DD. */
export interface DatedSchedule {
  readonly id: number;
  readonly type_id: number;
  readonly interval: string;
  readonly plan_window: string;
  readonly due_on: string;
  /** Whether a document of the vehicle file set the date, and no official date has moved it since. */
  readonly is_by_document: boolean;
}

export async function datedSchedules(
  trx: Transaction,
  vehicleId: number,
  date: OfficialDate,
): Promise<readonly DatedSchedule[]> {
  const { rows } = await sql<DatedSchedule>`
    select s.id, s.schedule_type_id as type_id, s.interval,
      coalesce(iv.plan_window, ic.plan_window, t.plan_window) as plan_window,
      to_char(coalesce(s.time_due_at, s.due_at) at time zone 'UTC', 'YYYY-MM-DD') as due_on,
      s.created_by_activity_id is not null and s.due_source is null as is_by_document
    from scheduled_activities s join schedule_types t on t.id = s.schedule_type_id
    left join schedule_intervals iv on iv.schedule_type_id = t.id
      and iv.customer_id = s.customer_id and iv.vehicle_id = s.vehicle_id
    left join schedule_intervals ic on ic.schedule_type_id = t.id
      and ic.customer_id = s.customer_id and ic.vehicle_id is null
    where s.vehicle_id = ${vehicleId} and s.fulfilled_at is null
      and t.category = ${CATEGORIES[date]} order by s.id for update of s`.execute(trx);
  return rows;
}

/** The built-in schedule type of a date; undefined if it is archived. */
export async function builtInType(
  trx: Transaction,
  date: OfficialDate,
): Promise<{ id: number; interval: string; plan_window: string } | undefined> {
  const { rows } = await sql<{ id: number; interval: string; plan_window: string }>`
    select id, interval, plan_window from schedule_types where customer_id is null
      and category = ${CATEGORIES[date]} and archived_at is null order by id limit 1`.execute(trx);
  return rows[0];
}

/** Names the official source of the date of a schedule. */
export async function markSource(
  trx: Transaction,
  scheduleId: number,
  source: VehicleSource,
): Promise<void> {
  await trx
    .updateTable('scheduled_activities')
    .set({ due_source: source })
    .where('id', '=', scheduleId)
    .execute();
}

export interface NewDifference {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly date: OfficialDate;
  readonly scheduleId: number;
  readonly oursOn: string;
  readonly officialOn: string;
  readonly source: VehicleSource;
}

/** Stores a difference, unless a person has decided to keep our date against this official one. */
export async function keepDifference(trx: Transaction, one: NewDifference): Promise<void> {
  await sql`insert into official_differences (customer_id, vehicle_id, date, schedule_id, ours_on,
      official_on, source)
    select ${one.customerId}, ${one.vehicleId}, ${one.date}, ${one.scheduleId}, ${one.oursOn}::date,
      ${one.officialOn}::date, ${one.source}
    where not exists (select from official_differences where schedule_id = ${one.scheduleId}
      and ours_on = ${one.oursOn}::date and official_on = ${one.officialOn}::date
      and resolution = 'ours')
    on conflict (vehicle_id, date) where resolved_at is null do update set
      schedule_id = excluded.schedule_id, ours_on = excluded.ours_on,
      official_on = excluded.official_on, source = excluded.source`.execute(trx);
}

/** Deletes the open difference of a date, which no longer exists. */
export async function dropDifference(
  trx: Transaction,
  vehicleId: number,
  date: OfficialDate,
): Promise<void> {
  await trx
    .deleteFrom('official_differences')
    .where('vehicle_id', '=', vehicleId)
    .where('date', '=', date)
    .where('resolved_at', 'is', null)
    .execute();
}

export interface DifferenceRow {
  readonly id: number;
  readonly vehicle_id: number;
  readonly customer_id: number;
  readonly date: OfficialDate;
  readonly schedule_id: number;
  readonly ours_on: string;
  readonly official_on: string;
  readonly source: VehicleSource;
  readonly found_at: Date;
}

const COLUMNS = sql`d.id, d.vehicle_id, d.customer_id, d.date, d.schedule_id, d.ours_on::text,
  d.official_on::text, d.source, d.found_at`;

/** The open differences of a vehicle. */
export async function openDifferences(
  trx: Transaction,
  vehicleId: number,
): Promise<readonly DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`select ${COLUMNS} from official_differences d
    where d.vehicle_id = ${vehicleId} and d.resolved_at is null order by d.date`.execute(trx);
  return rows;
}

/** An open difference of a visible vehicle, locked. */
export async function visibleDifference(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`select ${COLUMNS} from official_differences d
    join (${visibleVehicles(trx, viewer)}) v on v.id = d.vehicle_id
    where d.id = ${id} and d.resolved_at is null for update of d`.execute(trx);
  return rows[0];
}

export async function resolveDifference(
  trx: Transaction,
  id: number,
  resolution: 'official' | 'ours',
  userId: number,
): Promise<void> {
  await trx
    .updateTable('official_differences')
    .set({ resolution, resolved_at: new Date(), resolved_by: userId })
    .where('id', '=', id)
    .execute();
}
