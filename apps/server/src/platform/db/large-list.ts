import { type RawBuilder, sql } from 'kysely';
import { COUNT_LIMIT, countOf, type ListCount, rowsToCount } from '../paging.ts';
import type { CustomerScope, Transaction } from './database.ts';
import { EVERY_TIME, type LargeList } from './large-parts.ts';
import { placeBefore } from './large-seek.ts';
import { ofCustomer, type RowScope, vehicleIdsInScope } from './scope.ts';

/*
 * Pages of tables with a million rows (requirement R-P07). The ids come from indexes that contain every
 * column of the filters and sorts; the caller reads the table only for the rows of the page.
 */

/** Ids of a page in their sequence, and the count of the list. */
export interface LargePage extends ListCount {
  readonly ids: readonly number[];
}

/**
 * A query of the rows of the viewer's customer. For global administrators it is asked for each customer, so that
 * the indexes, which all begin with the customer, keep their sort.
 *
 * @param column column with the customer, with its table
 * @param query makes the query from the condition on the customer
 */
export function ofEachCustomer(
  viewer: CustomerScope,
  column: string,
  query: (ofCustomer: RawBuilder<boolean>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!viewer.isGlobalAdmin) return query(ofCustomer(viewer, column));
  const one = query(sql<boolean>`${sql.ref(column)} = k.id`);
  return sql`select h.* from customers k cross join lateral (${one}) h`;
}

/**
 * The vehicles in the viewer's scope and of a depot, also inactive ones; null for all. They are looked up
 * first, because a subquery hides their number from the planner.
 *
 * @param depot limits them to a depot; undefined for any
 */
export async function vehicleIdsOf(
  trx: Transaction,
  viewer: RowScope,
  depot?: number,
): Promise<readonly number[] | null> {
  const inScope = vehicleIdsInScope(viewer);
  if (inScope === null && depot === undefined) return null;
  const ofDepot = sql`select o.vehicle_id from vehicle_depots o where o.depot_id = ${depot}`;
  const ids =
    depot === undefined
      ? inScope
      : inScope === null
        ? ofDepot
        : sql`${ofDepot} and o.vehicle_id in (${inScope})`;
  const { rows } = await sql<{ ids: number[] }>`
    select array(select distinct s.vehicle_id from (${ids}) s) as ids`.execute(trx);
  return rows[0]?.ids ?? [];
}

/** Condition: the column is one of the ids, which are few or many; null for any. */
export function isOneOfIds(column: string, ids: readonly number[] | null): RawBuilder<boolean>[] {
  if (ids === null) return [];
  const [only] = ids;
  // An equality keeps the sort of an index, a list of values does not.
  if (ids.length === 1) return [sql<boolean>`${sql.ref(column)} = ${only}`];
  return [sql<boolean>`${sql.ref(column)} = any(${[...ids]}::int[])`];
}

const together = (queries: readonly RawBuilder<unknown>[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );

/** Ids in the sequence of the list. */
export function walkOf(
  { order, parts, walk, walked = parts }: LargeList,
  most: number,
  range = EVERY_TIME,
): RawBuilder<unknown> {
  const limit = sql`limit ${most}`;
  if (walk !== undefined) return walk(limit);
  const merged = together(walked.map((part) => part(sql`order by ${order} ${limit}`, range)));
  return sql`select h.id from (${merged}) h order by ${order} ${limit}`;
}

/** Counts up to a number of rows. */
async function countUpTo(trx: Transaction, { parts }: LargeList, most: number): Promise<number> {
  const limit = sql`limit ${most}`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${together(parts.map((part) => part(limit, EVERY_TIME)))}) h ${limit}) counted`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Makes the planner read indexes, also for unsorted parts: their rows may all be at the end of the table, which
 * a sequential scan would read from its start. A page is not worth the start of other processes.
 */
export async function readIndexes(trx: Transaction): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
}

/**
 * The ids of a page and the count of its list. Up to 10,000 rows are read by the index that finds the fewest, and
 * sorted. In longer lists, at least one row in a hundred of a million is a hit, so the page is read by an
 * index in the sequence of the list.
 */
export async function largePage(
  trx: Transaction,
  page: { readonly limit: number; readonly offset: number },
  list: LargeList,
): Promise<LargePage> {
  await readIndexes(trx);
  if (page.offset > COUNT_LIMIT) return farPage(trx, page, list);
  const { counted, ids } = await firstRows(trx, page, list);
  if (counted <= COUNT_LIMIT) return { ...countOf(page, ids.length, counted), ids };
  const shown = await idsFrom(trx, page, list);
  const most = rowsToCount(page, shown.length);
  const total = most <= counted ? counted : await countUpTo(trx, list, most);
  return { ...countOf(page, shown.length, total), ids: shown };
}

/** Rows that a statement reads first; the parts of its list read them instead of the table. */
export const FOUND = sql`found_rows`;

/**
 * Reads the rows of a list without a sort, and sorts them if they are no more than 10,000.
 *
 * @param query of the rows that the parts read as {@link FOUND}
 * @returns the number of rows, up to 10,001; the number of rows of the query; the ids of the page
 */
export async function firstRows(
  trx: Transaction,
  page: { readonly limit: number; readonly offset: number },
  { joins = sql``, order, parts }: LargeList,
  query: RawBuilder<unknown> = sql`select`,
): Promise<{ readonly counted: number; readonly found: number; readonly ids: readonly number[] }> {
  const limit = sql`limit ${COUNT_LIMIT + 1}`;
  const { rows } = await sql<{ counted: number; found: number; ids: number[] }>`
    with ${FOUND} as materialized (${query}), hits as materialized (
      select * from (${together(parts.map((part) => part(limit, EVERY_TIME)))}) h ${limit}),
    counted as materialized (select count(*)::int as rows from hits)
    select rows as counted, (select count(*) from ${FOUND})::int as found,
      array(select h.id from hits h ${joins}
      where (select rows from counted) <= ${COUNT_LIMIT}
      order by ${order} limit ${page.limit} offset ${page.offset}) as ids
    from counted`.execute(trx);
  const { counted = 0, found = 0, ids = [] } = rows[0] ?? {};
  return { counted, found, ids: ids.map(Number) };
}

/** A page beyond the limit of the count. */
async function farPage(
  trx: Transaction,
  page: { readonly limit: number; readonly offset: number },
  list: LargeList,
): Promise<LargePage> {
  const counted = await countUpTo(trx, list, page.offset + 1);
  if (counted <= page.offset) return { ...countOf(page, 0, counted), ids: [] };
  const shown = await idsFrom(trx, page, list);
  return { ...countOf(page, shown.length, counted), ids: shown };
}

/** Ids of a page in the sequence of the list, from the last known place before it on. */
async function idsFrom(
  trx: Transaction,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  list: LargeList,
): Promise<readonly number[]> {
  const { range, rows } = await placeBefore(trx, list, offset);
  const left = offset - rows;
  const { rows: walked } = await sql<{ ids: number[] }>`select array(select w.id
    from (${walkOf(list, left + limit, range)}) w offset ${left}) as ids`.execute(trx);
  return (walked[0]?.ids ?? []).map(Number);
}
