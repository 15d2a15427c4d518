import type { CONNECTION_PROTOCOLS } from '@roadworthy/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import {
  type CountedRows,
  fewPage,
  ofCustomer,
  type Protocol,
  type SearchedList,
  searchedPage,
  type Transaction,
  vehicleInScope,
} from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { visibleVehicles } from '../fleet/index.ts';
import type { TrackerRow } from './tracker-json.ts';

/** Sort columns, each with an index (requirement R-P07); the last report is indexed by hour. */
const ORDER = {
  tracker: ['number'],
  model: ['model'],
  protocol: ['protocol'],
  last_seen: ['last_seen_hour', 'last_seen_at'],
} as const;

/** Trackers that never reported come last by latest report, and first by longest silence. */
function orderOf({ orderBy, descending }: Page) {
  const columns = [...ORDER[(orderBy ?? 'tracker') as keyof typeof ORDER], 'id'];
  const to = descending ? sql`desc` : sql`asc`;
  return sql.join(columns.map((column) => sql`${sql.ref(`t.${column}`)} ${to}`));
}

const COLUMNS = sql`t.id, t.number, t.permission, t.model, t.protocol, t.sim, t.vehicle_id,
  v.registration, t.last_seen_at, t.clock_fault, host(t.last_address) as last_address, t.allowed_networks, t.customer_id,
  t.archived_at is not null as is_archived`;

/** Condition: the tracker `t` is on no vehicle, or on one in scope. */
const trackerInScope = (viewer: Viewer) =>
  sql`(t.vehicle_id is null or ${vehicleInScope(viewer, 't.vehicle_id')})`;

/**
 * Condition: trackers that an administrator may see: of the customer, and on no vehicle or on one of
 * the depots in scope (U-P03). Rows with the permission admin are never shown (U-45).
 */
function visibleTrackers(viewer: Viewer, scope: RawBuilder<unknown> = trackerInScope(viewer)) {
  return sql`${ofCustomer(viewer, 't.customer_id')} and ${scope}
    and t.permission is distinct from 'admin'`;
}

/** Up to this number of visible trackers, their ids are read first; above it, the list is filtered. */
const FEW = 5000;

/** The trackers in scope, as conditions on the tracker `t`. */
interface TrackerScope {
  /** Disjoint conditions. Each has an index in every sort order of the list. */
  readonly parts: readonly RawBuilder<unknown>[];
  /** So few that a page may read them all. */
  readonly isFew: boolean;
}

/**
 * The trackers of {@link visibleTrackers}, for a list. For people limited to some depots, the few on
 * their vehicles are found first. If many more have no vehicle, those are a separate part: a scan of all
 * trackers of the customer would mostly read those of other depots.
 */
async function trackerScope(trx: Transaction, viewer: Viewer): Promise<TrackerScope> {
  const whole = { parts: [visibleTrackers(viewer)], isFew: false };
  if (viewer.depotScope === 'all' || viewer.isGlobalAdmin) return whole;
  const { rows } = await sql<{ fitted: number[]; unfitted: number[] }>`select
    array(select t.id from trackers t where ${vehicleInScope(viewer, 't.vehicle_id')}
      limit ${FEW + 1}) as fitted,
    array(select t.id from trackers t where t.vehicle_id is null
      and ${ofCustomer(viewer, 't.customer_id')} limit ${FEW + 1}) as unfitted`.execute(trx);
  const { fitted = [], unfitted = [] } = rows[0] ?? {};
  if (fitted.length > FEW) return whole;
  const among = (ids: readonly number[]) =>
    visibleTrackers(viewer, sql`t.id = any(${[...ids]}::int[])`);
  if (fitted.length + unfitted.length <= FEW) {
    return { parts: [among([...fitted, ...unfitted])], isFew: true };
  }
  return {
    parts: [among(fitted), visibleTrackers(viewer, sql`t.vehicle_id is null`)],
    isFew: false,
  };
}

/** The searched columns: number and model of a tracker, and the registration of its vehicle. */
const SEARCHED: SearchedList = {
  found: 'trackers_found',
  id: 't.id',
  // A scalar subquery looks up one vehicle per row; `exists` would read all vehicles.
  onTheWay: (pattern) => sql`(t.number ilike ${pattern} or t.model ilike ${pattern}
    or (select o.registration ilike ${pattern} from vehicles o where o.id = t.vehicle_id))`,
};

