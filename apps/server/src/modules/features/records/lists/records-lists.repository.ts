import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
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
 * How lists of records are read from a million of them (requirement R-P07): the first hits in their
 * order from an index that holds all that is asked for, so that no row is read that is not shown.
 */

/** Above this share of the fleet it is quicker to read all records in their order. */
const MANY = 0.15;
/** So few vehicles are always gone through one by one. */
const FEW = 50;
/** Records looked at to tell whether a word is found often, and so many hits that it is. */
const PROBED = 1000;
const OFTEN = 20;

export type Condition = RawBuilder<unknown>;
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Whose records are meant. */
export interface RecordScope {
  readonly regionId: number | null;
  readonly depotId: number | null;
  readonly vehicleId: number | null;
}

/** What of a list is its own. */
export interface RecordList {
  readonly table: 'defect_records' | 'inspection_records';
  /** The column that tells when. */
  readonly at: string;
  /** What is asked of the record `r`. */
  readonly conditions: readonly Condition[];
  /** Columns of `r` that it is ordered by, in one direction; `registration` is the vehicle's. */
  readonly keys: readonly string[];
  /** What is asked holds for few records, and an index has these together. */
  readonly isRare: boolean;
}

/** Vehicles, by their ids, that a scope leaves of those in sight. */
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

/** Whether a region has a depot that the viewer may know of. */
export async function regionIsVisible(
  trx: Transaction,
  viewer: Viewer,
  regionId: number,
): Promise<boolean> {
  const { rows } = await sql`select from depots g
    where g.region_id = ${regionId} and ${depotIsVisible(viewer)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Condition: the record `r` is of the viewer's customer; so that an index is used. */
export const ofCustomer = (viewer: Viewer): Condition[] =>
  viewer.isGlobalAdmin ? [] : [sql`r.customer_id = ${viewer.customerId ?? 0}`];

/** How records of the vehicles in sight are found. */
type Way =
  | { readonly kind: 'vehicles'; readonly ids: readonly number[] }
  | {
      readonly kind: 'all';
      readonly conditions: readonly Condition[];
      /** The vehicles in sight; null for the whole fleet. */
      readonly ids: readonly number[] | null;
    };

async function wayOf(
  trx: Transaction,
  viewer: Viewer,
  { isRare }: RecordList,
  scope: RecordScope,
): Promise<Way> {
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
  // Where an index holds the few records that are asked for, each vehicle would go through all of these.
  if ((isRare && ids.length > 1) || (ids.length > FEW && ids.length > MANY * fleet)) {
    return { kind: 'all', conditions: [sql`r.vehicle_id = any(${idsOf(ids)})`], ids };
  }
  return { kind: 'vehicles', ids };
}

/** What a search finds: few records by their ids, or so many that one looks at each. */
type Found =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'often'; readonly condition: Condition };

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
      where ${all(ofCustomer(viewer))} order by ${sql.ref(`r.${at}`)} desc limit ${PROBED}) r
    where ${condition}`.execute(trx);
  if ((probed.rows[0]?.hits ?? 0) >= OFTEN) return { kind: 'often', condition };
  const { rows } = await sql<{ ids: number[] }>`
    select array(select ${sql.raw(`${table}_found`)}(${pattern}, ${COUNT_LIMIT + 1})) as ids
    `.execute(trx);
  const ids = rows[0]?.ids ?? [];
  // Of more hits some would be left out.
  return ids.length > COUNT_LIMIT ? { kind: 'often', condition } : { kind: 'ids', ids };
}

/** The keys of an order as columns of a query. */
const keysOf = (keys: readonly string[], of: string) =>
  sql.join(keys.map((key) => sql.ref(`${of}.${key}`)));

function orderOf(keys: readonly string[], of: string, descending: boolean): Condition {
  const to = sql.raw(descending ? 'desc' : 'asc');
  return sql.join(keys.map((key) => sql`${sql.ref(`${of}.${key}`)} ${to}`));
}

/**
 * Records in the order of their vehicles' registrations, the newest of each first. Of vehicles that are
 * in order already no more are gone through than fill the limit.
 */
