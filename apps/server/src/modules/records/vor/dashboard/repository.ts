import type { VorReason } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../fleet/index.ts';
import { VOR_COLUMNS, type VorRow, vorFrom } from '../repository.ts';

/** Whose entries are meant. */
export interface VorScope {
  readonly regionId: number | null;
  readonly depotId: number | null;
  readonly vehicleId: number | null;
}

/** Which entries are meant (N-P01). */
export interface VorFilter extends VorScope {
  readonly reason: VorReason | null;
  readonly repairer: string | null;
  readonly state: 'off_road' | 'returned' | null;
  /** From this moment on, and before that one, the vehicle was off the road for a while. */
  readonly start: Date | null;
  readonly end: Date | null;
}

const WEEK = sql`interval '7 days'`;
const MAX_REPAIRERS = 200;

/** Days off the road, begun ones included, as `daysOffRoad` counts them. */
const daysSince = (since: RawBuilder<unknown>) =>
  sql`greatest(1, ceil(extract(epoch from now() - ${since}) / 86400))`;

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  off_road_at: sql`e.since`,
  registration: sql`v.registration`,
  reason: sql`e.reason`,
  repairer: sql`lower(e.repairer)`,
  expected_back: sql`e.expected_back_at`,
  returned_at: sql`e.returned_at`,
  cost_per_day: sql`e.cost_per_day`,
};

/** What is open before what is over; of the open the oldest first, which waits longest. */
const OWN_ORDER = sql`e.returned_at is not null, coalesce(e.returned_at, '-infinity') desc, e.since`;

function orderOf({ orderBy, descending }: Page): RawBuilder<unknown> {
  const by = orderBy === null ? undefined : ORDERS[orderBy];
  if (by === undefined) return OWN_ORDER;
  return descending ? sql`${by} desc nulls last` : sql`${by} nulls last`;
}

/** Condition: a vehicle, by its id, belongs to the scope. */
function inScope(
  viewer: Viewer,
  { regionId, depotId, vehicleId }: VorScope,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (vehicleId !== null) parts.push(sql`${id} = ${vehicleId}`);
  if (depotId !== null || regionId !== null) {
    parts.push(sql`exists (select from vehicle_depots w join depots g on g.id = w.depot_id
      where w.vehicle_id = ${id} and ${depotIsVisible(viewer)}
        ${depotId === null ? sql`` : sql`and g.id = ${depotId}`}
        ${regionId === null ? sql`` : sql`and g.region_id = ${regionId}`})`);
  }
  return sql.join(parts, sql` and `);
}

function matching(viewer: Viewer, search: string, filter: VorFilter): RawBuilder<unknown> {
  const { reason, repairer, state, start, end } = filter;
  const parts = [inScope(viewer, filter, sql`e.vehicle_id`)];
  if (search !== '') {
    const like = containsPattern(search);
    parts.push(sql`(v.registration ilike ${like} or e.note ilike ${like}
      or e.repairer ilike ${like})`);
  }
  if (reason !== null) parts.push(sql`e.reason = ${reason}`);
  if (repairer !== null) parts.push(sql`e.repairer = ${repairer}`);
  if (state === 'off_road') parts.push(sql`e.returned_at is null`);
  if (state === 'returned') parts.push(sql`e.returned_at is not null`);
  if (start !== null) parts.push(sql`(e.returned_at is null or e.returned_at >= ${start})`);
  if (end !== null) parts.push(sql`e.since < ${end}`);
  return sql.join(parts, sql` and `);
}

/** A page of the entries, and how many there are. */
export async function vorPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  filter: VorFilter,
): Promise<{ count: number; rows: VorRow[] }> {
  const from = sql`from ${vorFrom(trx, viewer)} where ${matching(viewer, page.search, filter)}`;
  const { rows } = await sql<VorRow>`select ${VOR_COLUMNS} ${from}
    order by ${orderOf(page)}, e.id limit ${page.limit} offset ${page.offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Figures of the vehicles of a scope that are in sight. */
export interface VorFigures {
  vehicles: number;
  off_road: number;
  over_7_days: number;
  returned_this_week: number;
  average_days: number;
  cost: number;
}

/** Counts the vehicles off the road, by vehicle and not by entry: one may be there for several reasons. */
export async function vorFigures(
  trx: Transaction,
  viewer: Viewer,
  scope: VorScope,
): Promise<VorFigures> {
  const { rows } = await sql<VorFigures>`
    with sight as materialized (
      select v.id from (${visibleVehicles(trx, viewer)}) v where ${inScope(viewer, scope, sql`v.id`)}
    ), open as materialized (
      select e.vehicle_id, min(e.since) as since,
        sum(e.cost_per_day * ${daysSince(sql`e.since`)}) as cost
      from vor_entries e where e.returned_at is null and e.vehicle_id in (select id from sight)
      group by e.vehicle_id
    )
    select (select count(*)::int from sight) as vehicles,
      count(*)::int as off_road,
      (count(*) filter (where since < now() - ${WEEK}))::int as over_7_days,
      coalesce(round(avg(${daysSince(sql`since`)}), 1), 0)::float8 as average_days,
      coalesce(sum(cost), 0)::float8 as cost,
      (select count(distinct e.vehicle_id)::int from vor_entries e
        where e.returned_at >= now() - ${WEEK} and e.vehicle_id in (select id from sight)
          and e.vehicle_id not in (select vehicle_id from open)) as returned_this_week
    from open`.execute(trx);
  return rows[0] as VorFigures;
}

/** Who repairs, or repaired, vehicles in sight, by name. */
export async function vorRepairers(trx: Transaction, viewer: Viewer): Promise<string[]> {
  const { rows } = await sql<{ repairer: string }>`
    select distinct e.repairer, lower(e.repairer) as sort from vor_entries e
    where e.repairer is not null
      and e.vehicle_id in (select id from (${visibleVehicles(trx, viewer)}) v)
    order by sort limit ${MAX_REPAIRERS}`.execute(trx);
  return rows.map(({ repairer }) => repairer);
}
