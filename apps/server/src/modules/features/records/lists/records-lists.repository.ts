import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  all,
  type Condition,
  firstHits,
  isOneOfIds,
  type LargeList,
  type LargePage,
  largePage,
  ofCustomer,
  ofEachCustomer,
  readIndexes,
  type Transaction,
} from '../../../../platform/db/index.ts';
import {
  COUNT_LIMIT,
  containsPattern,
  countOf,
  type ListCount,
  type Page,
  SEARCH_COUNT_LIMIT,
} from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/** Newest records that are sampled to see whether a search term is common. */
const SAMPLE_SIZE = 1000;
/** Hits in the sample from which a term counts as common. */
const COMMON_HITS = 20;

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Region, depot and vehicle that a list is limited to; null for any. */
export interface RecordScope {
  readonly regionId: number | null;
  readonly depotId: number | null;
  readonly vehicleId: number | null;
}

/** The parts of the query that differ between lists. */
export interface RecordList {
  readonly table: 'defect_records' | 'inspection_records' | 'work_orders';
  /** Time column that defines which record is newer. */
  readonly at: string;
  /** Filter conditions on the record `r`. */
  readonly conditions: readonly Condition[];
  /** Sort columns of `r`, all in one direction; `registration` is the vehicle's. */
  readonly keys: readonly string[];
  /** Conditions of which each record meets one, if only together with them an index has the sequence. */
  readonly cases?: readonly Condition[];
}

/** Query for the ids of the visible vehicles in a scope. */
export function vehiclesOfScope(
  trx: Transaction,
  viewer: Viewer,
  { regionId, depotId, vehicleId }: RecordScope,
): Condition {
  const parts: Condition[] = [];
  if (vehicleId !== null) parts.push(sql`v.id = ${vehicleId}`);
  if (depotId !== null || regionId !== null) {
    parts.push(sql`v.id in (select w.vehicle_id from vehicle_depots w
      join depots g on g.id = w.depot_id where ${depotIsVisible(viewer)}
        ${depotId === null ? sql`` : sql`and g.id = ${depotId}`}
        ${regionId === null ? sql`` : sql`and g.region_id = ${regionId}`})`);
  }
  return sql`select v.id from (${visibleVehicles(trx, viewer)}) v where ${all(parts)}`;
}

/** The visible vehicles of a list. */
interface Fleet {
  /** Null for the whole fleet. */
  readonly ids: readonly number[] | null;
  /** The vehicles as conditions on a record. */
  readonly conditions: readonly Condition[];
}

/** The vehicles are looked up first, because a subquery hides their number from the planner. */
async function fleetOf(trx: Transaction, viewer: Viewer, scope: RecordScope): Promise<Fleet> {
  const { vehicleId, depotId, regionId } = scope;
  const isNarrow = vehicleId !== null || depotId !== null || regionId !== null;
  if (!isNarrow && viewer.depotScope === 'all') {
    const { rows } = await sql<{ ids: number[] }>`
      select array(select id from vehicles where not is_active) as ids`.execute(trx);
    const inactive = rows[0]?.ids ?? [];
    const active = sql`r.vehicle_id <> all(${idsOf(inactive)})`;
    return { ids: null, conditions: inactive.length === 0 ? [] : [active] };
  }
  const { rows } = await sql<{ ids: number[] }>`
    select array(${vehiclesOfScope(trx, viewer, scope)}) as ids`.execute(trx);
  const ids = rows[0]?.ids ?? [];
  return { ids, conditions: isOneOfIds('r.vehicle_id', ids) };
}

/** Result of a search: the ids of few records, or for a common term a condition on a record `x`. */
type Found =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'common'; readonly condition: Condition; readonly share: number };

async function foundBy(
  trx: Transaction,
  viewer: Viewer,
  { table, at }: RecordList,
  search: string,
): Promise<Found | null> {
  if (search === '') return null;
  const pattern = containsPattern(search);
  const vehicles = await sql<{ ids: number[] }>`
    select array(select vehicles_found(${pattern}, true, ${COUNT_LIMIT + 1})) as ids`.execute(trx);
  const vehicleIds = vehicles.rows[0]?.ids ?? [];
  const ofVehicle =
    vehicleIds.length > COUNT_LIMIT
      ? sql`exists (select from vehicles s where s.id = x.vehicle_id
          and s.search_text like upper(${pattern}))`
      : sql`x.vehicle_id = any(${idsOf(vehicleIds)})`;
  const condition = sql`(x.search_text like upper(${pattern}) or ${ofVehicle})`;
  const newest = sql`newest_at desc limit ${SAMPLE_SIZE}`;
  const sample = ofEachCustomer(
    viewer,
    'r.customer_id',
    (ofCustomer) => sql`select r.search_text, r.vehicle_id, ${sql.ref(`r.${at}`)} as newest_at
      from ${sql.table(table)} r where ${ofCustomer} order by ${newest}`,
  );
  const probed = await sql<{ hits: number }>`select count(*)::int as hits
    from (select * from (${sample}) s order by ${newest}) x where ${condition}`.execute(trx);
  const hits = probed.rows[0]?.hits ?? 0;
  const common = { kind: 'common', condition, share: Math.max(hits, 1) / SAMPLE_SIZE } as const;
  if (hits >= COMMON_HITS) return common;
  const { rows } = await sql<{ ids: number[] }>`
    select array(select ${sql.raw(`${table}_found`)}(${pattern}, ${COUNT_LIMIT + 1})) as ids
    `.execute(trx);
  const ids = rows[0]?.ids ?? [];
  // The query returns at most COUNT_LIMIT + 1 ids, so a longer list is incomplete.
  return ids.length > COUNT_LIMIT ? common : { kind: 'ids', ids };
}

