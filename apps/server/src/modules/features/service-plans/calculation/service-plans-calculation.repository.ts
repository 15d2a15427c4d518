import type { OdometerSource, ServiceCause } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { DueDate } from '../../../../engines/schedules/index.ts';
import type { ExpectedUse } from '../../../../engines/service-plans/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

/** Assigns plans to the vehicles of their model that have none. Returns the vehicles. */
export async function assignByModel(trx: Transaction): Promise<readonly number[]> {
  const { rows } = await sql<{ vehicle_id: number }>`
    insert into vehicle_service_plans (vehicle_id, customer_id, plan_id)
    select v.id, v.customer_id, p.id from service_plans p
    join vehicles v on v.manufacturer_model_id = p.manufacturer_model_id
      and v.customer_id = p.customer_id and v.is_active
    where not exists (select from vehicle_service_plans o where o.vehicle_id = v.id)
    order by v.id limit 500
    on conflict do nothing returning vehicle_id`.execute(trx);
  return rows.map(({ vehicle_id }) => vehicle_id);
}

/** Adds the types of the plans to the vehicles, so that schedules of them are created. */
export async function wantSchedules(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<void> {
  await sql`insert into vehicle_schedule_types (customer_id, vehicle_id, schedule_type_id)
    select a.customer_id, a.vehicle_id, i.schedule_type_id from vehicle_service_plans a
    join service_plan_items i on i.plan_id = a.plan_id
    where a.vehicle_id = any(${[...vehicleIds]}::int[])
    on conflict do nothing`.execute(trx);
}

/**
 * Locks up to `limit` vehicles that were never calculated or not since a time, the oldest first; those with
 * less than a week of trips since another one.
 */
export async function lockStale(
  trx: Transaction,
  beforeMs: number,
  unknownBeforeMs: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ vehicle_id: number }>`select vehicle_id from vehicle_service_plans
    where calculated_at is null or calculated_at < ${new Date(beforeMs)}
      or (use_calculated_at is null and calculated_at < ${new Date(unknownBeforeMs)})
    order by calculated_at nulls first, vehicle_id limit ${limit} for update skip locked`.execute(
    trx,
  );
  return rows.map(({ vehicle_id }) => vehicle_id);
}

/** What the tracker of a vehicle says about its odometer. Times in ms since 1970 UTC. */
export interface MeteredVehicle {
  readonly vehicleId: number;
  /** From then on trips count if nothing tells the odometer. */
  readonly assignedMs: number;
  readonly trackerMs: number | null;
  readonly trackerM: number | null;
}

/** A vehicle with its plan. */
export interface PlannedVehicle extends MeteredVehicle {
  readonly customerId: number;
  readonly useMPerDay: number | null;
  readonly useEngineSPerDay: number | null;
  readonly useMWeeks: readonly number[] | null;
  readonly useEngineSWeeks: readonly number[] | null;
  readonly useCalculatedMs: number | null;
}

