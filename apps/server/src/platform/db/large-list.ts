import { type RawBuilder, sql } from 'kysely';
import { COUNT_LIMIT, countOf, type ListCount, rowsToCount } from '../paging.ts';
import type { CustomerScope, Transaction } from './database.ts';
import { ofCustomer, type RowScope, vehicleIdsInScope } from './scope.ts';

/*
 * Pages of tables with a million rows (requirement R-P07). The ids come from indexes that contain every
 * column of the filters and sorts; the caller reads the table only for the rows of the page.
 */

/** The end of a query: its sort and limit. */
type Tail = RawBuilder<unknown>;

/** A query of rows, with its tail. */
export type Part = (tail: Tail) => RawBuilder<unknown>;

/**
 * A part of few rows. It is sorted after it was read, so that the planner does not look for these few in the sequence
 * of the list.
 */
export const sortedApart =
  (part: Part): Part =>
  (tail) =>
    sql`select * from (${part(sql`offset 0`)}) f ${tail}`;

/** A list of rows that are read from indexes. */
export interface LargeList {
  /**
   * Queries for the id of the rows, as `id`, and for the columns of the sort. More than one query is read
   * one after the other; no row may be in two of them.
   */
  readonly parts: readonly Part[];
  /** Other parts with the same rows, for reading in the sequence of the list. */
  readonly walked?: readonly Part[];
  /** Sort of the columns of the parts, as `h`; ends with the id. */
  readonly order: RawBuilder<unknown>;
  /** Sort of the parts with the newest rows first, of which a search takes its sample. */
  readonly newest?: RawBuilder<unknown>;
  /** Joins of `h` for a sort by columns of other tables. The list then needs `walk`. */
  readonly joins?: RawBuilder<unknown>;
  /**
   * Query for the ids in the sequence of the list that stops at its `limit`. By default each part is read in
   * the sequence of the list.
   */
  readonly walk?: (limit: RawBuilder<unknown>) => RawBuilder<unknown>;
}

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
): RawBuilder<unknown> {
  const limit = sql`limit ${most}`;
  if (walk !== undefined) return walk(limit);
  const merged = together(walked.map((part) => part(sql`order by ${order} ${limit}`)));
  return sql`select h.id from (${merged}) h order by ${order} ${limit}`;
}

/** Counts up to a number of rows. */
async function countUpTo(trx: Transaction, { parts }: LargeList, most: number): Promise<number> {
  const limit = sql`limit ${most}`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${together(parts.map((part) => part(limit)))}) h ${limit}) counted`.execute(
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
  const { joins = sql``, order, parts } = list;
  const limit = sql`limit ${COUNT_LIMIT + 1}`;
  const { rows } = await sql<{ counted: number; ids: number[] }>`
    with hits as materialized (
      select * from (${together(parts.map((part) => part(limit)))}) h ${limit}),
    counted as materialized (select count(*)::int as rows from hits)
    select rows as counted, array(select h.id from hits h ${joins}
      where (select rows from counted) <= ${COUNT_LIMIT}
      order by ${order} limit ${page.limit} offset ${page.offset}) as ids
    from counted`.execute(trx);
  const { counted = 0, ids = [] } = rows[0] ?? {};
  if (counted <= COUNT_LIMIT)
    return { ...countOf(page, ids.length, counted), ids: ids.map(Number) };
  const walked = await sql<{ ids: number[] }>`select array(select w.id
    from (${walkOf(list, page.offset + page.limit)}) w offset ${page.offset}) as ids`.execute(trx);
  const shown = (walked.rows[0]?.ids ?? []).map(Number);
  const most = rowsToCount(page, shown.length);
  const total = most <= counted ? counted : await countUpTo(trx, list, most);
  return { ...countOf(page, shown.length, total), ids: shown };
}
