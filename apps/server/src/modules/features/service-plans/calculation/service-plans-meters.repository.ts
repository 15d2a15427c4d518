import { type RawBuilder, sql } from 'kysely';
import { ms, type Transaction } from '../../../../platform/db/index.ts';

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
      union all
      (select happened_at, odometer_m, null, false from driver_handovers
        where vehicle_id = m.vehicle_id and happened_at <= m.at and odometer_m is not null
        order by happened_at desc, id desc limit 6)
      union all
      (select happened_at, odometer_m, null, false from driver_handovers
        where vehicle_id = m.vehicle_id and happened_at > m.at and odometer_m is not null
        order by happened_at, id limit 3)
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