export async function plannedVehicles(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<readonly PlannedVehicle[]> {
  const { rows } = await sql<PlannedVehicle>`
    select a.vehicle_id as "vehicleId", a.customer_id as "customerId",
      ${ms('a.assigned_at')} as "assignedMs", a.use_m_per_day as "useMPerDay",
      a.use_engine_s_per_day as "useEngineSPerDay", a.use_m_weeks as "useMWeeks",
      a.use_engine_s_weeks as "useEngineSWeeks", ${ms('a.use_calculated_at')} as "useCalculatedMs",
      case when s.odometer_m is not null then ${ms('s.device_time')} end as "trackerMs",
      s.odometer_m as "trackerM"
    from vehicle_service_plans a left join vehicle_states s on s.vehicle_id = a.vehicle_id
    where a.vehicle_id = any(${[...vehicleIds]}::int[]) order by a.vehicle_id`.execute(trx);
  return rows;
}

/** A service of a vehicle's plan with its open schedule. Times in ms since 1970 UTC. */
export interface PlannedService {
  readonly vehicleId: number;
  readonly typeId: number;
  readonly intervalM: number | null;
  readonly intervalEngineS: number | null;
  readonly enteredMs: number | null;
  readonly fulfilledMs: number | null;
  readonly scheduleId: number | null;
  readonly interval: string;
  readonly window: string;
  readonly dueMs: number | null;
  /** By time, if distance or hours moved the schedule. */
  readonly timeDueMs: number | null;
  /** YYYY-MM-DD */
  readonly plannedOn: string | null;
}

export async function plannedServices(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<readonly PlannedService[]> {
  const { rows } = await sql<PlannedService>`
    select a.vehicle_id as "vehicleId", i.schedule_type_id as "typeId",
      i.interval_m::float8 as "intervalM", i.interval_engine_s::float8 as "intervalEngineS",
      ${ms('e.entered_at')} as "enteredMs", ${ms('f.fulfilled_at')} as "fulfilledMs",
      s.id as "scheduleId", coalesce(s.interval, t.interval) as interval,
      coalesce(iv.plan_window, ic.plan_window, t.plan_window) as window,
      ${ms('s.due_at')} as "dueMs", ${ms('s.time_due_at')} as "timeDueMs",
      to_char(s.planned_on, 'YYYY-MM-DD') as "plannedOn"
    from vehicle_service_plans a
    join service_plan_items i on i.plan_id = a.plan_id
    join schedule_types t on t.id = i.schedule_type_id
    left join vehicle_services e on e.vehicle_id = a.vehicle_id
      and e.schedule_type_id = i.schedule_type_id
    left join scheduled_activities s on s.vehicle_id = a.vehicle_id
      and s.schedule_type_id = i.schedule_type_id and s.fulfilled_at is null
    left join lateral (select max(o.fulfilled_at) as fulfilled_at from scheduled_activities o
      where o.vehicle_id = a.vehicle_id and o.schedule_type_id = i.schedule_type_id) f on true
    left join schedule_intervals iv on iv.schedule_type_id = t.id and iv.customer_id = a.customer_id
      and iv.vehicle_id = a.vehicle_id
    left join schedule_intervals ic on ic.schedule_type_id = t.id and ic.customer_id = a.customer_id
      and ic.vehicle_id is null
    where a.vehicle_id = any(${[...vehicleIds]}::int[])
    order by a.vehicle_id, i.schedule_type_id`.execute(trx);
  return rows;
}

/** Moves an open schedule to a date by distance or hours, or back to that by time. */
export async function moveByForecast(
  trx: Transaction,
  scheduleId: number,
  due: DueDate & { readonly plannedOn: string | null; readonly timeDueMs: number | null },
): Promise<void> {
  await trx
    .updateTable('scheduled_activities')
    .set({
      due_at: new Date(due.dueMs),
      time_due_at: due.timeDueMs === null ? null : new Date(due.timeDueMs),
      earliest_on: due.earliestDay,
      latest_on: due.latestDay,
      planned_on: due.plannedOn,
    })
    .where('id', '=', scheduleId)
    .where('fulfilled_at', 'is', null)
    .execute();
}

/** The meters of a vehicle as calculated. */
export interface CalculatedMeters {
  readonly vehicleId: number;
  readonly odometerM: number;
  readonly odometerSource: OdometerSource;
  readonly engineS: number | null;
  readonly useM: ExpectedUse | null;
  readonly useEngineS: ExpectedUse | null;
  /** Null while the trips say nothing, so that the next calculation looks at them again. */
  readonly useCalculatedMs: number | null;
}

/** The weeks of a use as they are stored. */
const weeksOf = (use: ExpectedUse | null) =>
  use === null || use.weeks === null ? null : [...use.weeks];

export async function keepMeters(
  trx: Transaction,
  meters: CalculatedMeters,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('vehicle_service_plans')
    .set({
      odometer_m: meters.odometerM,
      odometer_source: meters.odometerSource,
      engine_s: meters.engineS,
      use_m_per_day: meters.useM?.perDay ?? null,
      use_engine_s_per_day: meters.useEngineS?.perDay ?? null,
      use_m_weeks: weeksOf(meters.useM),
      use_engine_s_weeks: weeksOf(meters.useEngineS),
      use_calculated_at: meters.useCalculatedMs === null ? null : new Date(meters.useCalculatedMs),
      calculated_at: new Date(nowMs),
    })
    .where('vehicle_id', '=', meters.vehicleId)
    .execute();
}

/** The next service of a vehicle as calculated. Days are YYYY-MM-DD. */
export interface CalculatedService {
  readonly vehicleId: number;
  readonly customerId: number;
  readonly typeId: number;
  readonly lastMs: number | null;
  readonly lastOdometerM: number | null;
  readonly lastEngineS: number | null;
  readonly dueOdometerM: number | null;
  readonly dueEngineS: number | null;
  readonly timeDueOn: string | null;
  readonly nextOn: string | null;
  readonly cause: ServiceCause | null;
}

/** Restores the dates by time of schedules that a plan moved and that no longer belong to it. */
export async function restoreLeftSchedules(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<void> {
  await sql`update scheduled_activities s set due_at = s.time_due_at, time_due_at = null,
      latest_on = greatest((s.time_due_at at time zone 'UTC')::date, s.latest_on)
    where s.vehicle_id = any(${[...vehicleIds]}::int[]) and s.fulfilled_at is null
      and s.time_due_at is not null
      and not exists (select from vehicle_service_plans a join service_plan_items i
        on i.plan_id = a.plan_id where a.vehicle_id = s.vehicle_id
        and i.schedule_type_id = s.schedule_type_id)`.execute(trx);
}

/** Replaces the next services of vehicles; what a person entered stays. */
export async function keepServices(
  trx: Transaction,
  vehicleIds: readonly number[],
  services: readonly CalculatedService[],
): Promise<void> {
  const rows = services.map((one) => ({
    vehicle_id: one.vehicleId,
    customer_id: one.customerId,
    schedule_type_id: one.typeId,
    last_at: one.lastMs === null ? null : new Date(one.lastMs).toISOString(),
    last_odometer_m: one.lastOdometerM,
    last_engine_s: one.lastEngineS,
    due_odometer_m: one.dueOdometerM,
    due_engine_s: one.dueEngineS,
    time_due_on: one.timeDueOn,
    next_on: one.nextOn,
    cause: one.cause,
  }));
  const data = JSON.stringify(rows);
  await sql`delete from vehicle_services s where s.vehicle_id = any(${[...vehicleIds]}::int[])
    and not exists (select from vehicle_service_plans a join service_plan_items i
      on i.plan_id = a.plan_id where a.vehicle_id = s.vehicle_id
      and i.schedule_type_id = s.schedule_type_id)`.execute(trx);
  await sql`
    insert into vehicle_services (vehicle_id, customer_id, schedule_type_id, last_at,
      last_odometer_m, last_engine_s, due_odometer_m, due_engine_s, time_due_on, next_on, cause)
    select vehicle_id, customer_id, schedule_type_id, last_at, last_odometer_m, last_engine_s,
      due_odometer_m, due_engine_s, time_due_on, next_on, cause
    from json_to_recordset(${data}) as r (vehicle_id int, customer_id int, schedule_type_id int,
      last_at timestamptz, last_odometer_m float8, last_engine_s float8, due_odometer_m float8,
      due_engine_s float8, time_due_on date, next_on date, cause text)
    on conflict (vehicle_id, schedule_type_id) do update set last_at = excluded.last_at,
      last_odometer_m = excluded.last_odometer_m, last_engine_s = excluded.last_engine_s,
      due_odometer_m = excluded.due_odometer_m, due_engine_s = excluded.due_engine_s,
      time_due_on = excluded.time_due_on, next_on = excluded.next_on, cause = excluded.cause`.execute(
    trx,
  );
}

/** Rows of vehicles by vehicle. */
export function byVehicle<Row extends { readonly vehicleId: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const grouped = new Map<number, Row[]>();
  for (const row of rows) {
    const known = grouped.get(row.vehicleId);
    if (known === undefined) grouped.set(row.vehicleId, [row]);
    else known.push(row);
  }
  return grouped;
}
