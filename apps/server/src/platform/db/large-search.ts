import { type RawBuilder, sql } from 'kysely';
import { countOf, SEARCH_COUNT_LIMIT } from '../paging.ts';
import type { Transaction } from './database.ts';
import { type LargeList, type LargePage, largePage, readIndexes, walkOf } from './large-list.ts';
import {
  FOUND_LIMIT,
  INDEXED_LENGTH,
  idsFound,
  OFTEN,
  SAMPLE,
  type SearchedList,
} from './search.ts';

/** A search of a large list by texts that its indexes do not contain. */
export interface LargeSearch extends Pick<SearchedList, 'found'> {
  readonly table: string;
  /** The search as a condition on a row `x` of the table. */
  readonly condition: RawBuilder<unknown>;
  readonly search: string;
}

/** A search as a condition, and how frequent its hits are. */
interface Filter extends Pick<LargeSearch, 'condition' | 'table'> {
  /** Hits among the rows, 0 to 1. */
  readonly share: number;
}

/** The first hits of a list, in its sequence. */
interface Hits {
  /** Rows that were read. */
  readonly walked: number;
  readonly ids: readonly number[];
}

/** A share below which the sample does not say where hits are, and the rows that the first round then reads for a hit. */
const RARE = 0.02;
const MOST_PER_HIT = 12;
/** Each round walks so many times as many rows as the round before. */
const FURTHER = 4;

/**
 * Reads the first rows of a list, and which of them are hits. `offset 0` keeps the planner from looking for hits in
 * the whole table.
 */
async function hitsAmong(
  trx: Transaction,
  { condition, table }: Pick<LargeSearch, 'condition' | 'table'>,
  walk: RawBuilder<unknown>,
): Promise<Hits> {
  const { rows } = await sql<{ walked: number; ids: number[] }>`
    with walked as materialized (
      select w.id, row_number() over () as place from (${walk}) w)
    select (select count(*) from walked)::int as walked, array(select w.id from walked w
      cross join lateral (select x.search_text, x.vehicle_id from ${sql.table(table)} x
        where x.id = w.id offset 0) x
      where ${condition} order by w.place) as ids`.execute(trx);
  const { walked = 0, ids = [] } = rows[0] ?? {};
  return { walked, ids: ids.map(Number) };
}

/**
 * Reads a list in its sequence until it has the wanted number of hits, or to its end. The texts are read only of
 * rows that the filters, which are in an index, have left over.
 */
export async function firstHits(
  trx: Transaction,
  filter: Filter,
  list: LargeList,
  wanted: number,
): Promise<Hits> {
  // A little more than is needed if the hits are as frequent as in the sample. If they are rare in it, they may be
  // together at another place of the list.
  const perHit = filter.share < RARE ? MOST_PER_HIT : 1.2 / filter.share;
  let most = Math.ceil(SAMPLE + wanted * perHit);
  for (;;) {
    const hits = await hitsAmong(trx, filter, walkOf(list, most));
    if (hits.ids.length >= wanted || hits.walked < most) return hits;
    most *= FURTHER;
  }
}

/**
 * A page of a searched list. A rare term is found by its index. A common one is found by reading the list until the
 * page is full; its hits are counted only at the end of the list.
 *
 * @param listOf the list, limited to ids; null for any
 */
export async function searchedLargePage(
  trx: Transaction,
  page: { readonly limit: number; readonly offset: number },
  search: LargeSearch,
  listOf: (ids: readonly number[] | null) => LargeList,
): Promise<LargePage> {
  await readIndexes(trx);
  const list = listOf(null);
  const sampled = { ...list, order: list.newest ?? list.order };
  const sample = await hitsAmong(trx, search, walkOf(sampled, SAMPLE));
  // The sample contained all rows.
  if (sample.walked < SAMPLE) return largePage(trx, page, listOf(sample.ids));
  const isIndexed = search.search.length >= INDEXED_LENGTH && sample.ids.length < OFTEN;
  const ids = isIndexed ? await idsFound(trx, search, search.search, FOUND_LIMIT) : null;
  if (ids !== null) return largePage(trx, page, listOf(ids.map(Number)));
  const wanted = page.offset + page.limit;
  const filter = { ...search, share: sample.ids.length / SAMPLE };
  const { ids: hits } = await firstHits(trx, filter, list, wanted);
  const shown = hits.slice(page.offset, wanted);
  if (hits.length < wanted) return { ...countOf(page, shown.length, hits.length), ids: shown };
  const seen = Math.min(sample.ids.length, SEARCH_COUNT_LIMIT);
  return { count: Math.max(seen, wanted + 1), isLimit: true, ids: shown };
}
