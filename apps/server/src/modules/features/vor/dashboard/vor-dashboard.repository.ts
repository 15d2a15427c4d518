import type { VorCount, VorReason } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CountedRows,
  countedPage,
  type SearchedList,
  searchedPage,
  type Transaction,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import type { RecordScope } from '../../records/index.ts';
import { VOR_COLUMNS, type VorRow, withDepot } from '../vor.repository.ts';
import type { VorScope } from './vor-dashboard-scope.ts';
import { partsOf } from './vor-dashboard-sort.ts';

/** Selects entries (N-P01). */
export interface VorFilter extends RecordScope {
  readonly reason: VorReason | null;
  readonly repairer: string | null;
  readonly state: 'off_road' | 'returned' | null;
  readonly counted: VorCount | null;
  /** The vehicle was off the road at some time in this half-open range. */
  readonly start: Date | null;
  readonly end: Date | null;
}

const MAX_REPAIRERS = 200;

/** Seconds since 2000, the unit of the column `since_s`. */
const NOW_S = sql`(select date_part('epoch', now() - timestamptz '2000-01-01 00:00:00+00'))`;
const DAY_S = sql`86400`;

/** Days off the road, rounded up like `daysOffRoad`. */
const daysSince = (sinceS: RawBuilder<unknown>) =>
  sql`greatest(1, ceil((${NOW_S} - ${sinceS}) / ${DAY_S}))`;

/** No other entry of the vehicle of `e` has this condition. */
const noOther = (condition: RawBuilder<unknown>) => sql`not exists (select from vor_entries o
  where o.vehicle_id = e.vehicle_id and ${condition})`;
const OLDEST_OPEN = sql`e.returned_at is null
  and ${noOther(sql`o.returned_at is null and (o.since, o.id) < (e.since, e.id)`)}`;

/** One entry for each vehicle of a figure: the oldest open one, or the last from which it returned. */
const COUNTED: Readonly<Record<VorCount, RawBuilder<unknown>>> = {
  off_road: OLDEST_OPEN,
  over_7_days: sql`${OLDEST_OPEN} and ${NOW_S} - e.since_s > 7 * ${DAY_S}`,
  returned_this_week: sql`e.returned_at >= now() - interval '7 days'
    and ${noOther(sql`(o.returned_at is null or (o.returned_at, o.id) > (e.returned_at, e.id))`)}`,
};

function conditionsOf(filter: VorFilter): RawBuilder<unknown> {
  const { reason, repairer, state, counted, start, end } = filter;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (counted !== null) parts.push(COUNTED[counted]);
  if (reason !== null) parts.push(sql`e.reason = ${reason}`);
  if (repairer !== null) {
    parts.push(sql`e.repairer_key = lower(${repairer}::text) and e.repairer = ${repairer}`);
  }
  if (state === 'off_road') parts.push(sql`e.returned_at is null`);
  if (state === 'returned') parts.push(sql`e.returned_at is not null`);
  if (start !== null && state === 'returned') parts.push(sql`e.returned_at >= ${start}`);
  else if (start !== null) {
    parts.push(sql`(e.returned_at is null or e.returned_at >= ${start})`);
  }
  if (end !== null) parts.push(sql`e.since < ${end}`);
  return sql.join(parts, sql` and `);
}

/** Searches registration, repairer and note. */
const SEARCHED: SearchedList = {
  found: 'vor_entries_found',
  id: 'e.id',
  // A scalar subquery looks up each entry's vehicle; `exists` would read all vehicles.
  onTheWay: (pattern) => sql`(e.note ilike ${pattern} or e.repairer ilike ${pattern}
    or (select o.registration ilike ${pattern} from vehicles o where o.id = e.vehicle_id))`,
};

/**
 * The entries of a page, sorted. Reads each part from its index only as far as the page needs, and
 * joins the other columns for the entries of the page only.
 */
