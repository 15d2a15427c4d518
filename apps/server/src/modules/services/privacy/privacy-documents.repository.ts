import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';
import { deleteOnboardings } from './privacy-onboardings.repository.ts';

/** Deletes documents of drivers' files; the job of the file store deletes their proofs. */
export async function deleteDriverDocuments(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`with gone as (delete from driver_documents where ${condition}
      returning file_id, back_file_id)
    update files set kept_until = now()
    where id in (select file_id from gone union select back_file_id from gone)`.execute(trx);
}

/** Deletes what the DVLA was asked about drivers. */
export async function deleteLicenceChecks(
  trx: Transaction,
  driverIds: readonly number[],
): Promise<void> {
  await sql`delete from licence_checks where driver_id = any(${[...driverIds]}::int[])`.execute(
    trx,
  );
  await sql`delete from licence_check_runs
    where driver_id = any(${[...driverIds]}::int[])`.execute(trx);
}

/** Deletes what the file of a driver holds about the person. */
export async function eraseDriverFile(trx: Transaction, driverId: number): Promise<void> {
  await deleteOnboardings(trx, sql`driver_id = ${driverId}`);
  await deleteDriverDocuments(trx, sql`driver_id = ${driverId}`);
  await sql`delete from driver_file_items where driver_id = ${driverId}`.execute(trx);
  await deleteLicenceChecks(trx, [driverId]);
  await sql`update driver_files set born_on = null, exempt = '{}', exempt_reason = '',
      agency_id = null, engaged_until = null
    where driver_id = ${driverId}`.execute(trx);
}