/**
 * Records sorted by the registrations of their vehicles, the newest of each vehicle first. The vehicles are read in
 * this sequence, so that the records of the first ones are enough for a page.
 */
function byRegistration(
  viewer: Viewer,
  { table, at }: RecordList,
  { ids }: Fleet,
  conditions: readonly Condition[],
  to: Condition,
): Pick<LargeList, 'joins' | 'order' | 'walk'> {
  const vehicles =
    ids === null
      ? sql`v.is_active and ${ofCustomer(viewer, 'v.customer_id')}`
      : sql`v.id = any(${idsOf(ids)})`;
  return {
    joins: sql`join vehicles v on v.id = h.vehicle_id`,
    order: sql`registration ${to}, vehicle_id ${to}, newest_at desc, id desc`,
    walk: (
      limit,
    ) => sql`select h.id from (select v.id, v.customer_id, v.registration from vehicles v
        where ${vehicles} order by v.registration ${to}, v.id ${to} offset 0) v
      cross join lateral (select r.id, ${sql.ref(`r.${at}`)} as newest_at from ${sql.table(table)} r
        where r.vehicle_id = v.id and r.customer_id = v.customer_id and ${all(conditions)}
        offset 0) h
      order by v.registration ${to}, v.id ${to}, h.newest_at desc, h.id desc ${limit}`,
  };
}

/** The list without a search, or limited to the ids of one. */
function largeListOf(
  viewer: Viewer,
  list: RecordList,
  fleet: Fleet,
  found: Found | null,
  { descending, orderBy }: Page,
): LargeList {
  const { at, keys, table } = list;
  const conditions = [
    ...list.conditions,
    ...(found?.kind === 'ids' ? [sql`r.id = any(${idsOf(found.ids)})`] : []),
  ];
  // The default sort is newest first.
  const to = sql.raw(orderBy === null || descending ? 'desc' : 'asc');
  const isOfVehicles = keys[0] === 'registration';
  const columns = isOfVehicles
    ? sql`r.id, r.vehicle_id, ${sql.ref(`r.${at}`)} as newest_at`
    : sql.join(keys.map((key) => sql.ref(`r.${key}`)));
  return {
    parts: (list.cases ?? [sql`true`]).map(
      (one) => (tail) =>
        ofEachCustomer(
          viewer,
          'r.customer_id',
          (ofCustomer) => sql`select ${columns} from ${sql.table(table)} r
            where ${all([ofCustomer, one, ...fleet.conditions, ...conditions])} ${tail}`,
        ),
    ),
    ...(isOfVehicles
      ? byRegistration(viewer, list, fleet, conditions, to)
      : { order: sql.join(keys.map((key) => sql`${sql.ref(key)} ${to}`)) }),
  };
}

/** The ids of a page, and the count of the list. A common term is counted up to 1,000 hits. */
async function idsOfPage(
  trx: Transaction,
  table: RecordList['table'],
  list: LargeList,
  found: Found | null,
  page: Page,
): Promise<LargePage> {
  if (found?.kind !== 'common') return largePage(trx, page, list);
  const wanted = Math.max(SEARCH_COUNT_LIMIT, page.offset + page.limit) + 1;
  const search = { table, condition: found.condition, share: found.share };
  const { ids } = await firstHits(trx, search, list, wanted);
  const shown = ids.slice(page.offset, page.offset + page.limit);
  const hits = Math.min(ids.length, wanted);
  return { ...countOf(page, shown.length, hits, SEARCH_COUNT_LIMIT), ids: shown };
}

/**
 * A page of a list with the count of its rows.
 *
 * @param columns select list over the record `r`, its vehicle `v` and its first visible depot `p`
 */
export async function recordPage<Row extends { id: number }>(
  trx: Transaction,
  viewer: Viewer,
  list: RecordList,
  scope: RecordScope,
  page: Page,
  columns: Condition,
): Promise<ListCount & { rows: Row[] }> {
  await readIndexes(trx);
  const fleet = await fleetOf(trx, viewer, scope);
  if (fleet.ids?.length === 0) return { count: 0, isLimit: false, rows: [] };
  const found = await foundBy(trx, viewer, list, page.search);
  const large = largeListOf(viewer, list, fleet, found, page);
  const { count, ids, isLimit } = await idsOfPage(trx, list.table, large, found, page);
  const { rows } = await sql<Row>`select ${columns}
    from unnest(${idsOf(ids)}) with ordinality h (id, place)
    join ${sql.table(list.table)} r on r.id = h.id join vehicles v on v.id = r.vehicle_id
    left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
      join depots g on g.id = w.depot_id
      where w.vehicle_id = r.vehicle_id and ${depotIsVisible(viewer)}
      order by g.name limit 1) p on true
    order by h.place`.execute(trx);
  return { count, isLimit, rows };
}
