import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  all,
  type Condition,
  findTexts,
  foundPage,
  isOneOfIds,
  type LargeList,
  ofCustomer,
  ofEachCustomer,
  type Part,
  readIndexes,
  sortedApart,
  sourcesOf,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { ListCount, Page } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Region, depot and vehicle that a list is limited to; null for any. */
export interface RecordScope {
  readonly regionId: number | null;
  readonly depotId: number | null;
  readonly vehicleId: number | null;
}

/** A record in a list, with its vehicle and depot. */
export interface RecordRow {
  id: number;
  reference_number: string;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
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
  readonly cases?: readonly SortedCase[];
}

/** Records that an index has in the sequence of a list. */
export interface SortedCase {
  readonly condition: Condition;
  /** They are so few that they are sorted. */
  readonly areFew?: true;
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

/** The list without a search, and its parts for one of a rare term. */
function largeListOf(
  viewer: Viewer,
  list: RecordList,
  fleet: Fleet,
  { descending, orderBy }: Page,
): LargeList & { readonly rareParts: Parameters<typeof foundPage>[5] } {
  const { at, cases = [{ condition: sql`true` }], keys, table } = list;
  const conditions = [...fleet.conditions, ...list.conditions];
  // The default sort is newest first.
  const isDescending = orderBy === null || descending;
  const to = sql.raw(isDescending ? 'desc' : 'asc');
  const isOfVehicles = keys[0] === 'registration';
  const records = sql.table(table);
  const columns = isOfVehicles
    ? sql`r.id, r.vehicle_id, ${sql.ref(`r.${at}`)} as newest_at`
    : sql.join(keys.map((key) => sql.ref(`r.${key}`)));
  const partOf =
    (from: Condition, ...of: readonly Condition[]): Part =>
    (tail, range) =>
      ofEachCustomer(
        viewer,
        'r.customer_id',
        (ofCustomer) => sql`select ${columns} from ${from} r
          where ${all([ofCustomer, ...of, range])} ${tail}`,
      );
  // Few records are in an index of their own, and not looked for among all of the vehicles.
  const ofFleet =
    fleet.ids === null ? fleet.conditions : [sql`r.vehicle_id + 0 = any(${idsOf(fleet.ids)})`];
  return {
    parts: [partOf(records, ...conditions)],
    walked: cases.map(({ areFew, condition }) =>
      areFew
        ? sortedApart(partOf(records, condition, ...ofFleet, ...list.conditions))
        : partOf(records, condition, ...conditions),
    ),
    rareParts: (rare) =>
      sourcesOf('r', table, rare).map(({ condition, from }) =>
        partOf(from, condition, ...conditions),
      ),
    ...(keys[0] === at ? { time: { name: at, type: 'timestamptz', isDescending } } : {}),
    ...(isOfVehicles
      ? byRegistration(viewer, list, fleet, conditions, to)
      : { order: sql.join(keys.map((key) => sql`${sql.ref(key)} ${to}`)) }),
  };
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
  const { at, table } = list;
  const found =
    page.search === ''
      ? null
      : await findTexts(trx, viewer, { table, at, hasInactive: false, search: page.search });
  const { rareParts, ...large } = largeListOf(viewer, list, fleet, page);
  const { count, ids, isLimit } = await foundPage(trx, page, table, found, large, rareParts);
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
