import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** Maximum number of rows per table about one person; the newest rows are exported. */
const MAX_ROWS = 50_000;

/** Excluded from exports although they belong to a person: they would give access to an account. */
const EXCLUDED_TABLES: ReadonlySet<string> = new Set(['password_tokens']);
const EXCLUDED_COLUMNS = ['password_hash', 'token_hash', 'secret', 'public_key'];

/**
 * Tables that the transaction can read and whose rows refer to a driver or a user by a foreign key.
 */
async function tablesAbout(trx: Transaction, whom: 'drivers' | 'users') {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${whom}::regclass and cardinality(c.conkey) = 1
      and c.conparentid = 0 and has_table_privilege(c.conrelid, 'select')
    order by 1, 2`.execute(trx);
  return rows.filter(({ table }) => !EXCLUDED_TABLES.has(table));
}

/** The messages to a driver, which refer to the driver by their receipts. */
async function messagesTo(trx: Transaction, driverId: number): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`select to_jsonb(m) as row from driver_messages m
    where m.id in (select r.message_id from driver_message_receipts r where r.driver_id = ${driverId})
    order by m.id desc limit ${MAX_ROWS}`.execute(trx);
  return rows.map(({ row }) => row);
}

/**
 * The rows of all tables that refer to a person, limited to what the transaction's viewer can see.
 * Tables are found by their foreign keys, so new ones are included.
 *
 * @returns rows by table and column, such as `trips.driver_id`
 */
export async function rowsAbout(
  trx: Transaction,
  whom: 'drivers' | 'users',
  id: number,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { table, column } of await tablesAbout(trx, whom)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${EXCLUDED_COLUMNS}::text[] as row from ${sql.table(table)} t
      where t.${sql.ref(column)} = ${id} order by t.ctid desc limit ${MAX_ROWS}`.execute(trx);
    if (rows.length > 0) found[`${table}.${column}`] = rows.map(({ row }) => row);
  }
  const messages = whom === 'drivers' ? await messagesTo(trx, id) : [];
  return messages.length === 0 ? found : { ...found, 'driver_messages.receipt': messages };
}

/** The row of a driver or user, without columns that would give access to the account. */
export async function ownRow(
  trx: Transaction,
  whom: 'drivers' | 'users',
  id: number,
): Promise<unknown> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - ${EXCLUDED_COLUMNS}::text[] as row from ${sql.table(whom)} t
    where t.id = ${id}`.execute(trx);
  return rows[0]?.row;
}

/** Actions of a person in the audit log. */
export async function actionsBy(trx: Transaction, userId: number): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object('at', at, 'action', action, 'kind', subject_kind, 'id', subject_id,
      'name', subject_name) as row
    from audit_entries where actor_id = ${userId} order by at desc limit ${MAX_ROWS}`.execute(trx);
  return rows.map(({ row }) => row);
}

/** A driver with the account of the driver. */
export async function driverWithAccount(trx: Transaction, driverId: number) {
  const { rows } = await sql<{
    customer_id: number;
    first_name: string;
    surname: string;
    user_id: number | null;
    user_is_global_admin: boolean | null;
  }>`select d.customer_id, d.first_name, d.surname, u.id as user_id,
      u.is_global_admin as user_is_global_admin
    from drivers d left join users u on u.driver_id = d.id
    where d.id = ${driverId} order by u.id limit 1`.execute(trx);
  return rows[0];
}

/** Erases a driver's identity: clears all nullable columns, so that new ones are included. */
export async function eraseDriver(trx: Transaction, driverId: number): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select a.attname as name from pg_attribute a
    where a.attrelid = 'drivers'::regclass and a.attnum > 0 and not a.attisdropped
      and not a.attnotnull and a.attname <> 'archived_at'`.execute(trx);
  const cleared = columns.map(({ name }) => sql`${sql.ref(name)} = null`);
  await sql`update vehicles set driver_id = null where driver_id = ${driverId}`.execute(trx);
  await sql`update drivers set ${sql.join(cleared)}, first_name = 'Erased',
      surname = 'driver ' || id, licence_categories = '{}', archived_at = coalesce(archived_at, now())
    where id = ${driverId}`.execute(trx);
  await sql`delete from driver_identities where driver_id = ${driverId}`.execute(trx);
  await sql`update planned_shifts set note = '', reason = '' where driver_id = ${driverId}`.execute(
    trx,
  );
  await sql`update driver_message_replies set text = '', author = ''
    where driver_id = ${driverId}`.execute(trx);
  // A message to this driver alone can be about them.
  await sql`update driver_messages m set text = '' where m.id in (
      select message_id from driver_message_receipts where driver_id = ${driverId})
    and not exists (select from driver_message_receipts r
      where r.message_id = m.id and r.driver_id <> ${driverId})`.execute(trx);
  // Why a person was away can be about their health.
  await sql`update driver_absences set kind = 'other', note = '', answer = '', author = ''
    where driver_id = ${driverId}`.execute(trx);
}

/** Erases a user's identity, and everything that gives access to the account. */
export async function eraseUser(trx: Transaction, userId: number): Promise<void> {
  await sql`update users set username = 'erased-' || id, email = 'erased-' || id || '@erased.invalid',
      first_name = 'Erased', last_name = 'user ' || id, password_hash = null, image = null,
      time_zone = null, driver_id = null, vehicle_id = null, last_sign_in_at = null,
      invited_at = null, is_active = false, archived_at = coalesce(archived_at, now())
    where id = ${userId}`.execute(trx);
  for (const table of [
    'user_app_records',
    'password_tokens',
    'totp_factors',
    'recovery_codes',
    'passkeys',
    'account_sessions',
    'api_tokens',
    'notification_preferences',
    'push_subscriptions',
    'saved_views',
    'saved_view_defaults',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await sql`update video_views set user_name = 'Erased user ' || user_id
    where user_id = ${userId}`.execute(trx);
  await sql`update private_use_rules set created_by_name = 'Erased user ' || created_by
    where created_by = ${userId}`.execute(trx);
}

/**
 * Erases the contents of audit entries about a driver, letters to the driver and an account. Action, time and subject id
 * stay, and the hash chains stay valid.
 */
export async function eraseAudited(
  trx: Transaction,
  customerId: number,
  driverId: number,
  userId: number | null,
): Promise<void> {
  await sql`update audit_entries set actor_name = null, subject_name = null, before = null,
      after = null, salt = null
    where customer_id = ${customerId} and salt is not null and (
      (subject_kind in ('driver', 'driver_file') and subject_id = ${String(driverId)})
      or (subject_kind = 'planned_shift' and subject_id in (
        select id::text from planned_shifts where driver_id = ${driverId}))
      or (subject_kind = 'driver_absence' and subject_id in (
        select id::text from driver_absences where driver_id = ${driverId}))
      or (subject_kind = 'driver_handover' and subject_id in (
        select id::text from driver_handovers where driver_id = ${driverId}))
      or (subject_kind = 'driver_message' and subject_id in (
        select message_id::text from driver_message_receipts where driver_id = ${driverId}))
      or (subject_kind = 'notice_letter' and subject_id in (
        select id::text from notice_letters where driver_id = ${driverId}))
      or (subject_kind = 'user' and subject_id = ${userId === null ? '' : String(userId)})
      or actor_id = ${userId})`.execute(trx);
}
