import type { DefectState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { DefectItem, Transaction } from '../../../platform/db/index.ts';

/** A defect that was reported. */
export interface NewDefect {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly place: string | null;
  readonly odometerM: number | null;
  readonly items: readonly DefectItem[];
  readonly reportedAt: Date;
  readonly reportedBy: string;
}

/** Makes the record of a defect; it is numbered by its id. */
export async function insertDefect(
  trx: Transaction,
  defect: NewDefect,
): Promise<{ id: number; referenceNumber: string }> {
  const { id } = await trx
    .insertInto('defect_records')
    .values({
      customer_id: defect.customerId,
      vehicle_id: defect.vehicleId,
      reference_number: '',
      place: defect.place,
      odometer_m: defect.odometerM === null ? null : String(defect.odometerM),
      items: JSON.stringify(defect.items),
      reported_at: defect.reportedAt,
      reported_by: defect.reportedBy,
      assessed_by: null,
      assessment: null,
      repaired_by: null,
      repair: null,
      signed_off_by: null,
      signature_file_id: null,
      job_number: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const referenceNumber = `DEF-${String(id).padStart(6, '0')}`;
  await trx
    .updateTable('defect_records')
    .set({ reference_number: referenceNumber })
    .where('id', '=', id)
    .execute();
  return { id, referenceNumber };
}

/** What a step changes of a record. */
export type DefectChange =
  | { readonly step: 'verify'; readonly at: Date; readonly by: string; readonly note: string }
  | {
      readonly step: 'repair';
      readonly at: Date;
      readonly by: string;
      readonly note: string;
      readonly items: readonly DefectItem[];
      readonly jobNumber: string | null;
    }
  | {
      readonly step: 'sign_off';
      readonly at: Date;
      readonly by: string;
      readonly signatureId: string | null;
    }
  | { readonly step: 'return' };

function columnsOf(change: DefectChange) {
  switch (change.step) {
    case 'verify':
      return { assessed_at: change.at, assessed_by: change.by, assessment: change.note };
    case 'repair':
      return {
        repaired_at: change.at,
        repaired_by: change.by,
        repair: change.note,
        items: JSON.stringify(change.items),
        job_number: change.jobNumber,
      };
    case 'sign_off':
      return {
        signed_off_at: change.at,
        signed_off_by: change.by,
        signature_file_id: change.signatureId,
      };
    case 'return':
      return { repaired_at: null, repaired_by: null, repair: null, job_number: null };
  }
}

/** Moves a record that is as it was read. False where somebody else was first. */
export async function moveDefect(
  trx: Transaction,
  id: number,
  from: { readonly version: number; readonly state: DefectState },
  change: DefectChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('defect_records')
    .set({ ...columnsOf(change), version: from.version + 1 })
    .where('id', '=', id)
    .where('version', '=', from.version)
    .where('state', '=', from.state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether a defect keeps its vehicle off the road just now. */
export async function isKeptOffRoad(trx: Transaction, defectId: number): Promise<boolean> {
  const { rows } = await sql`select from vor_entries
    where defect_record_id = ${defectId} and returned_at is null limit 1`.execute(trx);
  return rows.length > 0;
}
