import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type FileRow, fileById } from '../../../../platform/files/index.ts';

/** Ids of reports without a notification, oldest first. */
export async function pendingReports(trx: Transaction, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('accident_reports')
    .select('id')
    .where('told_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function reports(trx: Transaction) {
  return trx
    .selectFrom('accident_reports as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .selectAll('r')
    .select(['v.registration', 'v.manufacturer_model', 'c.name as customer', 'c.logo_file_id']);
}

/** A report; undefined if it was deleted. */
export async function reportById(trx: Transaction, id: number) {
  return reports(trx).where('r.id', '=', id).executeTakeFirst();
}

/**
 * Locks a report without a notification until the transaction ends. Undefined if it is notified, or
 * locked by another process.
 */
export async function lockPendingReport(trx: Transaction, id: number) {
  return reports(trx)
    .where('r.id', '=', id)
    .where('r.told_at', 'is', null)
    .forUpdate('r')
    .skipLocked()
    .executeTakeFirst();
}
export type AccidentRow = NonNullable<Awaited<ReturnType<typeof lockPendingReport>>>;

export async function partiesOf(trx: Transaction, reportId: number) {
  return trx
    .selectFrom('accident_parties')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('kind')
    .orderBy('position')
    .execute();
}
export type PartyRow = Awaited<ReturnType<typeof partiesOf>>[number];

export interface AccidentPhoto {
  readonly partyId: number | null;
  readonly notes: string;
  readonly file: FileRow | null;
}

/** The photographs of a report: those of the scene, then those of people. */
export async function accidentPhotos(trx: Transaction, reportId: number): Promise<AccidentPhoto[]> {
  const rows = await trx
    .selectFrom('accident_photographs')
    .select(['party_id', 'notes', 'file_id'])
    .where('report_id', '=', reportId)
    .orderBy(sql`party_id nulls first`)
    .orderBy('position')
    .execute();
  const photos: AccidentPhoto[] = [];
  for (const { party_id: partyId, notes, file_id: fileId } of rows) {
    photos.push({ partyId, notes, file: (await fileById(trx, fileId)) ?? null });
  }
  return photos;
}

/** Sets the document of an activity in the vehicle file. */
export async function setDocument(trx: Transaction, activityId: number, fileId: string) {
  await trx
    .updateTable('vehicle_activities')
    .set({ file_id: fileId })
    .where('id', '=', activityId)
    .execute();
}

export async function markNotified(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('accident_reports')
    .set({ told_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
