import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../paging.ts';
import type { Transaction } from './database.ts';

/** Nobody pages through more: beyond, a count stays here. */
export const COUNT_LIMIT = 10_000;
/** The same where a word is met in row after row, and each has to be looked at. */
const OFTEN_LIMIT = 1000;
/** Rows that are looked at to tell whether a word is met often, and so many hits that it is. */
const PROBED = 1000;
const OFTEN = 50;
/** The index of texts knows groups of three letters. */
const INDEXED_LENGTH = 3;

/** A list that can be searched. */
export interface SearchedList {
  /** Function that finds the ids of a pattern, at most so many: of the migration of pickers. */
  readonly found: `${'depots' | 'regions' | 'drivers' | 'driver_details' | 'trackers' | 'schedule_types' | 'notification_deliveries'}_found`;
  /** Column with the id. */
  readonly id: string;
  /** The same search as a condition on a row. */
  readonly onTheWay: (pattern: string) => RawBuilder<boolean>;
}

/** A search as a condition on rows, and how far its hits are counted. */
interface Search {
  readonly condition: RawBuilder<boolean>;
  readonly most: number;
}

/**
 * As {@link contains}, for lists whose rows are costly to look at: what is met often is found out by
 * some rows, before the index is asked for it in vain.
 *
 * @param some `from … where … order by …` of the list without its search
 */
export async function searchIn(
  trx: Transaction,
  list: SearchedList,
  search: string,
  some: RawBuilder<unknown>,
): Promise<Search> {
  if (search === '') return { condition: sql<boolean>`true`, most: COUNT_LIMIT };
  const onTheWay = list.onTheWay(containsPattern(search));
  const { rows } = await sql<{ hits: number; rows: number }>`
    select (count(*) filter (where hit))::int as hits, count(*)::int as rows
    from (select ${onTheWay} as hit ${some} limit ${PROBED}) probed`.execute(trx);
  const [probed] = rows;
  // These were all the rows there are.
  const isShort = (probed?.rows ?? 0) < PROBED;
  if (isShort || search.length < INDEXED_LENGTH || (probed?.hits ?? 0) >= OFTEN) {
    return { condition: onTheWay, most: isShort ? COUNT_LIMIT : OFTEN_LIMIT };
  }
  const ids = await idsFound(trx, list, search);
  return ids === null
    ? { condition: onTheWay, most: OFTEN_LIMIT }
    : { condition: sql<boolean>`${sql.ref(list.id)} = any(${ids}::bigint[])`, most: COUNT_LIMIT };
}

/** What the index finds; null for too many. */
async function idsFound(
  trx: Transaction,
  { found }: SearchedList,
  search: string,
): Promise<(number | string)[] | null> {
  const { rows } = await sql<{ id: number | string }>`
    select id from ${sql.id(found)}(${containsPattern(search)}, ${COUNT_LIMIT + 1}) as id`.execute(
    trx,
  );
  return rows.length > COUNT_LIMIT ? null : rows.map(({ id }) => id);
}

/**
 * Condition: the row contains what is searched. What finds few rows is looked up in an index, which
 * row-level security would not let a condition use; what finds many is met soon enough on the way
 * through the order of a list.
 */
export async function contains(
  trx: Transaction,
  list: SearchedList,
  search: string,
): Promise<RawBuilder<boolean>> {
  if (search === '') return sql<boolean>`true`;
  const pattern = containsPattern(search);
  const ids = search.length < INDEXED_LENGTH ? null : await idsFound(trx, list, search);
  if (ids === null) return list.onTheWay(pattern);
  return sql<boolean>`${sql.ref(list.id)} = any(${ids}::bigint[])`;
}

/** A page of rows, with the count of all pages. */
export interface CountedRows<Row> {
  /** At most {@link COUNT_LIMIT}. */
  readonly count: number;
  /** There are more, or may be. */
  readonly isLimit: boolean;
  readonly rows: Row[];
}

/**
 * Reads a page and counts apart from it: the page walks an index in its order and stops when it is
 * full, which it could not do if each of its rows carried the count of all. A page that is not full
 * needs no counting.
 *
 * @param read the page
 * @param matching `from … where …` of all pages
 * @param most so far is counted
 */
export async function countedPage<Row>(
  trx: Transaction,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  read: RawBuilder<Row>,
  matching: RawBuilder<unknown>,
  most = COUNT_LIMIT,
): Promise<CountedRows<Row>> {
  const { rows } = await read.execute(trx);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  if (isLast) {
    const count = Math.min(COUNT_LIMIT, offset + rows.length);
    return { count, isLimit: count === COUNT_LIMIT, rows };
  }
  const all = await sql<{ count: number }>`select count(*)::int as count
    from (select ${matching} limit ${most}) counted`.execute(trx);
  const count = all.rows[0]?.count ?? 0;
  return { count, isLimit: count === most, rows };
}
