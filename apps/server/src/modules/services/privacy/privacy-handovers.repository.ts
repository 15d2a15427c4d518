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
      signed_by = case when signed_by is null then null else 'Erased driver' end,
      author = case when is_by_driver then 'Erased driver' else author end
    where driver_id = ${driverId}`.execute(trx);
}

/**
 * Hand-overs `h` of assignments that ended before a time; an assignment ends when the next one of its vehicle begins.
 * Who had the vehicle stays: trips and the visibility of drivers follow from it.
 */
export const expiredHandovers = (customerId: number, before: Date): RawBuilder<unknown> =>
  sql`from driver_handovers h join driver_assignments a on a.id = h.assignment_id
    where h.customer_id = ${customerId} and h.happened_at < ${before}
      and exists (select from driver_assignments n where n.vehicle_id = a.vehicle_id
        and n.assigned_from > a.assigned_from and n.assigned_from < ${before})`;

/** Deletes hand-overs past their retention period with their photographs, up to a limit. @returns their number */
export async function removeHandovers(
  trx: Transaction,
  customerId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select h.id ${expiredHandovers(customerId, before)}
    order by h.id limit ${limit} for update of h`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await deleteHandoverPhotographs(trx, sql`h.id = any(${ids}::int[])`);
  await sql`delete from driver_handovers where id = any(${ids}::int[])`.execute(trx);
  return ids.length;
}
