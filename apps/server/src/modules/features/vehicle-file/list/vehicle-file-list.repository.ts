import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  COUNT_LIMIT,
  containsPattern,
  countOf,
  type ListCount,
} from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';
import type { ActivityFilter } from './vehicle-file-list-filter.ts';

export interface ActivityRow {
  id: number;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
  activity_type_id: number;
  type_name: string;
  type_reference: string;
  description: string;
  status: string;
  created_at: Date;
  fulfilled_at: Date | null;
  created_by: string;
  file_id: string | null;
  media_type: string | null;
  record_id: number | null;
  reference_number: string | null;
  investigations_count: number;
  archived: boolean;
}

/** Page of the matches and sort direction of the applicable date. */
export interface ActivityPage {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst: boolean;
}

type Condition = RawBuilder<unknown>;
const all = (conditions: readonly Condition[]) => sql.join([...conditions], sql` and `);
const idsOf = (ids: readonly number[]) => sql`${[...ids]}::int[]`;

/** Above this share of the fleet it is faster to read all entries of the fleet in sort order. */
const MANY = 0.15;
/** Up to this many vehicles are always read one by one. */
const FEW = 50;

/**
 * Query plan for the entries of the visible vehicles: vehicle by vehicle, or all of the customers
 * except those of vehicles that are not visible.
 */
type Way =
  | { readonly kind: 'vehicles'; readonly ids: readonly number[] }
  | { readonly kind: 'among'; readonly ids: readonly number[] }
  | { readonly kind: 'all-but'; readonly ids: readonly number[] };

async function wayOf(trx: Transaction, viewer: Viewer, filter: ActivityFilter): Promise<Way> {
  const { vehicleId, depotId, regionId, search } = filter;
  if (vehicleId !== null) return { kind: 'vehicles', ids: [vehicleId] };
  const isNarrow =
    depotId !== null || regionId !== null || search !== '' || viewer.depotScope !== 'all';
  if (!isNarrow) {
    const { rows } = await sql<{ id: number }>`
      select id from vehicles where not is_active`.execute(trx);
    return { kind: 'all-but', ids: rows.map(({ id }) => id) };
  }
  let vehicles = visibleVehicles(trx, viewer);
  if (search !== '') vehicles = vehicles.where('v.registration', 'ilike', containsPattern(search));
  if (depotId !== null || regionId !== null) {
    vehicles = vehicles.where('v.id', 'in', (eb) => {
      let within = eb
        .selectFrom('vehicle_depots as w')
        .innerJoin('depots as g', 'g.id', 'w.depot_id')
        .select('w.vehicle_id')
        .where(depotIsVisible(viewer));
      if (depotId !== null) within = within.where('g.id', '=', depotId);
      if (regionId !== null) within = within.where('g.region_id', '=', regionId);
      return within;
    });
  }
  const { rows } = await sql<{ ids: number[]; fleet: number }>`
    select array(select id from (${vehicles}) sight) as ids,
      (select count(*) from vehicles)::int as fleet`.execute(trx);
  const { ids = [], fleet = 0 } = rows[0] ?? {};
  const isMany = ids.length > FEW && ids.length > MANY * fleet;
  return { kind: isMany ? 'among' : 'vehicles', ids };
}

function conditionsOf(filter: ActivityFilter): Condition[] {
  const date = filter.mode === 'documents' ? sql`a.document_at` : sql`a.created_at`;
  return [
    filter.archived ? sql`a.archived` : sql`not a.archived`,
    ...(filter.start === null ? [] : [sql`${date} >= ${filter.start}`]),
    ...(filter.end === null ? [] : [sql`${date} < ${filter.end}`]),
    ...(filter.typeId === null ? [] : [sql`a.activity_type_id = ${filter.typeId}`]),
    ...(filter.latestOnly ? [sql`a.is_latest`] : []),
    ...(filter.pendingOnly ? [sql`a.pending_investigations_count > 0`] : []),
  ];
}

/** Sort of the list; an index supports each date in both directions. */
function orderOf(filter: ActivityFilter, newestFirst: boolean): Condition {
  const to = newestFirst ? sql`desc` : sql`asc`;
  return filter.mode === 'documents'
    ? sql`a.document_at ${to}, a.created_at ${to}, a.id ${to}`
    : sql`a.created_at ${to}, a.id ${to}`;
}

/**
 * The first matches in sort order, up to the count limit. The index covers every filter, so only
 * rows that are shown are read.
 */
