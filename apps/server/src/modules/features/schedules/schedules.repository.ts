import {
  DUE_DAYS,
  EXPIRING_DAYS,
  INSPECTION_CATEGORY,
  type ScheduleState,
  type VehicleSource,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { DueDate, OpenSchedule } from '../../../engines/schedules/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../core/fleet/index.ts';

export interface ScheduleRow {
  id: number;
  customer_id: number;
  name: string;
  category: string;
  interval: string;
  due_ms: number;
  due_source: VehicleSource | null;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
  schedule_type_id: number;
  /** Days as YYYY-MM-DD. */
  planned_on: string | null;
  earliest_on: string;
  latest_on: string;
  fulfilled_by_activity_id: number | null;
  fulfilled_ms: number | null;
  /** Whether this is a safety inspection of an off-road vehicle, whose cycle is paused. */
  is_paused: boolean;
}

/** Selects schedules. Days are YYYY-MM-DD, and both ends are included. */
export interface ScheduleFilter {
  readonly vehicleId: number | null;
  readonly depotId: number | null;
  readonly typeId: number | null;
  readonly category: string | null;
  readonly state: ScheduleState | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly withFulfilled: boolean;
}

/**
 * Whether the schedule `s` of the type `t` is paused: the cycle of safety inspections pauses while
 * the vehicle is off the road (facts of the trade, safety inspection).
 */
export const isPaused = sql<boolean>`(t.category = ${INSPECTION_CATEGORY} and s.fulfilled_at is null
  and exists (select from vor_entries e where e.vehicle_id = s.vehicle_id and e.returned_at is null))`;

const columns = sql`s.id, s.customer_id, t.name, t.category, s.interval, s.vehicle_id, v.registration,
  (extract(epoch from s.due_at) * 1000)::float8 as due_ms, s.due_source, s.schedule_type_id,
  to_char(s.planned_on, 'YYYY-MM-DD') as planned_on,
  to_char(s.earliest_on, 'YYYY-MM-DD') as earliest_on,
  to_char(s.latest_on, 'YYYY-MM-DD') as latest_on, s.fulfilled_by_activity_id,
  (extract(epoch from s.fulfilled_at) * 1000)::float8 as fulfilled_ms, p.depot_id, p.depot_name,
  ${isPaused} as is_paused`;

const from = (trx: Transaction, viewer: Viewer) => sql`scheduled_activities s
  join schedule_types t on t.id = s.schedule_type_id
  join (${visibleVehicles(trx, viewer)}) v on v.id = s.vehicle_id`;

/** The first visible depot of the vehicle. */
const depotFor = (viewer: Viewer) => sql`
  left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
    join depots g on g.id = w.depot_id where w.vehicle_id = s.vehicle_id and ${depotIsVisible(viewer)}
    order by g.name limit 1) p on true`;

/** `scheduleState` of the domain as an SQL condition. Keep both in step. */
function isIn(state: ScheduleState): RawBuilder<boolean> {
  if (state === 'fulfilled') return sql`s.fulfilled_at is not null`;
  if (state === 'paused') return isPaused;
  const open = sql`s.fulfilled_at is null and not ${isPaused}`;
  const today = sql`(now() at time zone 'UTC')::date`;
  const daysLeft = sql`((s.due_at at time zone 'UTC')::date - ${today})`;
  if (state === 'overdue') return sql`${open} and s.latest_on < ${today}`;
  const inTime = sql`${open} and s.latest_on >= ${today}`;
  if (state === 'due') return sql`${inTime} and ${daysLeft} <= ${DUE_DAYS}`;
  if (state === 'planned') return sql`${inTime} and ${daysLeft} > ${EXPIRING_DAYS}`;
  return sql`${inTime} and ${daysLeft} > ${DUE_DAYS} and ${daysLeft} <= ${EXPIRING_DAYS}`;
}

/** Open schedules of visible vehicles, of one vehicle or one depot, that are overdue or due soon. */
export async function scheduleCounts(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly vehicleId: number } | { readonly depotId: number },
): Promise<{ overdue: number; due: number }> {
  const vehicles =
    'vehicleId' in of
      ? sql`s.vehicle_id = ${of.vehicleId}`
      : sql`s.vehicle_id in (select o.vehicle_id from vehicle_depots o where o.depot_id = ${of.depotId})`;
  const { rows } = await sql<{ overdue: number; due: number }>`
    select (count(*) filter (where ${isIn('overdue')}))::int as overdue,
      (count(*) filter (where ${isIn('due')}))::int as due
    from ${from(trx, viewer)} where s.fulfilled_at is null and ${vehicles}`.execute(trx);
  return rows[0] ?? { overdue: 0, due: 0 };
}