function byRegistration(
  trx: Transaction,
  viewer: Viewer,
  { table, at }: RecordList,
  { ids, conditions }: { readonly ids: Way['ids']; readonly conditions: readonly Condition[] },
  most: number,
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
    order by v.registration ${to}, v.id ${to}, r.at desc, r.id desc limit ${most}) r`;
}

/** The first hits with their place. */
function hitsOf(
  trx: Transaction,
  viewer: Viewer,
  list: RecordList,
  {
    way,
    found,
    most,
    descending,
  }: {
    readonly way: Way;
    readonly found: Found | null;
    readonly most: number;
    readonly descending: boolean;
  },
): Condition {
  const { table, keys, conditions } = list;
  const asked = [
    ...conditions,
    ...(found?.kind === 'often' ? [found.condition] : []),
    ...(found?.kind === 'ids' ? [sql`r.id = any(${idsOf(found.ids)})`] : []),
  ];
  if (keys[0] === 'registration') {
    return byRegistration(trx, viewer, list, { ids: way.ids, conditions: asked }, most, descending);
  }
  const stream = (of: readonly Condition[], limit: Condition = sql`limit ${most}`) =>
    sql`(select ${keysOf(keys, 'r')} from ${sql.table(table)} r
      where ${all([...of, ...asked])} order by ${orderOf(keys, 'r', descending)} ${limit})`;
  const customers = sql`(select id from customers)`;
  const from =
    found?.kind === 'ids' || (way.kind === 'all' && !viewer.isGlobalAdmin)
      ? stream([
          ...ofCustomer(viewer),
          ...(way.kind === 'all' ? way.conditions : [sql`r.vehicle_id = any(${idsOf(way.ids)})`]),
        ])
      : way.kind === 'all'
        ? sql`${customers} c cross join lateral ${stream([
            sql`r.customer_id = c.id`,
            ...way.conditions,
          ])}`
        : sql`unnest(${idsOf(way.ids)}) as c (id) cross join lateral ${stream([
            sql`r.vehicle_id = c.id`,
          ])}`;
  return sql`select h.id, row_number() over () as place
    from (select h.* from ${from} h order by ${orderOf(keys, 'h', descending)} limit ${most}) h`;
}

/**
 * A page of a list, and how many there are.
 *
 * @param columns of the record `r`, its vehicle `v` and its first visible depot `p`
 */
export async function recordPage<Row extends { id: number }>(
  trx: Transaction,
  viewer: Viewer,
  list: RecordList,
  scope: RecordScope,
  page: Page,
  columns: Condition,
): Promise<ListCount & { rows: Row[] }> {
  const way = await wayOf(trx, viewer, list, scope);
  if (way.kind === 'vehicles' && way.ids.length === 0)
    return { count: 0, isLimit: false, rows: [] };
  const found = await foundBy(trx, viewer, list, page.search);
  const countLimit = found?.kind === 'often' ? SEARCH_COUNT_LIMIT : COUNT_LIMIT;
  const most = Math.max(countLimit, page.offset + page.limit) + 1;
  // Without an order of its own the newest comes first.
  const descending = page.orderBy === null ? true : page.descending;
  const { rows } = await sql<Row & { hits: number }>`
    with hits as materialized (
      ${hitsOf(trx, viewer, list, { way, found, most, descending })}),
    shown as (select h.* from hits h order by h.place
      limit ${page.limit} offset ${page.offset}),
    named as (select s.place, ${columns} from shown s
      join ${sql.table(list.table)} r on r.id = s.id
      join vehicles v on v.id = r.vehicle_id
      left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
        join depots g on g.id = w.depot_id
        where w.vehicle_id = r.vehicle_id and ${depotIsVisible(viewer)}
        order by g.name limit 1) p on true)
    select c.hits, n.* from (select count(*)::int as hits from hits) c
    left join named n on true order by n.place`.execute(trx);
  const shown = rows.filter(({ id }) => id !== null);
  return { ...countOf(page, shown.length, rows[0]?.hits ?? 0, countLimit), rows: shown };
}
