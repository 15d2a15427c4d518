import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';

export type NotificationType =
  | 'vehicle_std_emails'
  | 'vehicle_audit_emails'
  | 'vehicle_handover_emails'
  | 'defect_notification_emails';

/** A mail for each record, or one for all records of a day or a week. */
export type Frequency = 'each' | 'daily' | 'weekly';

export interface EmailRow {
  readonly id: number;
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly depots: { id: number; name: string }[];
  readonly frequency: Frequency;
  readonly unsubscribed: boolean;
  readonly bounced: boolean;
  readonly customer: number;
  readonly customer_name: string;
}

/**
 * Condition: the administrator manages the address `n`: one of the customer, and for an
 * administrator of some depots one that is limited to these depots.
 */
function isManaged(viewer: Viewer) {
  const customer = viewer.isGlobalAdmin
    ? sql`true`
    : sql`n.customer_id = ${viewer.customerId ?? 0}`;
  if (viewer.depotScope === 'all') return customer;
  const depots = sql`${[...viewer.depotScope]}::int[]`;
  return sql`${customer}
    and exists (select from notification_email_depots d where d.notification_email_id = n.id)
    and not exists (select from notification_email_depots d
      where d.notification_email_id = n.id and d.depot_id <> all(${depots}))`;
}

const columns = sql`n.id, n.email, n.notification_type, n.frequency, n.unsubscribed_at is not null as unsubscribed,
  coalesce((select e.state = 'bounced' from deliveries e
    where e.notification_email_id = n.id and e.state <> 'waiting'
    order by e.id desc limit 1), false) as bounced,
  n.customer_id as customer, c.name as customer_name,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
    from notification_email_depots d join depots g on g.id = d.depot_id
    where d.notification_email_id = n.id), '[]') as depots`;

/** A page of the addresses that the administrator manages, with the count of all. */
export async function emailPage(
  trx: Transaction,
  viewer: Viewer,
  page: Page,
  type: NotificationType | null,
): Promise<{ count: number; rows: EmailRow[] }> {
  const found = sql`from notification_emails n join customers c on c.id = n.customer_id
    where ${isManaged(viewer)} and n.email ilike ${containsPattern(page.search)}
      ${type === null ? sql`` : sql`and n.notification_type = ${type}`}`;
  const to = page.descending ? sql`desc` : sql`asc`;
  const first = page.orderBy === 'notification_type' ? sql`n.notification_type ${to},` : sql``;
  const second = page.orderBy === 'notification_type' ? sql`asc` : to;
  const { rows } = await sql<EmailRow>`select ${columns} ${found}
    order by ${first} lower(n.email) ${second}, n.id
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  const total = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(trx);
  return { count: total.rows[0]?.count ?? 0, rows };
}

/** An address that the administrator manages; undefined if there is none. */
export async function managedEmail(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`select ${columns}
    from notification_emails n join customers c on c.id = n.customer_id
    where n.id = ${id} and ${isManaged(viewer)}`.execute(trx);
  return rows[0];
}

/**
 * An address that the administrator manages, locked until the transaction ends; undefined if there is
 * none. It is read after the lock, so that it contains what a concurrent change has written.
 */
export async function lockedEmail(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<EmailRow | undefined> {
  await sql`select from notification_emails n
    where n.id = ${id} and ${isManaged(viewer)} for update of n`.execute(trx);
  return managedEmail(trx, viewer, id);
}

/** All addresses of a customer for a type, sorted. */
export async function emailsOf(
  trx: Transaction,
  customerId: number,
  type: NotificationType,
): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`select ${columns}
    from notification_emails n join customers c on c.id = n.customer_id
    where n.customer_id = ${customerId} and n.notification_type = ${type}
    order by lower(n.email), n.id`.execute(trx);
  return rows;
}

/**
 * Adds an address of a customer, or reactivates one that unsubscribed.
 *
 * @returns its id; undefined if the address is active already
 */
export async function insertEmail(
  trx: Transaction,
  customerId: number,
  email: string,
  type: NotificationType,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into notification_emails as n (customer_id, email, notification_type)
    values (${customerId}, ${email}, ${type})
    on conflict (customer_id, notification_type, lower(email))
      do update set unsubscribed_at = null, email = excluded.email
      where n.unsubscribed_at is not null
    returning n.id`.execute(trx);
  return rows[0]?.id;
}

/** Limits an address to depots; an empty list means all vehicles. */
export async function writeDepots(
  trx: Transaction,
  customerId: number,
  id: number,
  depotIds: readonly number[],
): Promise<void> {
  await sql`delete from notification_email_depots where notification_email_id = ${id}
    and depot_id <> all(${[...depotIds]}::int[])`.execute(trx);
  await sql`insert into notification_email_depots (customer_id, notification_email_id, depot_id)
    select ${customerId}, ${id}, depot from unnest(${[...depotIds]}::int[]) depot
    on conflict do nothing`.execute(trx);
}

export async function writeFrequency(
  trx: Transaction,
  id: number,
  frequency: Frequency,
): Promise<void> {
  await sql`update notification_emails set frequency = ${frequency} where id = ${id}`.execute(trx);
}

/** Deletes addresses and their waiting mails. */
export async function deleteEmails(trx: Transaction, ids: readonly number[]): Promise<void> {
  const of = sql`any(${[...ids]}::int[])`;
  await sql`delete from deliveries
    where notification_email_id = ${of} and state = 'waiting'`.execute(trx);
  await sql`delete from notification_emails where id = ${of}`.execute(trx);
}

/** Unsubscribes an address. Returns it; undefined if there is none. */
export async function unsubscribeEmail(
  trx: Transaction,
  id: number,
): Promise<EmailRow | undefined> {
  await sql`update notification_emails set unsubscribed_at = now()
    where id = ${id} and unsubscribed_at is null`.execute(trx);
  await sql`delete from deliveries
    where notification_email_id = ${id} and state = 'waiting'`.execute(trx);
  return emailById(trx, id);
}

/** An address regardless of the viewer, for links in mails. */
export async function emailById(trx: Transaction, id: number): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`select ${columns}
    from notification_emails n join customers c on c.id = n.customer_id where n.id = ${id}`.execute(
    trx,
  );
  return rows[0];
}
