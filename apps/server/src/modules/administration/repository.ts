import { sql } from 'kysely';
import type { Viewer } from '../../platform/auth/index.ts';
import type { ClockFault, Protocol, Transaction } from '../../platform/db/index.ts';
import { containsPattern, type Page } from '../../platform/paging.ts';

export interface TrackerRow {
  id: number;
  number: string;
  permission: string | null;
  model: string;
  protocol: Protocol;
  sim: string | null;
  vehicle_id: number | null;
  registration: string | null;
  last_seen_at: Date | null;
  clock_fault: ClockFault | null;
  customer_id: number;
}

const TRACKER_ORDER = {
  tracker: sql`t.number`,
  model: sql`t.model`,
  protocol: sql`t.protocol`,
  last_seen: sql`t.last_seen_at`,
} as const;

const TRACKER_COLUMNS = sql`t.id, t.number, t.permission, t.model, t.protocol, t.sim, t.vehicle_id,
  v.registration, t.last_seen_at, t.clock_fault, t.customer_id`;

/**
 * Trackers an administrator may know of: of the customer; on no vehicle, or on one of the depots in
 * scope (U-P03). Rows with the permission admin never show (U-45).
 */
function visibleTrackers(viewer: Viewer) {
  const depots = viewer.depotScope === 'all' ? null : [...viewer.depotScope];
  const scope =
    depots === null
      ? sql`true`
      : sql`(t.vehicle_id is null or t.vehicle_id in (
          select vehicle_id from vehicle_depots where depot_id = any(${depots}::int[])))`;
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`t.customer_id = ${viewer.customerId ?? 0}`;
  return sql`${customer} and ${scope} and t.permission is distinct from 'admin'`;
}

/** A page of visible trackers, found by number, registration or model; with the count of all. */
export async function trackers(trx: Transaction, viewer: Viewer, page: Page) {
  const order = TRACKER_ORDER[(page.orderBy ?? 'tracker') as keyof typeof TRACKER_ORDER];
  const pattern = containsPattern(page.search);
  const found = sql`from trackers t left join vehicles v on v.id = t.vehicle_id
    where ${visibleTrackers(viewer)} and (${page.search} = '' or t.number ilike ${pattern}
      or v.registration ilike ${pattern} or t.model ilike ${pattern})`;
  const { rows } = await sql<TrackerRow & { count: number }>`
    select ${TRACKER_COLUMNS}, (select count(*) ${found})::int as count ${found}
    order by ${order} ${page.descending ? sql`desc nulls last` : sql`asc nulls first`}, t.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  if (rows.length > 0 || page.offset === 0) return { count: rows[0]?.count ?? 0, rows };
  const past = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(trx);
  return { count: past.rows[0]?.count ?? 0, rows };
}

export interface UnknownDeviceRow {
  protocol: Protocol;
  identifier: string;
  first_seen_at: Date;
  last_seen_at: Date;
  attempts: number;
}

const UNKNOWN_ORDER = {
  last_seen: sql`last_seen_at`,
  identifier: sql`identifier`,
  protocol: sql`protocol`,
  attempts: sql`attempts`,
} as const;

/**
 * A page of devices that nobody registered. They belong to no customer: where several share the
 * server, a customer's administrator must know the whole number printed on the device.
 *
 * @param seesAll whether the viewer may browse the list
 */
export async function unknownDevices(trx: Transaction, page: Page, seesAll: boolean) {
  const order = UNKNOWN_ORDER[(page.orderBy ?? 'last_seen') as keyof typeof UNKNOWN_ORDER];
  const newestFirst = page.orderBy === null || page.descending;
  const where = seesAll
    ? sql`(${page.search} = '' or identifier ilike ${containsPattern(page.search)})`
    : sql`identifier = ${page.search}`;
  const { rows } = await sql<UnknownDeviceRow>`select * from unknown_devices where ${where}
    order by ${order} ${newestFirst ? sql`desc` : sql`asc`}, identifier
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select count(*)::int as count
    from unknown_devices where ${where}`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** Whether more than one customer shares this server; asked as the owner. */
export async function hasSeveralCustomers(trx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from customers limit 2`.execute(trx);
  return rows.length > 1;
}

/** A vehicle the administrator may fit a tracker to, or undefined. */
export async function vehicleForTracker(trx: Transaction, viewer: Viewer, vehicleId: number) {
  let query = trx
    .selectFrom('vehicles')
    .select(['id', 'customer_id', 'registration'])
    .where('id', '=', vehicleId)
    .where('is_active', '=', true);
  if (!viewer.isGlobalAdmin) query = query.where('customer_id', '=', viewer.customerId ?? 0);
  if (viewer.depotScope !== 'all') {
    const depots = [0, ...viewer.depotScope];
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', 'in', depots),
    );
  }
  return query.executeTakeFirst();
}

/** Registers a tracker. Returns it, or undefined where its number is taken by whomever. */
export async function insertTracker(
  trx: Transaction,
  tracker: {
    customer_id: number;
    number: string;
    protocol: Protocol;
    model: string;
    vehicle_id: number;
  },
): Promise<TrackerRow | undefined> {
  const { rows } = await sql<TrackerRow>`
    with t as (
      insert into trackers (customer_id, number, protocol, model, vehicle_id)
      values (${tracker.customer_id}, ${tracker.number}, ${tracker.protocol}, ${tracker.model},
        ${tracker.vehicle_id})
      on conflict (number) do nothing returning *
    )
    select ${TRACKER_COLUMNS} from t left join vehicles v on v.id = t.vehicle_id`.execute(trx);
  return rows[0];
}

/** Takes a device out of the list of unknown ones. */
export async function removeUnknownDevice(
  trx: Transaction,
  identifier: string,
  protocol: Protocol,
): Promise<void> {
  await trx
    .deleteFrom('unknown_devices')
    .where('identifier', '=', identifier)
    .where('protocol', '=', protocol)
    .execute();
}
