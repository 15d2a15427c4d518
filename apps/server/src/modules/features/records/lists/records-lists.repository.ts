import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import {
  COUNT_LIMIT,
  containsPattern,
  countOf,
  type ListCount,
  type Page,
  SEARCH_COUNT_LIMIT,
} from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/*
 * Lists must stay fast with a million records (requirement R-P07): the ids of the first hits come
 * from covering indexes in list order, and table rows are read only for the records of the page.
 */

/** Share of the fleet above which one scan of all records in list order is faster. */
const SCAN_SHARE = 0.15;
/** Up to this number of vehicles, lookups per vehicle are faster whatever their share. */
const MAX_LOOKUPS = 50;
/** Newest records that are sampled to see whether a search term is common. */
const SAMPLE_SIZE = 1000;
/** Hits in the sample from which a term counts as common. */
const COMMON_HITS = 20;

export type Condition = RawBuilder<unknown>;
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
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
  /** Few records match the conditions, and a partial index contains exactly these. */
  readonly isRare: boolean;
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

/** Access path to the records of the visible vehicles: per vehicle, or one scan of all records. */
type AccessPath =
  | { readonly kind: 'vehicles'; readonly ids: readonly number[] }
  | {
      readonly kind: 'all';
      readonly conditions: readonly Condition[];
      /** The visible vehicles; null for the whole fleet. */
      readonly ids: readonly number[] | null;
    };

async function accessPathOf(
  trx: Transaction,
  viewer: Viewer,
  { isRare }: RecordList,
  scope: RecordScope,
): Promise<AccessPath> {
  const { vehicleId, depotId, regionId } = scope;
  const isNarrow = vehicleId !== null || depotId !== null || regionId !== null;
  if (!isNarrow && viewer.depotScope === 'all') {
    const { rows } = await sql<{ ids: number[] }>`
      select array(select id from vehicles where not is_active) as ids`.execute(trx);
    const ids = rows[0]?.ids ?? [];
    const conditions = ids.length === 0 ? [] : [sql`r.vehicle_id <> all(${idsOf(ids)})`];
    return { kind: 'all', conditions, ids: null };
  }
  const { rows } = await sql<{ ids: number[]; fleet: number }>`
    select array(${vehiclesOfScope(trx, viewer, scope)}) as ids,
      (select count(*) from vehicles)::int as fleet`.execute(trx);
  const { ids = [], fleet = 0 } = rows[0] ?? {};
  // With a partial index of the few matching records, a lookup per vehicle would scan all of it.
  if ((isRare && ids.length > 1) || (ids.length > MAX_LOOKUPS && ids.length > SCAN_SHARE * fleet)) {
    return { kind: 'all', conditions: [sql`r.vehicle_id = any(${idsOf(ids)})`], ids };
  }
  return { kind: 'vehicles', ids };
}

/** Result of a search: the ids of few records, or for a common term a condition per record. */
type Found =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'common'; readonly condition: Condition };

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
      ? sql`exists (select from vehicles s where s.id = r.vehicle_id
          and s.search_text like upper(${pattern}))`
      : sql`r.vehicle_id = any(${idsOf(vehicleIds)})`;
  const condition = sql`(r.search_text like upper(${pattern}) or ${ofVehicle})`;
  const probed = await sql<{ hits: number }>`select count(*)::int as hits
    from (select r.search_text, r.vehicle_id from ${sql.table(table)} r
      where ${ofCustomer(viewer, 'r.customer_id')} order by ${sql.ref(`r.${at}`)} desc limit ${SAMPLE_SIZE}) r
    where ${condition}`.execute(trx);
  if ((probed.rows[0]?.hits ?? 0) >= COMMON_HITS) return { kind: 'common', condition };
  const { rows } = await sql<{ ids: number[] }>`
    select array(select ${sql.raw(`${table}_found`)}(${pattern}, ${COUNT_LIMIT + 1})) as ids
    `.execute(trx);
  const ids = rows[0]?.ids ?? [];
  // The query returns at most COUNT_LIMIT + 1 ids, so a longer list is incomplete.
  return ids.length > COUNT_LIMIT ? { kind: 'common', condition } : { kind: 'ids', ids };
}

/** Sort keys as columns of a query. */
const keysOf = (keys: readonly string[], of: string) =>
  sql.join(keys.map((key) => sql.ref(`${of}.${key}`)));

function sortOf(keys: readonly string[], of: string, descending: boolean): Condition {
  const to = sql.raw(descending ? 'desc' : 'asc');
  return sql.join(keys.map((key) => sql`${sql.ref(`${of}.${key}`)} ${to}`));
}

