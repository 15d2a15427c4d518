import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/**
 * Deletes photographs of hand-overs; the job of the file store deletes the files.
 *
 * @param condition of the hand-overs `h`
 */
export async function deleteHandoverPhotographs(
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`with gone as (delete from driver_handover_photographs p using driver_handovers h
      where h.id = p.handover_id and ${condition} returning p.file_id, p.report_file_id)
    update files set kept_until = now()
    where id in (select file_id from gone union select report_file_id from gone)`.execute(trx);
}

/** Erases the texts, the photographs and the signatures of the hand-overs to a driver. */
export async function eraseHandovers(trx: Transaction, driverId: number): Promise<void> {
  await deleteHandoverPhotographs(trx, sql`h.driver_id = ${driverId}`);
  await sql`update driver_handovers set damage = '', remark = '', driver_remark = '',
      signed_by = case when signed_by is null then null else 'Erased driver' end
    where driver_id = ${driverId}`.execute(trx);
}
