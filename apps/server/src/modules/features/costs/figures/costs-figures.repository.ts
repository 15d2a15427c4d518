import type { CostGrouping, CostKind } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { costParts, isPowered, type PartFilter } from './costs-parts.repository.ts';

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

export interface FigureFilter extends PartFilter {
  readonly by: CostGrouping;
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

/**
 * The figures of all groups with a cost or a trip, by name; see {@link costParts}. A trip counts in the month in
 * which it began (UTC). A vehicle of several depots counts in each of them.
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
    with ${costParts(viewer, filter)},
    driven as (
      select t.vehicle_id, date_trunc('month', t.started_at at time zone 'UTC')::date as month,
        sum(t.distance_m) as distance_m
      from trips t where ${ofCustomer(viewer, 't.customer_id')}
        and t.started_at >= ${from}::date at time zone 'UTC'
        and t.started_at < (${to}::date + 1) at time zone 'UTC'
        and t.vehicle_id in (select id from fleet) and ${isPowered('t.vehicle_id')}
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