/** A page of visible trackers, searched by number, registration or model, with a limited count. */
export async function trackerPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  isArchived: boolean,
): Promise<CountedRows<TrackerRow>> {
  const order = orderOf(page);
  const { parts, isFew } = await trackerScope(trx, viewer);
  const lists = parts.map(
    (part) => sql`from trackers t where ${part} and (t.archived_at is not null) = ${isArchived}`,
  );
  if (isFew) {
    const found = page.search === '' ? sql`true` : SEARCHED.onTheWay(containsPattern(page.search));
    return fewPage<TrackerRow>(trx, page, {
      matching: sql`${sql.join(lists)} and ${found}`,
      id: 't.id',
      order,
      columns: COLUMNS,
      joins: sql`join trackers t on t.id = h.id left join vehicles v on v.id = t.vehicle_id`,
    });
  }
  const together = (each: readonly RawBuilder<unknown>[]) =>
    sql`from (${sql.join([...each], sql` union all `)}) t`;
  return searchedPage(trx, SEARCHED, page, {
    // Sorted by an index; without it, those on no vehicle would be searched among all trackers.
    some: sql`${together(
      lists.map((list) => sql`(select t.* ${list} order by t.number, t.id)`),
    )} where true`,
    read: (_, condition) => sql<TrackerRow>`select ${COLUMNS}
      from (select t.* ${together(
        lists.map(
          (list) => sql`(select t.* ${list} and ${condition} order by ${order}
            limit ${page.limit + page.offset})`,
        ),
      )} order by ${order} limit ${page.limit} offset ${page.offset}) t
      left join vehicles v on v.id = t.vehicle_id
      order by ${order}`,
  });
}

/**
 * Visible trackers with these ids, sorted by id.
 *
 * @param hold locks the rows, for a caller that changes them in this transaction
 */
export async function trackersOf(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
  { hold }: { readonly hold: boolean } = { hold: false },
): Promise<TrackerRow[]> {
  const { rows } = await sql<TrackerRow>`select ${COLUMNS} from trackers t
    left join vehicles v on v.id = t.vehicle_id
    where t.id = any(${[...ids]}::int[]) and ${visibleTrackers(viewer)}
    order by t.id ${hold ? sql`for update of t` : sql``}`.execute(trx);
  return rows;
}

/** A vehicle that the administrator may fit a tracker to, or undefined. */
export async function vehicleForTracker(trx: Transaction, viewer: Viewer, vehicleId: number) {
  return visibleVehicles(trx, viewer)
    .select('v.customer_id')
    .where('v.id', '=', vehicleId)
    .executeTakeFirst();
}

/** The fields of a tracker that an administrator sets. */
export interface TrackerColumns {
  readonly number: string;
  readonly protocol: Protocol;
  readonly model: string;
  readonly sim: string | null;
  readonly vehicle_id: number | null;
  readonly allowed_networks: readonly string[];
}

/** Registers a tracker. Returns its id, or undefined if its number is taken by any customer. */
export async function insertTracker(
  trx: Transaction,
  customerId: number,
  columns: TrackerColumns,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into trackers (customer_id, number, protocol, model, sim, vehicle_id, allowed_networks)
    values (${customerId}, ${columns.number}, ${columns.protocol}, ${columns.model},
      ${columns.sim}, ${columns.vehicle_id}, ${[...columns.allowed_networks]}::text[])
    on conflict (number) do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

/** Updates a tracker; another vehicle starts a new fitting. */
export async function writeTracker(
  trx: Transaction,
  id: number,
  columns: TrackerColumns,
): Promise<void> {
  await trx
    .updateTable('trackers')
    .set({ ...columns, allowed_networks: [...columns.allowed_networks] })
    .where('id', '=', id)
    .execute();
}

/** Archives trackers, which removes them from their vehicles, or restores them. */
export async function writeTrackersArchived(
  trx: Transaction,
  ids: readonly number[],
  isArchived: boolean,
): Promise<void> {
  await trx
    .updateTable('trackers')
    .set(isArchived ? { archived_at: sql<Date>`now()`, vehicle_id: null } : { archived_at: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** The visible vehicles that a tracker was fitted to, newest first. */
export async function fittingsOfTracker(trx: Transaction, viewer: Viewer, trackerId: number) {
  const { rows } = await sql<{
    vehicle: number;
    registration: string;
    fitted_at: Date | null;
    removed_at: Date | null;
  }>`select f.vehicle_id as vehicle, v.registration,
      nullif(f.fitted_at, '-infinity') as fitted_at, f.removed_at
    from tracker_fittings f join vehicles v on v.id = f.vehicle_id
    where f.tracker_id = ${trackerId} and ${vehicleInScope(viewer, 'f.vehicle_id')}
    order by f.fitted_at desc, f.id desc limit 100`.execute(trx);
  return rows;
}

/** Addresses from which a tracker connected, newest first. */
export async function connectionsOfTracker(trx: Transaction, trackerId: number) {
  const { rows } = await sql<{
    id: string;
    address: string;
    protocol: (typeof CONNECTION_PROTOCOLS)[number];
    connected_at: Date;
    disconnected_at: Date | null;
    ended_by: string | null;
    replaced_by: string | null;
    attempts: number;
  }>`select id, host(address) as address, protocol, connected_at, disconnected_at, ended_by,
      host(replaced_by) as replaced_by, attempts
    from tracker_connections where tracker_id = ${trackerId}
    order by connected_at desc, id limit 100`.execute(trx);
  return rows;
}