function pageFrom(viewer: Viewer, page: Page, matching: RawBuilder<unknown>) {
  const { limit, offset } = page;
  // Postgres runs parts with a limit one after another, never in parallel.
  const parts = partsOf(page).map(
    ({ condition, order }) =>
      sql`(select e.id ${matching} and ${condition} order by ${order} limit ${limit + offset})`,
  );
  return sql<VorRow>`select ${VOR_COLUMNS} from (
      select h.id, row_number() over () as place from (${sql.join(parts, sql` union all `)}) h
      limit ${limit} offset ${offset}) h
    join vor_entries e on e.id = h.id join vehicles v on v.id = e.vehicle_id ${withDepot(viewer)}
    order by h.place`;
}

/** A page of the entries, and their count, which stops at its limit. */
export function vorPage(
  trx: Transaction,
  viewer: Viewer,
  { from, isFew }: VorScope,
  page: Page,
  filter: VorFilter,
): Promise<CountedRows<VorRow>> {
  const some = sql`${from(page.orderBy === 'registration')} and ${conditionsOf(filter)}`;
  const read = (matching: RawBuilder<unknown>) => pageFrom(viewer, page, matching);
  if (!isFew) return searchedPage(trx, SEARCHED, page, { some, read });
  const found = page.search === '' ? sql`true` : SEARCHED.onTheWay(containsPattern(page.search));
  const matching = sql`${some} and ${found}`;
  return countedPage(trx, page, read(matching), matching);
}

/** Counts the vehicles of a scope. */
export async function vorVehicles(trx: Transaction, { vehicles }: VorScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${vehicles} as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Figures of the visible vehicles of a scope. */
export interface VorFigures {
  off_road: number;
  over_7_days: number;
  returned_this_week: number;
  average_days: number;
  cost: number;
}

/** Counts the vehicles off the road, not their entries: a vehicle may have several. */
export async function vorFigures(trx: Transaction, { condition }: VorScope): Promise<VorFigures> {
  const { rows } = await sql<VorFigures>`
    select count(*)::int as off_road,
      (count(*) filter (where ${NOW_S} - since_s > 7 * ${DAY_S}))::int as over_7_days,
      coalesce(round(avg(${daysSince(sql`since_s`)})::numeric, 1), 0)::float8 as average_days,
      coalesce(round(sum(cost)::numeric, 2), 0)::float8 as cost,
      (select count(distinct e.vehicle_id)::int from vor_entries e
        where e.returned_at >= now() - interval '7 days' and ${condition}
          and not exists (select from vor_entries o
            where o.vehicle_id = e.vehicle_id and o.returned_at is null)) as returned_this_week
    from (select e.vehicle_id, min(e.since_s) as since_s,
        sum(e.daily_cost * ${daysSince(sql`e.since_s`)}) as cost
      from vor_entries e where e.returned_at is null and ${condition}
      group by e.vehicle_id) open`.execute(trx);
  return rows[0] as VorFigures;
}

/**
 * Names of the repairers of visible vehicles, sorted. For many vehicles the query walks the index
 * from one distinct name to the next, instead of reading all entries.
 */
export async function vorRepairers(trx: Transaction, { condition, isFew }: VorScope) {
  const next = (after: RawBuilder<unknown>) => sql`(select e.repairer_key, e.repairer
    from vor_entries e where e.repairer_key is not null and ${condition} and ${after}
    order by e.repairer_key, e.repairer limit 1)`;
  const oneByOne = sql`with recursive names as (
      ${next(sql`true`)}
      union all
      select n.* from names cross join lateral ${next(
        sql`(e.repairer_key, e.repairer) > (names.repairer_key, names.repairer)`,
      )} n
    ) select repairer from names limit ${MAX_REPAIRERS}`;
  const atOnce = sql`select repairer from (
      select distinct e.repairer from vor_entries e where e.repairer is not null and ${condition}) e
    order by lower(repairer), repairer limit ${MAX_REPAIRERS}`;
  const { rows } = await sql<{ repairer: string }>`${isFew ? atOnce : oneByOne}`.execute(trx);
  return rows.map(({ repairer }) => repairer);
}