function hitsOf(viewer: Viewer, filter: ActivityFilter, way: Way, order: Condition, most: number) {
  const dates = filter.mode === 'documents' ? sql`a.document_at, a.created_at` : sql`a.created_at`;
  const stream = (...of: Condition[]) => sql`cross join lateral (
    select a.id, ${dates} from vehicle_activities a
    where ${all([...of, ...conditionsOf(filter)])} order by ${order} limit ${most}) a`;
  if (way.kind === 'vehicles') {
    return sql`unnest(${idsOf(way.ids)}) as v (id) ${stream(sql`a.vehicle_id = v.id`)}`;
  }
  const customers = viewer.isGlobalAdmin
    ? sql`(select id as customer_id from customers)`
    : sql`(select ${viewer.customerId ?? 0}::int as customer_id)`;
  const conditions =
    way.kind === 'among'
      ? [sql`a.vehicle_id = any(${idsOf(way.ids)})`]
      : way.ids.length === 0
        ? []
        : [sql`a.vehicle_id <> all(${idsOf(way.ids)})`];
  return sql`${customers} c ${stream(sql`a.customer_id = c.customer_id`, ...conditions)}`;
}

/** Columns of each activity `a`. */
const columns = sql`a.id, a.vehicle_id, v.registration, a.activity_type_id, t.name as type_name,
  t.reference as type_reference, a.description, a.status, a.created_at, a.fulfilled_at, a.created_by,
  a.file_id, f.media_type, a.record_id, a.reference_number, a.investigations_count, a.archived,
  p.depot_id, p.depot_name`;

/** Names for an activity `a`; of its vehicle's depots, the first that is visible to the viewer. */
const namesFor = (viewer: Viewer) => sql`
  join vehicles v on v.id = a.vehicle_id
  join activity_types t on t.id = a.activity_type_id
  left join files f on f.id = a.file_id
  left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
    join depots g on g.id = w.depot_id where w.vehicle_id = a.vehicle_id and ${depotIsVisible(viewer)}
    order by g.name limit 1) p on true`;

/**
 * A page of the visible activities and their count. Both come from one index scan, up to the count
 * limit or the end of the page (requirement R-P07).
 */
export async function activityPage(
  trx: Transaction,
  viewer: Viewer,
  filter: ActivityFilter,
  page: ActivityPage,
): Promise<ListCount & { rows: ActivityRow[] }> {
  const way = await wayOf(trx, viewer, filter);
  if (way.kind !== 'all-but' && way.ids.length === 0) {
    return { count: 0, isLimit: false, rows: [] };
  }
  const order = orderOf(filter, page.newestFirst);
  const most = Math.max(COUNT_LIMIT, page.offset + page.limit) + 1;
  const { rows } = await sql<ActivityRow & { hits: number }>`
    with hits as materialized (
      select a.* from ${hitsOf(viewer, filter, way, order, most)} order by ${order} limit ${most}),
    shown as (select a.* from hits a order by ${order} limit ${page.limit} offset ${page.offset}),
    named as (select ${columns}, a.document_at from shown s join vehicle_activities a on a.id = s.id
      ${namesFor(viewer)})
    select c.hits, a.* from (select count(*)::int as hits from hits) c
    left join named a on true order by ${order}`.execute(trx);
  const shown = rows.filter(({ id }) => id !== null).map(({ hits: _hits, ...row }) => row);
  return { ...countOf(page, shown.length, rows[0]?.hits ?? 0), rows: shown };
}

/** One activity of a visible vehicle; undefined if it does not exist or is not visible. */
export async function visibleActivity(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<ActivityRow | undefined> {
  const { rows } = await sql<ActivityRow>`
    select ${columns} from vehicle_activities a ${namesFor(viewer)}
    where a.id = ${id} and a.vehicle_id in
      (select id from (${visibleVehicles(trx, viewer)}) sight)`.execute(trx);
  return rows[0];
}

/** The current activity, locked until the transaction ends. */
export async function lockActivity(trx: Transaction, id: number) {
  return trx
    .selectFrom('vehicle_activities')
    .select(['customer_id', 'archived'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a region has a depot that is visible to the viewer. */
export async function regionIsVisible(
  trx: Transaction,
  viewer: Viewer,
  regionId: number,
): Promise<boolean> {
  const { rows } = await sql`select from depots g
    where g.region_id = ${regionId} and ${depotIsVisible(viewer)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Archives or restores an activity, and updates which activity is the newest of its item. */
export async function setArchived(trx: Transaction, id: number, archived: boolean): Promise<void> {
  await sql`update vehicle_activities set archived = ${archived} where id = ${id}`.execute(trx);
  await sql`
    update vehicle_activities a set is_latest = not exists (select from vehicle_activities n
      where n.vehicle_id = a.vehicle_id and n.activity_type_id = a.activity_type_id
        and n.record_id = a.record_id and n.archived = a.archived
        and (n.created_at, n.id) > (a.created_at, a.id))
    from vehicle_activities changed
    where changed.id = ${id} and a.vehicle_id = changed.vehicle_id
      and a.activity_type_id = changed.activity_type_id and a.record_id = changed.record_id
    `.execute(trx);
}