/**
 * Records sorted by the registrations of their vehicles, the newest of each vehicle first. The
 * vehicles are read in index order, so the scan stops as soon as the limit is reached.
 */
function byRegistration(
  trx: Transaction,
  viewer: Viewer,
  { table, at }: RecordList,
  {
    ids,
    conditions,
  }: { readonly ids: AccessPath['ids']; readonly conditions: readonly Condition[] },
  maxHits: number,
  descending: boolean,
): Condition {
  const to = sql.raw(descending ? 'desc' : 'asc');
  const vehicles =
    ids === null
      ? sql`${visibleVehicles(trx, viewer)}`
      : sql`select v.id, v.registration from vehicles v where v.id = any(${idsOf(ids)})
          order by v.registration ${to}, v.id ${to}`;
  return sql`select r.id, row_number() over () as place from (
    select r.id from (${vehicles}) v
    cross join lateral (select r.id, ${sql.ref(`r.${at}`)} as at from ${sql.table(table)} r
      where r.vehicle_id = v.id and ${all(conditions)}) r
    order by v.registration ${to}, v.id ${to}, r.at desc, r.id desc limit ${maxHits}) r`;
}

/** Ids of the first hits with their position in the list. */
function hitsOf(
  trx: Transaction,
  viewer: Viewer,
  list: RecordList,
  {
    path,
    found,
    maxHits,
    descending,
  }: {
    readonly path: AccessPath;
    readonly found: Found | null;
    readonly maxHits: number;
    readonly descending: boolean;
  },
): Condition {
  const { table, keys, conditions } = list;
  const filters = [
    ...conditions,
    ...(found?.kind === 'common' ? [found.condition] : []),
    ...(found?.kind === 'ids' ? [sql`r.id = any(${idsOf(found.ids)})`] : []),
  ];
  if (keys[0] === 'registration') {
    const selected = { ids: path.ids, conditions: filters };
    return byRegistration(trx, viewer, list, selected, maxHits, descending);
  }
  const stream = (of: readonly Condition[], limit: Condition = sql`limit ${maxHits}`) =>
    sql`(select ${keysOf(keys, 'r')} from ${sql.table(table)} r
      where ${all([...of, ...filters])} order by ${sortOf(keys, 'r', descending)} ${limit})`;
  const customers = sql`(select id from customers)`;
  const from =
    found?.kind === 'ids' || (path.kind === 'all' && !viewer.isGlobalAdmin)
      ? stream([
          ofCustomer(viewer, 'r.customer_id'),
          ...(path.kind === 'all'
            ? path.conditions
            : [sql`r.vehicle_id = any(${idsOf(path.ids)})`]),
        ])
      : path.kind === 'all'
        ? sql`${customers} c cross join lateral ${stream([
            sql`r.customer_id = c.id`,
            ...path.conditions,
          ])}`
        : sql`unnest(${idsOf(path.ids)}) as c (id) cross join lateral ${stream([
            sql`r.vehicle_id = c.id`,
          ])}`;
  return sql`select h.id, row_number() over () as place
    from (select h.* from ${from} h order by ${sortOf(keys, 'h', descending)} limit ${maxHits}) h`;
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
  const path = await accessPathOf(trx, viewer, list, scope);
  if (path.kind === 'vehicles' && path.ids.length === 0)
    return { count: 0, isLimit: false, rows: [] };
  const found = await foundBy(trx, viewer, list, page.search);
  const countLimit = found?.kind === 'common' ? SEARCH_COUNT_LIMIT : COUNT_LIMIT;
  const maxHits = Math.max(countLimit, page.offset + page.limit) + 1;
  // The default sort is newest first.
  const descending = page.orderBy === null ? true : page.descending;
  const { rows } = await sql<Row & { hits: number }>`
    with hits as materialized (
      ${hitsOf(trx, viewer, list, { path, found, maxHits, descending })}),
    shown as (select h.* from hits h order by h.place
      limit ${page.limit} offset ${page.offset}),
    named as (select s.place as hit_place, ${columns} from shown s
      join ${sql.table(list.table)} r on r.id = s.id
      join vehicles v on v.id = r.vehicle_id
      left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
        join depots g on g.id = w.depot_id
        where w.vehicle_id = r.vehicle_id and ${depotIsVisible(viewer)}
        order by g.name limit 1) p on true)
    select c.hits, n.* from (select count(*)::int as hits from hits) c
    left join named n on true order by n.hit_place`.execute(trx);
  const shown = rows.filter(({ id }) => id !== null);
  return { ...countOf(page, shown.length, rows[0]?.hits ?? 0, countLimit), rows: shown };
}