function conditionsOf(filter: ScheduleFilter, page: Page): RawBuilder<unknown>[] {
  const { vehicleId, depotId, typeId, category, state } = filter;
  return [
    state !== null ? isIn(state) : filter.withFulfilled ? sql`true` : sql`s.fulfilled_at is null`,
    ...(vehicleId === null ? [] : [sql`s.vehicle_id = ${vehicleId}`]),
    ...(depotId === null
      ? []
      : [
          sql`exists (select from vehicle_depots o where o.vehicle_id = s.vehicle_id
          and o.depot_id = ${depotId})`,
        ]),
    ...(typeId === null ? [] : [sql`s.schedule_type_id = ${typeId}`]),
    ...(category === null ? [] : [sql`t.category = ${category}`]),
    ...(filter.from === null ? [] : [sql`s.stands_on >= ${filter.from}::date`]),
    ...(filter.to === null ? [] : [sql`s.stands_on <= ${filter.to}::date`]),
    ...(page.search === '' ? [] : [sql`v.registration ilike ${containsPattern(page.search)}`]),
  ];
}

/** A page of the schedules of visible vehicles, by planned or due day (`stands_on`). */
export async function schedulePage(
  trx: Transaction,
  viewer: Viewer,
  filter: ScheduleFilter,
  page: Page,
): Promise<{ count: number; rows: ScheduleRow[] }> {
  const to = page.descending ? sql`desc` : sql`asc`;
  const sort =
    page.orderBy === 'registration'
      ? sql`v.registration ${to}, s.stands_on, s.id`
      : sql`s.stands_on ${to}, s.id ${to}`;
  const matching = sql.join(conditionsOf(filter, page), sql` and `);
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from ${from(trx, viewer)} ${depotFor(viewer)} where ${matching}
    order by ${sort} limit ${page.limit} offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`
    select count(*)::int as count from ${from(trx, viewer)} where ${matching}`.execute(trx);
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** A schedule; undefined if it does not exist or its vehicle is not visible. */
export async function visibleSchedule(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`select ${columns} from ${from(trx, viewer)}
    ${depotFor(viewer)} where s.id = ${id}`.execute(trx);
  return rows[0];
}

/** Sets or clears (null) the planned day. Returns false if the schedule is fulfilled by now. */
export async function planFor(trx: Transaction, id: number, day: string | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('scheduled_activities')
    .set({ planned_on: day })
    .where('id', '=', id)
    .where('fulfilled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A locked open schedule, by its date by time, with the last day on which it is in time, YYYY-MM-DD. */
export interface LockedSchedule extends OpenSchedule {
  readonly latestDay: string;
}

/**
 * The open schedule of a vehicle and a type, locked until the transaction ends, which serialises
 * the decisions of concurrent documents. Null if there is none; the lock is taken anyway.
 */
export async function lockOpenSchedule(
  trx: Transaction,
  vehicleId: number,
  typeId: number,
): Promise<LockedSchedule | null> {
  await sql`select pg_advisory_xact_lock(${vehicleId}, ${typeId})`.execute(trx);
  const { rows } = await sql<{ id: number; due_ms: number; latest_on: string }>`
    select id, (extract(epoch from coalesce(time_due_at, due_at)) * 1000)::float8 as due_ms,
      to_char(latest_on, 'YYYY-MM-DD') as latest_on from scheduled_activities
    where vehicle_id = ${vehicleId} and schedule_type_id = ${typeId} and fulfilled_at is null
    `.execute(trx);
  const [open] = rows;
  if (open === undefined) return null;
  return { id: open.id, dueMs: open.due_ms, latestDay: open.latest_on };
}

/** Marks an open schedule as fulfilled, by an activity if there is one, at the time of the work. */
export async function fulfil(
  trx: Transaction,
  id: number,
  activityId: number | null,
  atMs: number,
): Promise<void> {
  await trx
    .updateTable('scheduled_activities')
    .set({ fulfilled_by_activity_id: activityId, fulfilled_at: new Date(atMs) })
    .where('id', '=', id)
    .execute();
}

const dueColumns = ({ dueMs, earliestDay, latestDay }: DueDate) => ({
  due_at: new Date(dueMs),
  time_due_at: null,
  due_source: null,
  earliest_on: earliestDay,
  latest_on: latestDay,
});

/** Inserts the next schedule, created by an activity if there is one. Returns its id. */
export async function insertSchedule(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly vehicleId: number;
    readonly typeId: number;
    readonly interval: string;
    readonly activityId: number | null;
  },
  due: DueDate,
): Promise<number> {
  const { id } = await trx
    .insertInto('scheduled_activities')
    .values({
      customer_id: of.customerId,
      vehicle_id: of.vehicleId,
      schedule_type_id: of.typeId,
      interval: of.interval,
      created_by_activity_id: of.activityId,
      fulfilled_by_activity_id: null,
      ...dueColumns(due),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the due date of an open schedule, and clears its planned day. */
export async function moveSchedule(
  trx: Transaction,
  id: number,
  interval: string,
  due: DueDate,
): Promise<void> {
  await trx
    .updateTable('scheduled_activities')
    .set({ ...dueColumns(due), interval, planned_on: null })
    .where('id', '=', id)
    .execute();
}
