import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { NotificationType } from '../notifications.repository.ts';
import type { DigestPeriod } from './digest-period.ts';

/** Maximum number of records in a mail; of the others it gives only the number. */
const MAX_RECORDS = 200;

/** An address with a daily or weekly digest. */
export interface DigestAddress {
  readonly id: number;
  readonly customer_id: number;
  readonly customer: string;
  readonly email: string;
  readonly notification_type: NotificationType;
  readonly frequency: 'daily' | 'weekly';
}

/** The next address without a digest of the day, locked so that no other worker takes it. */
export async function nextDigest(
  trx: Transaction,
  day: string,
  frequencies: readonly string[],
): Promise<DigestAddress | undefined> {
  const { rows } = await sql<DigestAddress>`select n.id, n.customer_id, c.name as customer, n.email,
      n.notification_type, n.frequency
    from notification_emails n join customers c on c.id = n.customer_id
    where n.frequency = any(${[...frequencies]}::text[]) and n.unsubscribed_at is null
      and n.digest_day is distinct from ${day}::date
    order by n.id limit 1 for update of n skip locked`.execute(trx);
  return rows[0];
}

/** A record in a digest. */
export interface DigestRow {
  readonly reference: string;
  readonly registration: string;
  readonly at: Date;
  readonly by: string;
  readonly defects: number;
  /** Total number of records of the digest. */
  readonly total: number;
}

/** Records of a period within the scope of an address, oldest first, up to a limit. */
export async function digestRows(
  trx: Transaction,
  { id, customer_id: customerId, notification_type: type }: DigestAddress,
  { first, last }: DigestPeriod,
): Promise<DigestRow[]> {
  const start = sql`check_day_start(${first}::date)`;
  const end = sql`check_day_start(${last}::date + 1)`;
  const kinds = {
    vehicle_std_emails: ['STD', 'DRV'],
    vehicle_audit_emails: ['AUD'],
    vehicle_handover_emails: ['HND'],
    defect_notification_emails: [],
  }[type];
  const records =
    type === 'defect_notification_emails'
      ? sql`select reference_number as reference, vehicle_id, reported_at as at, reported_by as by,
            jsonb_array_length(items) as defects from defect_records
          where customer_id = ${customerId} and reported_at >= ${start} and reported_at < ${end}`
      : sql`select reference_number as reference, vehicle_id, done_at as at, author as by, defects
          from vehicle_reports where customer_id = ${customerId} and kind = any(${kinds}::text[])
            and done_at >= ${start} and done_at < ${end}`;
  const { rows } = await sql<DigestRow>`select r.reference, v.registration, r.at, r.by, r.defects,
      (count(*) over ())::int as total
    from (${records}) r join vehicles v on v.id = r.vehicle_id
    where not exists (select from notification_email_depots d where d.notification_email_id = ${id})
      or exists (select from notification_email_depots d
        join vehicle_depots w on w.depot_id = d.depot_id and w.vehicle_id = r.vehicle_id
        where d.notification_email_id = ${id})
    order by r.at, r.reference limit ${MAX_RECORDS}`.execute(trx);
  return rows;
}

/** Stores that the digest of a day is enqueued, or that there was none. */
export async function markDigest(trx: Transaction, id: number, day: string): Promise<void> {
  await sql`update notification_emails set digest_day = ${day}::date where id = ${id}`.execute(trx);
}
