import type { OdometerSource, ServiceCause } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
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

/** The value of the meters of a vehicle at a time is asked for. */
export interface MeterMoment {
  readonly vehicleId: number;
  readonly atMs: number;
}

const momentsOf = (moments: readonly MeterMoment[]) =>
  sql`unnest(${moments.map(({ vehicleId }) => vehicleId)}::int[],
    ${moments.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[]) as m (vehicle_id, at)`;

/** A stored reading around one of the times. */
export interface StoredReading {
  readonly vehicleId: number;
  readonly atMs: number;
  readonly odometerM: number | null;
  readonly engineS: number | null;
  readonly isCertain: boolean;
}

/** The readings around the times: of each source the last ones before and the first ones after. */
export async function readingsAround(
  trx: Transaction,
  moments: readonly MeterMoment[],
): Promise<readonly StoredReading[]> {
  const { rows } = await sql<StoredReading>`
    select distinct m.vehicle_id as "vehicleId", ${ms('r.at')} as "atMs",
      r.odometer_m::float8 as "odometerM", r.engine_s::float8 as "engineS", r.is_certain as "isCertain"
    from ${momentsOf(moments)}
    cross join lateral (
      (select read_at as at, odometer_m, engine_s, true as is_certain from meter_readings
        where vehicle_id = m.vehicle_id and read_at <= m.at order by read_at desc, id desc limit 6)
      union all
      (select read_at, odometer_m, engine_s, true from meter_readings
        where vehicle_id = m.vehicle_id and read_at > m.at order by read_at, id limit 3)
      union all
      (select done_at, odometer_m, null, false from vehicle_reports
        where vehicle_id = m.vehicle_id and done_at <= m.at and odometer_m is not null
        order by done_at desc, id desc limit 6)
      union all
      (select done_at, odometer_m, null, false from vehicle_reports
        where vehicle_id = m.vehicle_id and done_at > m.at and odometer_m is not null
        order by done_at, id limit 3)
      union all
      (select inspected_at, odometer_m, null, false from inspection_records
        where vehicle_id = m.vehicle_id and inspected_at <= m.at and odometer_m is not null
        order by inspected_at desc, id desc limit 3)
      union all
      (select completed_at, odometer_m, null, false from official_mot_tests
        where vehicle_id = m.vehicle_id and completed_at <= m.at and odometer_m is not null
        order by completed_at desc, id desc limit 3)
    ) r`.execute(trx);
  return rows;
}

/** A period of a vehicle, ms since 1970 UTC. */
export interface UsePeriod {
  readonly vehicleId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Condition: the vehicle has no tracker. The distance of a trailer without one is that of the vehicles that
 * pull it.
 */
const hasNoTracker = (vehicle: string) =>
  sql`not exists (select from trackers k where k.vehicle_id = ${sql.ref(vehicle)})`;

/** The part of a trip `t` between two times, from 0 to 1. */
const shareOf = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`case when t.ended_at <= t.started_at then 1 else greatest(0,
    extract(epoch from least(t.ended_at, ${until}) - greatest(t.started_at, ${since}))
      / extract(epoch from t.ended_at - t.started_at)) end`;

/** Trips that touch a period. None lasts longer than two days. */
const touching = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`t.started_at < ${until} and t.started_at > ${since} - interval '2 days' and t.ended_at > ${since}`;

/** A coupling `c` that has not ended lasts until then. */
const COUPLED = sql`c.coupled_at`;
const UNCOUPLED = sql`coalesce(c.uncoupled_at, 'infinity')`;

/**
 * Distance and engine time of the trips of periods, in their order; a cut trip counts by its share. A
 * trailer without a tracker has the distance of its vehicles while it was coupled, and no engine.
 */
export async function useOfPeriods(
  trx: Transaction,
  periods: readonly UsePeriod[],
): Promise<readonly { readonly distanceM: number; readonly engineS: number }[]> {
  const time = (of: (period: UsePeriod) => number) =>
    periods.map((period) => new Date(of(period)).toISOString());
  const since = sql`greatest(p.since, ${COUPLED})`;
  const until = sql`least(p.until, ${UNCOUPLED})`;
  const { rows } = await sql<{ distanceM: number; engineS: number }>`
    select coalesce(sum(u.distance_m), 0)::float8 as "distanceM",
      coalesce(sum(u.engine_s), 0)::float8 as "engineS"
    from unnest(${periods.map(({ vehicleId }) => vehicleId)}::int[],
      ${time(({ fromMs }) => fromMs)}::timestamptz[], ${time(({ toMs }) => toMs)}::timestamptz[])
      with ordinality as p (vehicle_id, since, until, place)
    left join lateral (
      select t.distance_m * ${shareOf(sql`p.since`, sql`p.until`)} as distance_m,
        (t.driving_s + t.idle_s) * ${shareOf(sql`p.since`, sql`p.until`)} as engine_s
      from trips t where t.vehicle_id = p.vehicle_id and ${touching(sql`p.since`, sql`p.until`)}
      union all
      select t.distance_m * ${shareOf(since, until)}, 0
      from couplings c join trips t on t.vehicle_id = c.vehicle_id and ${touching(since, until)}
      where c.trailer_id = p.vehicle_id and ${hasNoTracker('c.trailer_id')}
        and ${COUPLED} < p.until and ${UNCOUPLED} > p.since
    ) u on true
    group by p.place order by p.place`.execute(trx);
  return rows;
}

/** Use of a vehicle in one of the last weeks; week 0 is that which ends now. */
export interface WeekOfUse {
  readonly vehicleId: number;
  readonly week: number;
  readonly distanceM: number;
  readonly engineS: number;
}

export async function weeksOfUse(
  trx: Transaction,
  vehicleIds: readonly number[],
  nowMs: number,
  weeks: number,
): Promise<readonly WeekOfUse[]> {
  const now = new Date(nowMs);
  const { rows } = await sql<WeekOfUse>`
    select vehicle_id as "vehicleId",
      floor(extract(epoch from ${now}::timestamptz - started_at) / 604800)::int as week,
      sum(distance_m)::float8 as "distanceM", sum(engine_s)::float8 as "engineS"
    from (
      select t.vehicle_id, t.started_at, t.distance_m, t.driving_s + t.idle_s as engine_s from trips t
      where t.vehicle_id = any(${[...vehicleIds]}::int[])
      union all
      select c.trailer_id, t.started_at, t.distance_m * ${shareOf(COUPLED, UNCOUPLED)}, 0
      from couplings c join trips t on t.vehicle_id = c.vehicle_id and ${touching(COUPLED, UNCOUPLED)}
      where c.trailer_id = any(${[...vehicleIds]}::int[]) and ${hasNoTracker('c.trailer_id')}
    ) t
    where started_at <= ${now}
      and started_at > ${now}::timestamptz - make_interval(weeks => ${weeks})
    group by 1, 2`.execute(trx);
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
