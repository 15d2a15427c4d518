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

const columns = sql`n.id::int as id, n.email, n.notification_type, v.registration, n.record_kind,
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

const source = sql`from notification_deliveries n left join vehicles v on v.id = n.vehicle_id`;

/** A visible mail. */
export async function visibleDelivery(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`select ${columns} ${source}
    where n.id = ${id} and ${isVisible(viewer)}`.execute(trx);
  return rows[0];
}

/** Searches the address of a mail, and the registration of its vehicle. */
const SEARCHED: SearchedList = {
  found: 'notification_deliveries_found',
  id: 'n.id',
  // A scalar subquery looks up each row's vehicle; `exists` would read all vehicles.
  onTheWay: (pattern) => sql`(n.email ilike ${pattern}
    or (select o.registration ilike ${pattern} from vehicles o where o.id = n.vehicle_id))`,
};

function orderOf({ orderBy, descending }: Page) {
  if (orderBy === 'email') {
    const to = descending ? sql`desc` : sql`asc`;
    return sql`lower(n.email) ${to}, n.created_at desc, n.id desc`;
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
    some: sql`from notification_deliveries n where ${isVisible(viewer)}
      ${of.type === null ? sql`` : sql`and n.notification_type = ${of.type}`}
      ${of.state === null ? sql`` : sql`and n.state = ${of.state}`}`,
    sampleOrder: sql`n.created_at desc, n.id desc`,
    read: (matching) => sql<DeliveryRow>`select ${columns}
      from (select n.* ${matching} order by ${order} limit ${page.limit} offset ${page.offset}) n
      left join vehicles v on v.id = n.vehicle_id order by ${order}`,
  });
}

/** Data for a mail about a record; null where the record has no value. */
export interface WaitingRow {
  readonly id: number;
  readonly notification_email_id: number;
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly attempts: number;
  readonly customer_id: number;
  readonly customer: string;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly depots: string;
  readonly reference: string;
  readonly at: Date;
  readonly by: string;
  readonly defects: number;
}

/**
 * Mails that are due, up to a limit, locked so that no other worker takes them. Excludes mails
 * whose record was deleted.
 */
export async function lockWaiting(trx: Transaction, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with due as (select * from notification_deliveries
      where state = 'waiting' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked)
    select h.id::int as id, h.notification_email_id, h.email, h.notification_type, h.attempts,
      h.customer_id, c.name as customer, h.vehicle_id, v.registration,
      coalesce((select string_agg(g.name, ', ' order by g.name) from vehicle_depots w
        join depots g on g.id = w.depot_id where w.vehicle_id = v.id), '') as depots,
      coalesce(f.reference_number, k.reference_number, r.reference_number) as reference,
      coalesce(f.reported_at, k.checked_at, r.done_at) as at,
      coalesce(f.reported_by, k.driver, r.author) as by,
      coalesce(jsonb_array_length(f.items), k.defects, r.defects) as defects
    from due h join customers c on c.id = h.customer_id join vehicles v on v.id = h.vehicle_id
    left join defect_records f on h.record_kind = 'defect' and f.id = h.record_id
    left join driver_check_records k on h.record_kind = 'driver_check' and k.id = h.record_id
    left join vehicle_reports r on h.record_kind = 'vehicle_report' and r.id = h.record_id
    where f.id is not null or k.id is not null or r.id is not null
    order by h.next_attempt_at, h.id`.execute(trx);
  return rows;
}

/** Stores the result of an attempt: after a temporary failure the mail waits for the next one. */
export async function storeResult(
  trx: Transaction,
  id: number,
  end:
    | { readonly state: 'sent' }
    | { readonly state: 'failed' | 'bounced'; readonly failure: string }
    | { readonly state: 'waiting'; readonly failure: string; readonly againAt: Date },
): Promise<void> {
  const failure = end.state === 'sent' ? null : end.failure;
  const again = end.state === 'waiting' ? sql`${end.againAt}` : sql`next_attempt_at`;
  await sql`update notification_deliveries set state = ${end.state}, attempts = attempts + 1,
      failure = ${failure}, next_attempt_at = ${again},
      ended_at = ${end.state === 'waiting' ? null : sql`now()`}
    where id = ${id}`.execute(trx);
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
  const { rows } = await sql<{ id: number }>`insert into notification_deliveries
      (customer_id, notification_email_id, email, notification_type, record_kind, state, attempts,
       failure, ended_at)
    values (${of.customerId}, ${of.emailId}, ${of.email}, ${of.type}, 'test',
      ${of.state}, 1, ${of.failure}, now())
    returning id::int as id`.execute(trx);
  const stored = await sql<DeliveryRow>`select ${columns} from notification_deliveries n
    left join vehicles v on v.id = n.vehicle_id where n.id = ${rows[0]?.id ?? 0}`.execute(trx);
  return must(stored.rows[0], 'notification.test_not_stored');
}

/** Stores that a mail was returned after the server had accepted it. */
export async function storeReturn(trx: Transaction, id: number, failure: string): Promise<void> {
  await sql`update notification_deliveries set state = 'bounced', failure = ${failure}, ended_at = now()
    where id = ${id} and state <> 'bounced'`.execute(trx);
}
