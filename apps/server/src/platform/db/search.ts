import { type RawBuilder, sql } from 'kysely';
import {
  COUNT_LIMIT,
  containsPattern,
  countOf,
  type ListCount,
  rowsToCount,
  SEARCH_COUNT_LIMIT,
} from '../paging.ts';
import type { Transaction } from './database.ts';

/** Limit of hits from an index; a more common term is found soon when walking the list. */
const FOUND_LIMIT = 3000;
/** Sample size to decide whether a term is common, and the number of hits that makes it so. */
const SAMPLE = 2000;
const OFTEN = 200;
/** The index of texts contains trigrams. */
export const INDEXED_LENGTH = 3;

/** A searchable list. */
export interface SearchedList {
  /** SQL function (in the migrations) that returns the ids of a pattern, up to a limit. */
  readonly found: `${'audit' | 'depots' | 'regions' | 'drivers' | 'driver_details' | 'trackers' | 'schedule_types' | 'users' | 'deliveries' | 'vor_entries' | 'defect_records' | 'vehicle_activities'}_found`;
  /** Column with the id. */
  readonly id: string;
  /** The same search as a condition on a row. */
  readonly onTheWay: (pattern: string) => RawBuilder<boolean>;
}

/** A list without its search. */
interface WholeList {
  /** `from … where …` */
  readonly some: RawBuilder<unknown>;
  /**
   * The `order by` of the sample rows. If the frequency of terms changes along the list, the sample is
   * the start of the list; without a sort, any rows are sampled, which is quicker.
   */
  readonly sampleOrder?: RawBuilder<unknown>;
}

/**
 * Condition: the row contains the search term. The planner assumes that a contained text is rare where
 * row-level security hides its statistics, and would sort all rows to find the few. It estimates this
 * form at half of the rows, and so walks an index in the sort order of the list.
 */
const isCommonTerm = (list: SearchedList, search: string) =>
  sql<boolean>`coalesce(${list.onTheWay(containsPattern(search))}, false)`;

const isOneOf = ({ id }: SearchedList, ids: readonly (number | string)[]) =>
  sql<boolean>`${sql.ref(id)} = any(${[...ids]}::bigint[])`;

/** A search as a condition on rows, and its sample hits; null if the index found all. */
interface Search {
  readonly condition: RawBuilder<boolean>;
  readonly sampleHits: number | null;
}

async function searchIn(
  trx: Transaction,
  list: SearchedList,
  search: string,
  { some, sampleOrder }: WholeList,
): Promise<Search> {
  if (search === '') return { condition: sql<boolean>`true`, sampleHits: null };
  const condition = isCommonTerm(list, search);
  const sample = sampleOrder === undefined ? some : sql`${some} order by ${sampleOrder}`;
  const { rows } = await sql<{ hits: number; rows: number }>`
    select (count(*) filter (where hit))::int as hits, count(*)::int as rows
    from (select ${condition} as hit ${sample} limit ${SAMPLE}) sample`.execute(trx);
  const { hits = 0, rows: looked = 0 } = rows[0] ?? {};
  // The sample contained all rows.
  if (looked < SAMPLE) return { condition, sampleHits: null };
  const isIndexed = search.length >= INDEXED_LENGTH && hits < OFTEN;
  const ids = isIndexed ? await idsFound(trx, list, search, FOUND_LIMIT) : null;
  return ids === null
    ? { condition, sampleHits: hits }
    : { condition: isOneOf(list, ids), sampleHits: null };
}

/** The ids that the index finds; null for too many. */
async function idsFound(
  trx: Transaction,
  { found }: Pick<SearchedList, 'found'>,
  search: string,
  most: number,
): Promise<(number | string)[] | null> {
  const { rows } = await sql<{ id: number | string }>`
    select id from ${sql.id(found)}(${containsPattern(search)}, ${most + 1}) as id`.execute(trx);
  return rows.length > most ? null : rows.map(({ id }) => id);
}

/**
 * Condition: the row contains the search term. A rare term is looked up in an index, which row-level
 * security would not let a condition use; a common one is found soon while walking the list
 * in its sort order.
 *
 * @param most hits from which a term is common
 */
export async function contains(
  trx: Transaction,
  list: SearchedList,
  search: string,
  most = COUNT_LIMIT,
): Promise<RawBuilder<boolean>> {
  if (search === '') return sql<boolean>`true`;
  const ids = search.length < INDEXED_LENGTH ? null : await idsFound(trx, list, search, most);
  return ids === null ? isCommonTerm(list, search) : isOneOf(list, ids);
}

