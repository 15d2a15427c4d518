import type { CostGrouping, CostKind, VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction, vehicleInScope } from '../../../../platform/db/index.ts';
import { inDepot } from '../costs.repository.ts';

/** The costs, distance and bought energy of one group; amounts by kind. */
export interface FigureRow {
  readonly key: string;
  readonly name: string;
  readonly amounts: Readonly<Partial<Record<CostKind, number>>>;
  readonly total: number;
  readonly distance_m: number;
  readonly litres_diesel: number;
  readonly litres_petrol: number;
  readonly energy_kwh: number;
}

export interface FigureFilter {
  /** First and last day, YYYY-MM-DD: whole months. */
  readonly from: string;
  readonly to: string;
  readonly by: CostGrouping;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly vehicle_type?: VehicleType | undefined;
}

/** Key and name of the group of a row with `vehicle_id` and `month`; joins of vehicles as `v`. */
const GROUPS: Readonly<
  Record<CostGrouping, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }>
> = {
  month: { key: sql`to_char(x.month, 'YYYY-MM')`, name: sql`to_char(x.month, 'YYYY-MM')` },
  vehicle: { key: sql`v.id::text`, name: sql`v.registration` },
  vehicle_type: { key: sql`v.type`, name: sql`v.type` },
  depot: { key: sql`g.id::text`, name: sql`g.name` },
};

function vehiclesOf(viewer: Viewer, { vehicle, depot, vehicle_type }: FigureFilter) {
  return sql`select v.id from vehicles v where ${ofCustomer(viewer, 'v.customer_id')}
    and ${vehicleInScope(viewer, 'v.id')}
    ${vehicle === undefined ? sql`` : sql`and v.id = ${vehicle}`}
    ${depot === undefined ? sql`` : sql`and ${inDepot('v.id', depot)}`}
    ${vehicle_type === undefined ? sql`` : sql`and v.type = ${vehicle_type}`}`;
}

/**
 * The figures of all groups with a cost or a trip, by name. An entry of several days counts in each month
 * with its share of days; a repair in the month of the repair; a work order without defects in the month
 * of its completion (the cost of others is that of their defects); a tyre in the month in which it was first
 * fitted, and again after each retreading; a trip in the month in which it began (UTC).
 * A vehicle of several depots counts in each of them.
 */
export async function costFigures(
  trx: Transaction,
  viewer: Viewer,
  filter: FigureFilter,
): Promise<readonly FigureRow[]> {
  const { from, to, by } = filter;
  const { key, name } = GROUPS[by];
  const depots =
    by === 'depot'
      ? sql`join vehicle_depots vd on vd.vehicle_id = v.id join depots g on g.id = vd.depot_id
          and g.archived_at is null`
      : sql``;
  const { rows } = await sql<FigureRow>`
    with fleet as materialized (${vehiclesOf(viewer, filter)}),
    months as (
      select m::date as first, (m + interval '1 month - 1 day')::date as last
      from generate_series(${from}::date, ${to}::date, interval '1 month') m),
    parts as (
      select e.vehicle_id, m.first as month, e.category as kind, e.amount * share as amount,
        coalesce(e.litres, 0) * share as litres, coalesce(e.energy_kwh, 0) * share as kwh
      from months m join cost_entries e on e.starts_on <= m.last and e.ends_on >= m.first
      cross join lateral (select (least(e.ends_on, m.last) - greatest(e.starts_on, m.first) + 1)::numeric
        / (e.ends_on - e.starts_on + 1) as share) s
      where ${ofCustomer(viewer, 'e.customer_id')} and e.ends_on >= ${from}::date
        and e.starts_on <= ${to}::date and e.vehicle_id in (select id from fleet)
      union all
      select r.vehicle_id, date_trunc('month', r.repaired_at at time zone 'UTC')::date, 'repair',
        r.cost, 0, 0
      from defect_records r where ${ofCustomer(viewer, 'r.customer_id')} and r.cost > 0
        and r.repaired_at >= ${from}::date at time zone 'UTC'
        and r.repaired_at < (${to}::date + 1) at time zone 'UTC'
        and r.vehicle_id in (select id from fleet)
      union all
      select o.vehicle_id, date_trunc('month', o.completed_at at time zone 'UTC')::date,
        'maintenance', o.total - o.recovered, 0, 0
      from work_orders o where ${ofCustomer(viewer, 'o.customer_id')} and o.total > 0
        and o.state in ('done', 'invoiced')
        and o.completed_at >= ${from}::date at time zone 'UTC'
        and o.completed_at < (${to}::date + 1) at time zone 'UTC'
        and o.vehicle_id in (select id from fleet)
        and not exists (select from work_order_defects d where d.work_order_id = o.id)
      union all
      select f.vehicle_id, date_trunc('month', f.fitted_at at time zone 'UTC')::date, 'tyres',
        f.charge, 0, 0
      from tyre_fittings f where ${ofCustomer(viewer, 'f.customer_id')} and f.charge > 0
        and f.fitted_at >= ${from}::date at time zone 'UTC'
        and f.fitted_at < (${to}::date + 1) at time zone 'UTC'
        and f.vehicle_id in (select id from fleet)),
    driven as (
      select t.vehicle_id, date_trunc('month', t.started_at at time zone 'UTC')::date as month,
        sum(t.distance_m) as distance_m
      from trips t where ${ofCustomer(viewer, 't.customer_id')}
        and t.started_at >= ${from}::date at time zone 'UTC'
        and t.started_at < (${to}::date + 1) at time zone 'UTC'
        and t.vehicle_id in (select id from fleet)
      group by 1, 2),
    x as (
      select vehicle_id, month, kind, sum(amount) as amount, sum(litres) as litres, sum(kwh) as kwh,
        0::float8 as distance_m
      from parts group by 1, 2, 3
      union all select vehicle_id, month, null, 0, 0, 0, distance_m from driven),
    grouped as (
      select ${key} as key, ${name} as name, x.kind, sum(x.amount) as amount,
        sum(x.litres) filter (where v.fuel_name not ilike '%petrol%') as diesel,
        sum(x.litres) filter (where v.fuel_name ilike '%petrol%') as petrol,
        sum(x.kwh) as kwh, sum(x.distance_m) as distance_m
      from x join vehicles v on v.id = x.vehicle_id ${depots} group by 1, 2, 3)
    select key, name,
      coalesce(jsonb_object_agg(kind, round(amount, 2)::float8) filter (where kind is not null), '{}')
        as amounts,
      round(sum(amount), 2)::float8 as total, sum(distance_m)::float8 as distance_m,
      coalesce(sum(diesel), 0)::float8 as litres_diesel,
      coalesce(sum(petrol), 0)::float8 as litres_petrol, sum(kwh)::float8 as energy_kwh
    from grouped group by key, name order by name, key`.execute(trx);
  return rows;
}
