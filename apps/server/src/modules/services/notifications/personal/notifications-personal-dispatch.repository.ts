import type { NotificationKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { PreferencesRow } from './notifications-personal.repository.ts';

/** An alert of which people are not notified yet. */
export interface NewAlertRow {
  readonly id: string;
  readonly customer_id: number;
  readonly vehicle_id: number;
  readonly severity: Exclude<NotificationKind, 'defect'>;
  readonly defect_record_id: number | null;
  readonly fault_id: number | null;
  readonly recall_campaign_id: number | null;
  readonly in_app: boolean;
}

/** A person with preferences, and the fields of the account that they need. */
export interface RecipientRow extends PreferencesRow {
  readonly email: string;
  readonly user_time_zone: string | null;
  readonly date_format: string | null;
  readonly time_format: string | null;
  readonly language: string;
}

/** Locks the oldest alerts of which people are not notified, and marks them as notified. */
export async function takeNewAlerts(trx: Transaction, most: number): Promise<NewAlertRow[]> {
  const { rows } = await sql<NewAlertRow>`
    update alerts set notified_at = now() where id in (
      select id from alerts where notified_at is null order by id limit ${most}
      for update skip locked)
    returning id, customer_id, vehicle_id, severity, defect_record_id, fault_id,
      recall_campaign_id, in_app`.execute(trx);
  return rows;
}

const RECIPIENT = sql`p.*, u.email, u.time_zone as user_time_zone, u.date_format, u.time_format,
  u.language from notification_preferences p join users u on u.id = p.user_id`;

/** The people of customers who are notified outside the app, with global administrators. */
export async function recipientsOf(
  trx: Transaction,
  customerIds: readonly number[],
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`select ${RECIPIENT}
    where (u.customer_id = any(${[...customerIds]}::int[]) or u.is_global_admin)
      and u.is_active and u.archived_at is null
      and p.email_kinds || p.push_kinds || p.sms_kinds <> '{}' order by p.user_id`.execute(trx);
  return rows;
}

/** One person with preferences. */
export async function recipientById(
  trx: Transaction,
  userId: number,
): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`select ${RECIPIENT}
    where p.user_id = ${userId}`.execute(trx);
  return rows[0];
}

/** Adds alerts to the digest of people. */
export async function addToDigest(
  trx: Transaction,
  entries: readonly { readonly user_id: number; readonly alert_id: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .insertInto('digest_alerts')
    .values([...entries])
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Locks a person whose digest is due; undefined if there is none. */
export async function lockDueDigest(
  trx: Transaction,
  nowMs: number,
): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`select ${RECIPIENT}
    where p.digest_due_at <= ${new Date(nowMs)} order by p.digest_due_at limit 1
    for update of p skip locked`.execute(trx);
  return rows[0];
}

/** Removes and returns the alerts that wait for a digest. */
export async function takeDigestAlerts(trx: Transaction, userId: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('digest_alerts')
    .where('user_id', '=', userId)
    .returning('alert_id')
    .execute();
  return rows.map(({ alert_id: id }) => id);
}

export async function setDigestDue(
  trx: Transaction,
  userId: number,
  dueMs: number | null,
): Promise<void> {
  await trx
    .updateTable('notification_preferences')
    .set({ digest_due_at: dueMs === null ? null : new Date(dueMs) })
    .where('user_id', '=', userId)
    .execute();
}
