import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../paging.ts';
import type { Transaction } from './database.ts';

/** Nobody pages through more: beyond, a count stays here. */
export const COUNT_LIMIT = 10_000;
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

/**
 * Condition: the row contains what is searched. What finds few rows is looked up in an index, which
 * row-level security would not let a condition use; what finds many is met soon enough on the way
 * through the order of a list.
 */
export async function contains(
  trx: Transaction,
  { found, id, onTheWay }: SearchedList,
  search: string,
): Promise<RawBuilder<boolean>> {
  if (search === '') return sql<boolean>`true`;
  const pattern = containsPattern(search);
  if (search.length < INDEXED_LENGTH) return onTheWay(pattern);
  const { rows } = await sql<{ id: number | string }>`
    select id from ${sql.id(found)}(${pattern}, ${COUNT_LIMIT + 1}) as id`.execute(trx);
  if (rows.length > COUNT_LIMIT) return onTheWay(pattern);
  return sql<boolean>`${sql.ref(id)} = any(${rows.map((row) => row.id)}::bigint[])`;
}

/** A page of rows, with the count of all pages. */
export interface CountedRows<Row> {
  /** At most {@link COUNT_LIMIT}. */
  readonly count: number;
  readonly rows: Row[];
}

/**
 * Reads a page and counts apart from it: the page walks an index in its order and stops when it is
 * full, which it could not do if each of its rows carried the count of all. A page that is not full
 * needs no counting.
 *
 * @param read the page
 * @param matching `from … where …` of all pages
 */
export async function countedPage<Row>(
  trx: Transaction,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  read: RawBuilder<Row>,
  matching: RawBuilder<unknown>,
): Promise<CountedRows<Row>> {
  const { rows } = await read.execute(trx);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  if (isLast) return { count: Math.min(COUNT_LIMIT, offset + rows.length), rows };
  const all = await sql<{ count: number }>`select count(*)::int as count
    from (select ${matching} limit ${COUNT_LIMIT}) counted`.execute(trx);
  return { count: all.rows[0]?.count ?? 0, rows };
}
