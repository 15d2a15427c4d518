import type { FuelUse, TRIP_CO2_BASES } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ms, ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { energyOf, USE_DAYS, usePerM } from '../../trips/index.ts';
import { isPowered, type PartFilter, vehiclesOf } from '../figures/costs-parts.repository.ts';

/** The trips of a vehicle in a month, with the use of the vehicle by which their CO2 is estimated. */
export interface Co2Row extends FuelUse {
  /** YYYY-MM */
  readonly month: string;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly type: string;
  /** Depots of the vehicle: it counts in each of them. */
  readonly depots: readonly { readonly id: number; readonly name: string }[];
  readonly trips: number;
  readonly distance_m: number;
  /** Of trips with an engine's counter: litres, metres and number. */
  readonly counted_l: number;
  readonly counted_m: number;
  readonly counted_trips: number;
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;

/**
 * Common table expressions `fleet` (vehicles with an engine or motor), `months`, `days` (sums of trips by vehicle
 * and day) and `uses`: energy and use of each vehicle in each month, measured in the 90 days before the end of the month: fuel that was bought before
 * the day of the first trip of these days was burnt in others. A trip counts in the month in which it began. Months
 * and days are of UTC.
 */
function monthlyUse(viewer: Viewer, filter: PartFilter): RawBuilder<unknown> {
  const { from, to } = filter;
  const first = sql`(${from}::date + interval '1 month')::date - ${USE_DAYS}::int`;
  return sql`fleet as materialized (${vehiclesOf(viewer, filter)} and ${isPowered('v.id')}),
    months as (
      select m::date as first, (m + interval '1 month')::date as ends
      from generate_series(${from}::date, ${to}::date, interval '1 month') m),
    days as materialized (
      select t.vehicle_id, ${dayOf('t.started_at')} as day, count(*) as trips,
        sum(t.distance_m) as distance_m, sum(t.fuel_used_l) as used_l,
        coalesce(sum(t.distance_m) filter (where t.fuel_used_l is not null), 0) as counted_m,
        count(t.fuel_used_l) as counted
      from trips t where ${ofCustomer(viewer, 't.customer_id')}
        and t.started_at >= least(${first}, ${from}::date) at time zone 'UTC'
        and t.started_at < (${to}::date + 1) at time zone 'UTC'
        and t.vehicle_id in (select id from fleet)
      group by 1, 2),
    bought as materialized (
      select e.vehicle_id, e.starts_on as day, sum(e.litres) as litres, sum(e.energy_kwh) as kwh
      from cost_entries e where ${ofCustomer(viewer, 'e.customer_id')} and e.category = 'fuel'
        and e.product not ilike '%adblue%' and e.starts_on >= ${first} and e.starts_on <= ${to}::date
        and e.vehicle_id in (select id from fleet)
      group by 1, 2),
    driven as (
      select d.vehicle_id, m.first, min(d.day) as since, max(m.ends) as ends, sum(d.used_l) as used_l,
        sum(d.distance_m) as distance_m, sum(d.counted_m) as counted_m
      from months m join days d on d.day < m.ends and d.day >= m.ends - ${USE_DAYS}::int group by 1, 2),
    filled as (
      select d.vehicle_id, d.first, sum(b.litres) as litres, sum(b.kwh) as kwh
      from driven d join bought b on b.vehicle_id = d.vehicle_id and b.day >= d.since and b.day < d.ends
      group by 1, 2),
    uses as materialized (
      select d.vehicle_id, d.first, ${energyOf('v')} as fuel,
        ${usePerM('v', {
          used: sql`d.used_l`,
          counted: sql`d.counted_m`,
          distance: sql`d.distance_m`,
          litres: sql`f.litres`,
          kwh: sql`f.kwh`,
        })} as per_m
      from driven d join vehicles v on v.id = d.vehicle_id
      left join filled f on f.vehicle_id = d.vehicle_id and f.first = d.first)`;
}

/** The trips of visible vehicles by vehicle and month. */
export async function co2Rows(
  trx: Transaction,
  viewer: Viewer,
  filter: PartFilter,
): Promise<readonly Co2Row[]> {
  const { rows } = await sql<Co2Row>`
    with ${monthlyUse(viewer, filter)},
    x as (
      select d.vehicle_id, m.first, sum(d.trips)::int as trips, sum(d.distance_m)::float8 as distance_m,
        coalesce(sum(d.used_l), 0)::float8 as counted_l, sum(d.counted_m)::float8 as counted_m,
        sum(d.counted)::int as counted_trips
      from months m join days d on d.day >= m.first and d.day < m.ends group by 1, 2)
    select to_char(x.first, 'YYYY-MM') as month, x.vehicle_id, v.registration, v.type, x.trips,
      x.distance_m, x.counted_l, x.counted_m, x.counted_trips, u.fuel, u.per_m::float8 as "perM",
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
        from vehicle_depots vd join depots g on g.id = vd.depot_id and g.archived_at is null
        where vd.vehicle_id = x.vehicle_id), '[]') as depots
    from x join vehicles v on v.id = x.vehicle_id
    join uses u on u.vehicle_id = x.vehicle_id and u.first = x.first
    order by x.first, v.registration, v.id`.execute(trx);
  return rows;
}

/** A trip with the use of its vehicle. */
export interface Co2TripRow extends FuelUse {
  readonly id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly started_ms: number;
  readonly ended_ms: number;
  readonly distance_m: number;
  readonly fuel_used_l: number | null;
}

/** A page, and count and metres of all trips that match. */
interface Co2TripPage {
  readonly count: number;
  readonly distanceM: number;
  readonly rows: readonly Co2TripRow[];
}

type Basis = (typeof TRIP_CO2_BASES)[number];

/** How the CO2 of a trip `t` is known by the use `u` of its vehicle, as `co2OfTrip` decides. */
const BASIS = sql`case
  when u.fuel is null or u.fuel = 'other' then 'unknown'
  when u.fuel <> 'electric' and t.fuel_used_l is not null then 'measured'
  when u.per_m is null then 'unknown' else 'estimated' end`;

/** A page of the trips of visible vehicles, newest first unless sorted otherwise. */
export async function co2TripPage(
  trx: Transaction,
  viewer: Viewer,
  filter: PartFilter & { readonly basis?: Basis | undefined },
  page: Page,
): Promise<Co2TripPage> {
  const { basis, from, to } = filter;
  const direction = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const column = page.orderBy === 'distance' ? sql`t.distance_m` : sql`t.started_at`;
  const search =
    page.search === '' ? sql`true` : sql`v.registration ilike ${containsPattern(page.search)}`;
  const { rows } = await sql<Co2TripRow & { count: number; sum_m: number }>`
    with ${monthlyUse(viewer, filter)},
    asked as (
      select t.*, v.registration, u.fuel, u.per_m from trips t join vehicles v on v.id = t.vehicle_id
      left join uses u on u.vehicle_id = t.vehicle_id
        and u.first = date_trunc('month', t.started_at at time zone 'UTC')::date
      where ${basis === undefined ? sql`true` : sql`${BASIS} = ${basis}`} and ${ofCustomer(viewer, 't.customer_id')} and ${search}
        and t.started_at >= ${from}::date at time zone 'UTC'
        and t.started_at < (${to}::date + 1) at time zone 'UTC'
        and t.vehicle_id in (select id from fleet)),
    shown as (select * from asked t order by ${column} ${direction}, t.id ${direction}
      limit ${page.limit} offset ${page.offset})
    select t.id::float8 as id, t.vehicle_id, t.registration, ${ms('t.started_at')} as started_ms,
      ${ms('t.ended_at')} as ended_ms, t.distance_m, t.fuel_used_l::float8 as fuel_used_l,
      t.fuel, t.per_m::float8 as "perM", c.count, c.sum_m
    from (select count(*)::int as count, coalesce(sum(distance_m), 0)::float8 as sum_m from asked) c
    left join shown t on true
    order by ${column} ${direction}, t.id ${direction}`.execute(trx);
  return {
    count: rows[0]?.count ?? 0,
    distanceM: rows[0]?.sum_m ?? 0,
    rows: rows.filter(({ id }) => id !== null),
  };
}