/** A page of rows, with the total count of all pages. */
export interface CountedRows<Row> extends ListCount {
  readonly rows: Row[];
}

interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** A list with so few rows that all of them may be read for each page. */
interface FewRows {
  /** `from … where …` of all pages. */
  readonly matching: RawBuilder<unknown>;
  /** Column with the id. */
  readonly id: string;
  /** The `order by` expression. */
  readonly order: RawBuilder<unknown>;
  /** Columns of the rows on the page. */
  readonly columns: RawBuilder<unknown>;
  /** Joins these columns to the ids of the page, `h.id`. */
  readonly joins: RawBuilder<unknown>;
}

/** Reads a page of few rows and counts all pages in one statement, so that the rows are read once. */
export async function fewPage<Row extends object>(
  trx: Transaction,
  page: Part,
  { matching, id, order, columns, joins }: FewRows,
): Promise<CountedRows<Row>> {
  const { rows } = await sql<Row & { place: string | null; total: number }>`
    with hits as materialized (
      select ${sql.ref(id)} as id, row_number() over (order by ${order}) as place ${matching}),
    shown as (select h.place, ${columns} from hits h ${joins}
      where h.place > ${page.offset} and h.place <= ${page.offset + page.limit})
    select c.total, s.* from (select count(*)::int as total from hits) c
    left join shown s on true order by s.place`.execute(trx);
  const shown = rows.filter(({ place }) => place !== null);
  return { ...countOf(page, shown.length, rows[0]?.total ?? 0), rows: shown };
}

/** Counts the matching rows of a page, up to the limit of {@link rowsToCount}. */
async function countAround<Row>(
  trx: Transaction,
  page: Part,
  rows: Row[],
  matching: RawBuilder<unknown>,
): Promise<CountedRows<Row>> {
  const most = rowsToCount(page, rows.length);
  if (most === 0) return { ...countOf(page, rows.length, 0), rows };
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from (select ${matching} limit ${most}) counted`.execute(trx);
  return { ...countOf(page, rows.length, counted.rows[0]?.count ?? 0), rows };
}

/**
 * Reads a page and counts in a separate statement: the page walks an index in its order and stops
 * when it is full, which it could not do if each row contained the total count.
 *
 * @param read the page
 * @param matching `from … where …` of all pages
 */
export async function countedPage<Row>(
  trx: Transaction,
  page: Part,
  read: RawBuilder<Row>,
  matching: RawBuilder<unknown>,
): Promise<CountedRows<Row>> {
  const { rows } = await read.execute(trx);
  return countAround(trx, page, rows, matching);
}

/** A list in which all rows are quick to count. */
interface ShortList {
  readonly columns: RawBuilder<unknown>;
  /** `from … where …` of all pages. */
  readonly matching: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

/** Reads a page of a short list and its exact count. */
export async function exactPage<Row>(
  trx: Transaction,
  page: Part,
  { columns, matching, order }: ShortList,
): Promise<{ count: number; rows: Row[] }> {
  const { rows } = await sql<Row>`select ${columns} ${matching} order by ${order}
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  if (rowsToCount(page, rows.length) === 0) return { count: page.offset + rows.length, rows };
  const counted = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(
    trx,
  );
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/**
 * Reads a page of a searched list. A sample decides whether the term is common, before an index
 * is tried in vain. The total is counted only past the end of a common term's list; before that, it is
 * the number seen so far, plus one after a full page to enable the next page.
 *
 * @param whole the list without its search; `read` reads the page from `from … where …` with it, or, if a
 *   page is read in parts, from the search condition
 */
export async function searchedPage<Row>(
  trx: Transaction,
  list: SearchedList,
  page: Part & { readonly search: string },
  whole: WholeList & {
    readonly read: (
      matching: RawBuilder<unknown>,
      condition: RawBuilder<boolean>,
    ) => RawBuilder<Row>;
  },
): Promise<CountedRows<Row>> {
  const { condition, sampleHits } = await searchIn(trx, list, page.search, whole);
  const matching = sql`${whole.some} and ${condition}`;
  const { rows } = await whole.read(matching, condition).execute(trx);
  if (sampleHits === null || rows.length < page.limit)
    return countAround(trx, page, rows, matching);
  const seen = Math.min(sampleHits, SEARCH_COUNT_LIMIT);
  return { count: Math.max(seen, page.offset + rows.length + 1), isLimit: true, rows };
}
