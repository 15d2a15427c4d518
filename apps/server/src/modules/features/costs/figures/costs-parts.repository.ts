import { type CostKind, UNPOWERED_KINDS, type VehicleType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, vehicleInScope } from '../../../../platform/db/index.ts';
import { inDepot } from '../costs.repository.ts';

export interface PartFilter {
  /** First and last day, YYYY-MM-DD: whole months. */
  readonly from: string;
  readonly to: string;
  readonly kind?: CostKind | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly vehicle_type?: VehicleType | undefined;
}

/** The ids of the visible vehicles of a filter. */
export function vehiclesOf(viewer: Viewer, { vehicle, depot, vehicle_type }: PartFilter) {
  return sql`select v.id from vehicles v where ${ofCustomer(viewer, 'v.customer_id')}
    and ${vehicleInScope(viewer, 'v.id')}
    ${vehicle === undefined ? sql`` : sql`and v.id = ${vehicle}`}
    ${depot === undefined ? sql`` : sql`and ${inDepot('v.id', depot)}`}
    ${vehicle_type === undefined ? sql`` : sql`and v.type = ${vehicle_type}`}`;
}

/**
 * Condition: the vehicle of a column has an engine or motor of its own. The distance of a trailer with a tracker
 * is also that of its lorry, which burns the fuel: it would count twice.
 */
export const isPowered = (column: string) => sql`not exists (select from vehicles k
    where k.id = ${sql.ref(column)} and k.kind = any(${[...UNPOWERED_KINDS]}::text[]))`;

/**
 * Common table expressions `fleet` (ids of vehicles), `months` (first and last day), and `parts`: what each
 * record counts in each month, without sums. An entry of several days counts in each month with its share of
 * days; a plan in each month that it runs; a repair in the month of the repair; a work order without defects
 * in the month of its completion (the cost of others is that of their defects); a tyre in the month in which
 * it was first fitted, and again after each retreading. Months are of UTC.
 */
export function costParts(viewer: Viewer, filter: PartFilter): RawBuilder<unknown> {
  const { from, kind, to } = filter;
  const start = sql`${from}::date at time zone 'UTC'`;
  const end = sql`(${to}::date + 1) at time zone 'UTC'`;
  const monthOf = (column: string) =>
    sql`date_trunc('month', ${sql.ref(column)} at time zone 'UTC')::date`;
  const isKind = (column: string) =>
    kind === undefined ? sql`true` : sql`${sql.ref(column)} = ${kind}`;
  const isAsked = (one: CostKind) => (kind === undefined || kind === one ? sql`true` : sql`false`);
  const ofFleet = (alias: string) => sql`${ofCustomer(viewer, `${alias}.customer_id`)}
    and ${sql.ref(`${alias}.vehicle_id`)} in (select id from fleet)`;
  return sql`fleet as materialized (${vehiclesOf(viewer, filter)}),
    months as (
      select m::date as first, (m + interval '1 month - 1 day')::date as last
      from generate_series(${from}::date, ${to}::date, interval '1 month') m),
    parts as (
      select 'entry' as source, e.id::bigint as record_id, e.starts_on as day, e.vehicle_id,
        m.first as month, e.category as kind, e.amount * share as amount,
        coalesce(e.litres, 0) * share as litres, coalesce(e.energy_kwh, 0) * share as kwh
      from months m join cost_entries e on e.starts_on <= m.last and e.ends_on >= m.first
      cross join lateral (select (least(e.ends_on, m.last) - greatest(e.starts_on, m.first) + 1)::numeric
        / (e.ends_on - e.starts_on + 1) as share) s
      where ${ofFleet('e')} and e.ends_on >= ${from}::date and e.starts_on <= ${to}::date
        and ${isKind('e.category')}
      union all
      select 'plan', p.id, m.first, p.vehicle_id, m.first, p.category,
        -- Cents that a month lacks count in a later one, so that the sum of the term is exact.
        round(p.monthly * (n + 1), 2) - round(p.monthly * n, 2), 0, 0
      from months m join cost_plans p on p.first_month <= m.first
        and coalesce(p.last_month, m.first) >= m.first
      cross join lateral (select (extract(year from age(m.first, p.first_month)) * 12
        + extract(month from age(m.first, p.first_month)))::int as n) s
      where ${ofFleet('p')} and ${isKind('p.category')}
      union all
      select 'defect', r.id, (r.repaired_at at time zone 'UTC')::date, r.vehicle_id,
        ${monthOf('r.repaired_at')}, 'repair', r.cost, 0, 0
      from defect_records r where ${isAsked('repair')} and ${ofFleet('r')} and r.cost > 0
        and r.repaired_at >= ${start} and r.repaired_at < ${end}
      union all
      select 'work_order', o.id, (o.completed_at at time zone 'UTC')::date, o.vehicle_id,
        ${monthOf('o.completed_at')}, 'maintenance', o.total - o.recovered, 0, 0
      from work_orders o where ${isAsked('maintenance')} and ${ofFleet('o')} and o.total > 0
        and o.state in ('done', 'invoiced')
        and o.completed_at >= ${start} and o.completed_at < ${end}
        and not exists (select from work_order_defects d where d.work_order_id = o.id)
      union all
      select 'tyre', f.tyre_id, (f.fitted_at at time zone 'UTC')::date, f.vehicle_id,
        ${monthOf('f.fitted_at')}, 'tyres', f.charge, 0, 0
      from tyre_fittings f where ${isAsked('tyres')} and ${ofFleet('f')} and f.charge > 0
        and f.fitted_at >= ${start} and f.fitted_at < ${end})`;
}
