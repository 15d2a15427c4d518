import { must } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import {
  type CountedRows,
  type SearchedList,
  searchedPage,
  type Transaction,
} from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import type { NotificationType } from '../notifications.repository.ts';

export interface DeliveryRow {
  readonly id: number;
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly registration: string | null;
  readonly record_kind: 'defect' | 'driver_check' | 'vehicle_report' | 'digest' | 'test';
  readonly state: 'waiting' | 'sent' | 'failed' | 'bounced';
  readonly attempts: number;
  readonly failure: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns = sql`n.id::float8 as id, n.target as email, n.notification_type, v.registration, n.record_kind,
  n.state, n.attempts, n.failure, n.created_at, n.ended_at`;

/** Condition: a mail `n` is of the viewer's customer, and of a vehicle of the depots in scope. */
function isVisible(viewer: Viewer) {
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`n.customer_id = ${viewer.customerId ?? 0}`;
  if (viewer.depotScope === 'all') return customer;
  return sql`${customer} and n.vehicle_id = any(array(select vehicle_id from vehicle_depots
    where depot_id = any(${[...viewer.depotScope]}::int[])))`;
}

const source = sql`from deliveries n left join vehicles v on v.id = n.vehicle_id`;

/** A visible mail. */
export async function visibleDelivery(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`select ${columns} ${source}
    where n.id = ${id} and n.notification_type is not null and ${isVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** Searches the address of a mail, and the registration of its vehicle. */
const SEARCHED: SearchedList = {
  found: 'deliveries_found',
  id: 'n.id',
  // A scalar subquery looks up each row's vehicle; `exists` would read all vehicles.
  onTheWay: (pattern) => sql`(n.target ilike ${pattern}
    or (select o.registration ilike ${pattern} from vehicles o where o.id = n.vehicle_id))`,
};

function orderOf({ orderBy, descending }: Page) {
  if (orderBy === 'email') {
    const to = descending ? sql`desc` : sql`asc`;
    return sql`lower(n.target) ${to}, n.created_at desc, n.id desc`;
  }
  const to = orderBy === null || descending ? sql`desc` : sql`asc`;
  return sql`n.created_at ${to}, n.id ${to}`;
}

/** A page of the visible mails, newest first; the count stops at its limit. */
export async function deliveryPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  of: { readonly type: NotificationType | null; readonly state: DeliveryRow['state'] | null },
): Promise<CountedRows<DeliveryRow>> {
  const order = orderOf(page);
  return searchedPage(trx, SEARCHED, page, {
    some: sql`from deliveries n where n.notification_type is not null and ${isVisible(viewer)}
      ${of.type === null ? sql`` : sql`and n.notification_type = ${of.type}`}
      ${of.state === null ? sql`` : sql`and n.state = ${of.state}`}`,
    sampleOrder: sql`n.created_at desc, n.id desc`,
    read: (matching) => sql<DeliveryRow>`select ${columns}
      from (select n.* ${matching} order by ${order} limit ${page.limit} offset ${page.offset}) n
      left join vehicles v on v.id = n.vehicle_id order by ${order}`,
  });
}

/** Data for a mail about a record. */
export interface RecordRow {
  readonly notification_email_id: number;
  readonly notification_type: NotificationType;
  readonly customer: string;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly depots: string;
  readonly reference: string;
  readonly at: Date;
  readonly by: string;
  readonly defects: number;
}

/** The record of a delivery; undefined if the record or the address was deleted. */
export async function recordOf(trx: Transaction, id: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select h.notification_email_id, h.notification_type, c.name as customer, h.vehicle_id,
      v.registration,
      coalesce((select string_agg(g.name, ', ' order by g.name) from vehicle_depots w
        join depots g on g.id = w.depot_id where w.vehicle_id = v.id), '') as depots,
      coalesce(f.reference_number, k.reference_number, r.reference_number) as reference,
      coalesce(f.reported_at, k.checked_at, r.done_at) as at,
      coalesce(f.reported_by, k.driver, r.author) as by,
      coalesce(jsonb_array_length(f.items), k.defects, r.defects) as defects
    from deliveries h join customers c on c.id = h.customer_id join vehicles v on v.id = h.vehicle_id
    left join defect_records f on h.record_kind = 'defect' and f.id = h.record_id
    left join driver_check_records k on h.record_kind = 'driver_check' and k.id = h.record_id
    left join vehicle_reports r on h.record_kind = 'vehicle_report' and r.id = h.record_id
    where h.id = ${id} and h.notification_email_id is not null
      and (f.id is not null or k.id is not null or r.id is not null)`.execute(trx);
  return rows[0];
}

/** Stores the result of a test mail. Returns its row. */
export async function storeTest(
  trx: Transaction,
  of: {
    readonly customerId: number;
    readonly emailId: number;
    readonly email: string;
    readonly type: NotificationType;
    readonly state: 'sent' | 'failed' | 'bounced';
    readonly failure: string | null;
  },
): Promise<DeliveryRow> {
  const { rows } = await sql<{ id: number }>`insert into deliveries
      (customer_id, channel, kind, notification_email_id, target, notification_type, record_kind,
       state, attempts, last_attempt_at, failure, ended_at)
    values (${of.customerId}, 'email', 'message', ${of.emailId}, ${of.email}, ${of.type}, 'test',
      ${of.state}, 1, now(), ${of.failure}, now())
    returning id::float8 as id`.execute(trx);
  const stored =
    await sql<DeliveryRow>`select ${columns} ${source} where n.id = ${rows[0]?.id ?? 0}`.execute(
      trx,
    );
  return must(stored.rows[0], 'notification.test_not_stored');
}

/** Stores that a mail was returned after the server had accepted it. */
export async function storeReturn(trx: Transaction, id: number, failure: string): Promise<void> {
  await sql`update deliveries set state = 'bounced', failure = ${failure}, ended_at = now()
    where id = ${id} and state <> 'bounced' and notification_type is not null`.execute(trx);
}
