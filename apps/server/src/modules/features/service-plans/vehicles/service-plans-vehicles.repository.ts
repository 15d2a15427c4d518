import {
  DUE_DAYS,
  EXPIRING_DAYS,
  type OdometerSource,
  type ReadingSource,
  type ServiceCause,
  type ServiceState,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** The next service of a vehicle. Days are YYYY-MM-DD; metres and seconds. */
export interface ServiceRow {
  readonly id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly plan_id: number;
  readonly plan_name: string;
  readonly type_id: number;
  readonly type_name: string;
  readonly last_at: Date | null;
  readonly last_odometer_m: number | null;
  readonly last_engine_s: number | null;
  readonly due_odometer_m: number | null;
  readonly due_engine_s: number | null;
  readonly odometer_m: number | null;
  readonly engine_s: number | null;
  readonly time_due_on: string | null;
  readonly next_on: string | null;
  readonly cause: ServiceCause | null;
  readonly state: ServiceState | null;
  readonly schedule_id: number | null;
}

export interface ServiceFilter {
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly plan?: number | undefined;
  readonly cause?: ServiceCause | undefined;
  readonly state?: ServiceState | undefined;
}

const stateOn = (today: string) => sql<ServiceState | null>`case
  when s.next_on is null then null
  when s.next_on < ${today}::date then 'overdue'
  when s.next_on <= ${today}::date + ${sql.lit(DUE_DAYS)} then 'due'
  when s.next_on <= ${today}::date + ${sql.lit(EXPIRING_DAYS)} then 'expiring'
  else 'planned' end`;

function stateIs(state: ServiceState, today: string): RawBuilder<boolean> {
  const day = (days: number) => sql`${today}::date + ${sql.lit(days)}`;
  if (state === 'overdue') return sql<boolean>`s.next_on < ${today}::date`;
  if (state === 'due') return sql<boolean>`s.next_on between ${today}::date and ${day(DUE_DAYS)}`;
  if (state === 'planned') return sql<boolean>`s.next_on > ${day(EXPIRING_DAYS)}`;
  return sql<boolean>`s.next_on > ${day(DUE_DAYS)} and s.next_on <= ${day(EXPIRING_DAYS)}`;
}

function conditionsOf(filter: ServiceFilter, search: string, today: string) {
  const { cause, depot, id, plan, state, vehicle } = filter;
  return [
    ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ...(vehicle === undefined ? [] : [sql`s.vehicle_id = ${vehicle}`]),
    ...(depot === undefined
      ? []
      : [
          sql`s.vehicle_id in (select o.vehicle_id from vehicle_depots o where o.depot_id = ${depot})`,
        ]),
    ...(plan === undefined ? [] : [sql`a.plan_id = ${plan}`]),
    ...(cause === undefined ? [] : [sql`s.cause = ${cause}`]),
    ...(state === undefined ? [] : [stateIs(state, today)]),
    ...(search === ''
      ? []
      : [
          sql`(v.registration ilike ${containsPattern(search)} or t.name ilike ${containsPattern(search)})`,
        ]),
    sql`true`,
  ];
}

/**
 * A page of the next services of visible vehicles, the earliest first.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export function servicePage(
  trx: Transaction,
  viewer: Viewer,
  filter: ServiceFilter,
  page: Page,
  today: string,
) {
  const to = page.descending ? sql`desc` : sql`asc`;
  const first =
    page.orderBy === 'registration' ? sql`v.registration ${to}` : sql`s.next_on ${to} nulls last`;
  return exactPage<ServiceRow>(trx, page, {
    columns: sql`s.id, s.vehicle_id, v.registration, a.plan_id, p.name as plan_name,
      s.schedule_type_id as type_id, t.name as type_name, s.last_at, s.last_odometer_m,
      s.last_engine_s, s.due_odometer_m, s.due_engine_s, a.odometer_m, a.engine_s,
      s.time_due_on::text, s.next_on::text, s.cause, ${stateOn(today)} as state,
      (select o.id from scheduled_activities o where o.vehicle_id = s.vehicle_id
        and o.schedule_type_id = s.schedule_type_id and o.fulfilled_at is null) as schedule_id`,
    matching: sql`from vehicle_services s
      join (${visibleVehicles(trx, viewer)}) v on v.id = s.vehicle_id
      join vehicle_service_plans a on a.vehicle_id = s.vehicle_id
      join service_plans p on p.id = a.plan_id
      join schedule_types t on t.id = s.schedule_type_id
      where ${sql.join(conditionsOf(filter, page.search, today), sql` and `)}`,
    order: sql`${first}, s.vehicle_id, s.schedule_type_id`,
  });
}

/** The plan and the meters of a vehicle. */
export interface VehiclePlanRow {
  readonly plan_id: number;
  readonly plan_name: string;
  readonly odometer_m: number | null;
  readonly engine_s: number | null;
  readonly odometer_source: OdometerSource | null;
  readonly use_m_per_day: number | null;
  readonly use_engine_s_per_day: number | null;
  readonly calculated_at: Date | null;
}

export async function planOfVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<VehiclePlanRow | undefined> {
  const { rows } = await sql<VehiclePlanRow>`
    select a.plan_id, p.name as plan_name, a.odometer_m, a.engine_s, a.odometer_source,
      a.use_m_per_day, a.use_engine_s_per_day, a.calculated_at
    from vehicle_service_plans a join service_plans p on p.id = a.plan_id
    where a.vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0];
}

export interface ReadingRow {
  /** Null for a reading of another record. */
  readonly id: number | null;
  readonly source: ReadingSource;
  readonly read_at: Date;
  readonly odometer_m: number | null;
  readonly engine_s: number | null;
  readonly author: string;
  readonly note: string;
}

/** The last readings of a vehicle from each source, newest first. */
export async function lastReadings(
  trx: Transaction,
  vehicleId: number,
  limit: number,
): Promise<readonly ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`select * from (
      (select id::float8 as id, 'office' as source, read_at, odometer_m::float8 as odometer_m,
        engine_s::float8 as engine_s, author, note from meter_readings
        where vehicle_id = ${vehicleId} order by read_at desc, meter_readings.id desc limit ${limit})
      union all
      (select null, 'walkaround', done_at, odometer_m::float8, null, author, ''
        from vehicle_reports where vehicle_id = ${vehicleId} and odometer_m is not null
        order by done_at desc, vehicle_reports.id desc limit ${limit})
      union all
      (select null, 'inspection', inspected_at, odometer_m::float8, null, inspector, ''
        from inspection_records where vehicle_id = ${vehicleId} and odometer_m is not null
        order by inspected_at desc, inspection_records.id desc limit ${limit})
      union all
      (select null, 'mot', completed_at, odometer_m::float8, null, 'DVSA', coalesce(number, '')
        from official_mot_tests where vehicle_id = ${vehicleId} and odometer_m is not null
        order by completed_at desc, official_mot_tests.id desc limit ${limit})
      union all
      (select null, 'handover', happened_at, odometer_m, null, author, ''
        from driver_handovers where vehicle_id = ${vehicleId} and odometer_m is not null
        order by happened_at desc, driver_handovers.id desc limit ${limit})
    ) r order by r.read_at desc limit ${limit}`.execute(trx);
  return rows;
}

/** A reading that the office enters. */
export interface ReadingValues {
  readonly read_at: Date;
  readonly odometer_m: number | null;
  readonly engine_s: number | null;
  readonly note: string;
}

export async function insertReading(
  trx: Transaction,
  of: {
    readonly vehicleId: number;
    readonly customerId: number;
    readonly userId: number;
    readonly author: string;
  },
  values: ReadingValues,
): Promise<number> {
  const { id } = await trx
    .insertInto('meter_readings')
    .values({
      vehicle_id: of.vehicleId,
      customer_id: of.customerId,
      author_id: of.userId,
      author: of.author,
      read_at: values.read_at,
      odometer_m: values.odometer_m === null ? null : String(values.odometer_m),
      engine_s: values.engine_s === null ? null : String(values.engine_s),
      note: values.note,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Deletes a reading of the office. Returns it; undefined if there is none. */
export async function deleteReading(
  trx: Transaction,
  vehicleId: number,
  id: number,
): Promise<ReadingRow | undefined> {
  const { rows } = await sql<ReadingRow>`delete from meter_readings
    where id = ${id} and vehicle_id = ${vehicleId}
    returning id::float8 as id, 'office' as source, read_at, odometer_m::float8 as odometer_m,
      engine_s::float8 as engine_s, author, note`.execute(trx);
  return rows[0];
}

/** Stores the time of a last service that no schedule records. */
export async function enterLast(
  trx: Transaction,
  of: { readonly vehicleId: number; readonly customerId: number; readonly typeId: number },
  atMs: number,
): Promise<void> {
  await sql`insert into vehicle_services (vehicle_id, customer_id, schedule_type_id, entered_at)
    values (${of.vehicleId}, ${of.customerId}, ${of.typeId}, ${new Date(atMs)})
    on conflict (vehicle_id, schedule_type_id) do update set entered_at = excluded.entered_at`.execute(
    trx,
  );
}

/** Whether a schedule of a type was ever fulfilled for a vehicle. */
export async function wasFulfilled(
  trx: Transaction,
  vehicleId: number,
  typeId: number,
): Promise<boolean> {
  const { rows } = await sql`select from scheduled_activities where vehicle_id = ${vehicleId}
    and schedule_type_id = ${typeId} and fulfilled_at is not null limit 1`.execute(trx);
  return rows.length > 0;
}
