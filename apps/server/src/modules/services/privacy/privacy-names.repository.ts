import { RECORD_MONTHS } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** The name that an erased driver has in records. */
const erasedName = (driverId: number) => sql<string>`${`Erased driver ${driverId}`}`;

/** Links the checks that a driver's account sent in its own name to the driver. */
async function linkChecks(trx: Transaction, driverId: number, userId: number): Promise<void> {
  await sql`update driver_check_records set driver_id = ${driverId}
    where driver_id is null and id in (select record_id from record_changes
      where kind = 'driver_check' and action = 'made' and user_id = ${userId})`.execute(trx);
}

/**
 * Replaces the name of a driver in checks, reports, damages, letters and couplings. Records are found by the id
 * of the driver or of the account, never by a name: another person may have the same.
 *
 * @param userId the account of the driver; null if there is none
 */
export async function eraseRecordedNames(
  trx: Transaction,
  driverId: number,
  userId: number | null,
): Promise<void> {
  if (userId !== null) await linkChecks(trx, driverId, userId);
  const name = erasedName(driverId);
  const signedBy = sql`signed_by = case when signed_by is not null then ${name} end`;
  const reports = sql`from vehicle_reports where driver_id = ${driverId}`;
  // A trigger copies the driver of a check to its report.
  await sql`update driver_check_records set driver = ${name}, ${signedBy}
    where id in (select driver_check_record_id ${reports})`.execute(trx);
  await sql`update vehicle_reports set author = ${name}, ${signedBy}
    where driver_id = ${driverId}`.execute(trx);
  await sql`update vehicle_damages set reported_by = ${name}
    where report_id in (select id ${reports})`.execute(trx);
  await sql`update notice_letters set driver = ${name}
    where driver_id = ${driverId} and driver is not null`.execute(trx);
  await sql`update hours_infringements set ${signedBy} where driver_id = ${driverId}`.execute(trx);
  await sql`update couplings set author = ${name}
    where driver_id = ${driverId} and source = 'driver'`.execute(trx);
  await sql`update coaching_sessions set ${signedBy}, driver_comment = ''
    where driver_id = ${driverId}`.execute(trx);
  await sql`update vehicle_activities set created_by = 'Erased user ' || created_by_id
    where created_by_id = ${userId}`.execute(trx);
}

/**
 * Erases what the law requires in a report with defects for 15 months (facts of the trade, walkaround
 * check): who reported the defects, and the signature. Reports without defects need neither.
 *
 * @param nowMs ms since 1970 UTC
 */
export async function eraseExpiredNames(trx: Transaction, nowMs: number): Promise<void> {
  const before = sql`${new Date(nowMs)}::timestamptz - make_interval(months => ${RECORD_MONTHS})`;
  const expired = sql`from vehicle_reports r join drivers d on d.id = r.driver_id
    where d.archived_at is not null and r.author = 'Erased driver ' || r.driver_id
      and (r.defects = 0 or r.done_at < ${before})`;
  await sql`update defect_records set reported_by = erased.author
    from (select r.defect_record_id, r.author ${expired}) erased
    where defect_records.id = erased.defect_record_id and reported_by <> erased.author`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number; file: string }>`
    select r.id, r.signature_file_id as file ${expired} and r.signature_file_id is not null`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  // The report of a driver check has the id of its record.
  for (const table of ['driver_check_records', 'vehicle_reports']) {
    await sql`update ${sql.table(table)} set signature_file_id = null
      where id = any(${ids}::int[])`.execute(trx);
  }
  await sql`update files set kept_until = now()
    where id = any(${rows.map(({ file }) => file)}::uuid[])`.execute(trx);
}
