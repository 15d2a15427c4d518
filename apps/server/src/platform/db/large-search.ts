import { type RawBuilder, sql } from 'kysely';
import { COUNT_LIMIT, containsPattern, countOf, type Page, SEARCH_COUNT_LIMIT } from '../paging.ts';
import type { CustomerScope, Transaction } from './database.ts';
import {
  FOUND,
  firstRows,
  type LargePage,
  largePage,
  ofEachCustomer,
  readIndexes,
  walkOf,
} from './large-list.ts';
import type { LargeList } from './large-parts.ts';
import { INDEXED_LENGTH } from './search.ts';
import { indexedPiece } from './search-piece.ts';

type Condition = RawBuilder<unknown>;

/** Tables whose rows are searched by their own texts and by those of their vehicle. */
type SearchedTable = 'cost_entries' | 'defect_records' | 'inspection_records' | 'work_orders';

/** A search of a large list by texts that its indexes do not contain. */
export interface LargeSearch {
  /** Each has a function `…_texts_found` in the migrations. */
  readonly table: SearchedTable;
  /** Time column, of which an index has the newest rows. */
  readonly at: string;
  /** Whether the list has rows of vehicles that are not active. */
  readonly hasInactive: boolean;
  readonly search: string;
}

/** What a search selects. */
export interface Found {
  /** The search as a condition on a row `x`. */
  readonly condition: Condition;
  /** Hits among the newest rows, 0 to 1. */
  readonly share: number;
  /** For a rare term: the query of the rows with it in their texts, and the vehicles with it. */
  readonly rare: { readonly rows: Condition; readonly vehicles: readonly number[] } | null;
}

/** Newest rows that are sampled to see whether a term is common, and the hits from which it is. */
const SAMPLE = 1000;
const COMMON_HITS = 20;
/** Rows of the sample in which trigrams are counted. */
const SAMPLED_TRIGRAMS = 200;
/** Rows that the first round reads at the least: the hits of a list of no more are counted. */
const FIRST_ROWS = 1000;
/** Limit of hits from an index; a more common term is found soon in the sequence of the list. */
const FOUND_LIMIT = 5000;
/** Rows that are read for a hit in the first round if the sample has few: they may be at another place of the list. */
const MOST_PER_HIT = 12;
/** Each round walks so many times as many rows as the round before. */
const FURTHER = 4;

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** The vehicles that a search finds, which are looked up first. */
async function vehiclesFound(
  trx: Transaction,
  pattern: string,
  hasInactive: boolean,
): Promise<readonly number[]> {
  const found = (isActive: boolean) =>
    sql`select vehicles_found(${pattern}, ${isActive}, ${COUNT_LIMIT + 1}) as id`;
  const all = hasInactive ? sql`${found(true)} union all ${found(false)}` : found(true);
  const { rows } = await sql<{ ids: number[] }>`select array(${all}) as ids`.execute(trx);
  return rows[0]?.ids ?? [];
}

/** Looks a term up: in a sample of the newest rows, and in the index of texts if it is rare there. */
export async function findTexts(
  trx: Transaction,
  viewer: CustomerScope,
  { at, hasInactive, search, table }: LargeSearch,
): Promise<Found> {
  await readIndexes(trx);
  const pattern = containsPattern(search);
  const vehicles = await vehiclesFound(trx, pattern, hasInactive);
  const isManyVehicles = vehicles.length > COUNT_LIMIT;
  const ofVehicle = isManyVehicles
    ? sql`exists (select from vehicles s where s.id = x.vehicle_id
        and s.search_text like upper(${pattern}))`
    : sql`x.vehicle_id = any(${idsOf(vehicles)})`;
  const condition = sql`(x.search_text like upper(${pattern}) or ${ofVehicle})`;
  const newest = sql`newest_at desc limit ${SAMPLE}`;
  const sample = ofEachCustomer(
    viewer,
    'r.customer_id',
    (ofCustomer) => sql`select r.search_text, r.vehicle_id, ${sql.ref(`r.${at}`)} as newest_at
      from ${sql.table(table)} r where ${ofCustomer} order by ${newest}`,
  );
  const { piece, trigrams } = indexedPiece(search);
  const { rows } = await sql<{ hits: number; counts: number[] }>`
    with x as materialized (select * from (${sample}) s order by ${newest})
    select (select count(*) from x where ${condition})::int as hits,
      array(select (select count(*) from (select * from x limit ${SAMPLED_TRIGRAMS}) s
          where strpos(s.search_text, upper(t.part)) > 0)::int
        from unnest(${[...trigrams]}::text[]) with ordinality t (part, place) order by t.place) as counts
    `.execute(trx);
  const { counts = [], hits = 0 } = rows[0] ?? {};
  const found = { condition, share: Math.max(hits, 1) / SAMPLE };
  if (hits >= COMMON_HITS || search.length < INDEXED_LENGTH || isManyVehicles)
    return { ...found, rare: null };
  const part = containsPattern(piece(counts.map((count) => count / SAMPLED_TRIGRAMS)));
  const texts = sql`select * from ${sql.raw(`${table}_texts_found`)}(${part}, ${pattern}, ${FOUND_LIMIT + 1})`;
  return { ...found, rare: { rows: texts, vehicles } };
}

/** Where rows of a list are read from, and a condition on them. No row is in two of these. */
interface Source {
  readonly from: Condition;
  readonly condition: Condition;
}

/**
 * The rows with a rare term: those of its vehicles, and others with the term in their texts, which a statement has
 * read as {@link FOUND}.
 *
 * @param row alias of the row
 */
export function sourcesOf(
  row: string,
  table: SearchedTable,
  { vehicles }: NonNullable<Found['rare']>,
): readonly Source[] {
  const vehicle = sql.ref(`${row}.vehicle_id`);
  if (vehicles.length === 0) return [{ from: FOUND, condition: sql`true` }];
  return [
    { from: sql.table(table), condition: sql`${vehicle} = any(${idsOf(vehicles)})` },
    { from: FOUND, condition: sql`${vehicle} <> all(${idsOf(vehicles)})` },
  ];
}

/** The first hits of a list, in its sequence. */
interface Hits {
  readonly ids: readonly number[];
  /** The list has no more. */
  readonly isEnd: boolean;
}

/**
 * Reads a list in its sequence until it has the wanted number of hits, or to its end. The texts are read only of
 * rows that the filters, which are in an index, have left over. `offset 0` keeps the planner from looking for hits in
 * the whole table.
 */
async function firstHits(
  trx: Transaction,
  table: SearchedTable,
  { condition, share }: Found,
  list: LargeList,
  wanted: number,
): Promise<Hits> {
  // A little more than is needed if the hits are as frequent as in the sample.
  const perHit = share < COMMON_HITS / SAMPLE ? MOST_PER_HIT : 1.2 / share;
  let most = Math.ceil(FIRST_ROWS + wanted * perHit);
  for (;;) {
    const { rows } = await sql<{ walked: number; ids: number[] }>`
      with walked as materialized (
        select w.id, row_number() over () as place from (${walkOf(list, most)}) w)
      select (select count(*) from walked)::int as walked, array(select w.id from walked w
        cross join lateral (select x.search_text, x.vehicle_id from ${sql.table(table)} x
          where x.id = w.id offset 0) x
        where ${condition} order by w.place) as ids`.execute(trx);
    const { walked = 0, ids = [] } = rows[0] ?? {};
    const isEnd = walked < most;
    if (ids.length >= wanted || isEnd) return { ids: ids.map(Number), isEnd };
    most *= FURTHER;
  }
}

/**
 * A page of a searched list. A rare term is found by its index. A common one is found by reading the list until the
 * page is full; its hits are counted only at the end of the list.
 *
 * @param found null without a search
 * @param list the list without its search
 * @param rareParts the list of a rare term, from its sources
 */
export async function foundPage(
  trx: Transaction,
  page: Pick<Page, 'limit' | 'offset'>,
  table: SearchedTable,
  found: Found | null,
  list: LargeList,
  rareParts: (rare: NonNullable<Found['rare']>) => LargeList['parts'],
): Promise<LargePage> {
  if (found === null) return largePage(trx, page, list);
  await readIndexes(trx);
  if (found.rare !== null) {
    const parts = rareParts(found.rare);
    const rare = await fewPage(trx, page, { ...list, parts }, found.rare.rows);
    if (rare !== null) return rare;
  }
  const wanted = page.offset + page.limit;
  const { ids, isEnd } = await firstHits(trx, table, found, list, wanted);
  const shown = ids.slice(page.offset, wanted);
  if (isEnd) return { ...countOf(page, shown.length, ids.length), ids: shown };
  const seen = Math.min(ids.length, SEARCH_COUNT_LIMIT);
  return { count: Math.max(seen, wanted + 1), isLimit: true, ids: shown };
}

/** A page of the rows with a rare term, all of which are read; null if the texts or the vehicles have too many. */
async function fewPage(
  trx: Transaction,
  page: Pick<Page, 'limit' | 'offset'>,
  list: LargeList,
  texts: Condition,
): Promise<LargePage | null> {
  const { counted, found, ids } = await firstRows(trx, page, list, texts);
  if (found > FOUND_LIMIT || counted > COUNT_LIMIT) return null;
  return { ...countOf(page, ids.length, counted), ids };
}
