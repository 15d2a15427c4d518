import type { DefectState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { DefectItem, Transaction } from '../../../platform/db/index.ts';

/** A new defect. */
export interface NewDefect {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly place: string | null;
  readonly odometerM: number | null;
  readonly items: readonly DefectItem[];
  readonly reportedAt: Date;
  readonly reportedBy: string;
}

/** Creates the record of a defect; its number is its id. */
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
      assigned_by: null,
      repairer: null,
      labour_cost: null,
      parts_cost: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const referenceNumber = `DEF-${String(id).padStart(6, '0')}`;
  await sql`update defect_records set reference_number = ${referenceNumber},
      due_at = reported_at + make_interval(days => defect_due_days(customer_id, severity_rank))
    where id = ${id}`.execute(trx);
  return { id, referenceNumber };
}

/** Fields of a record that a step changes. */
export type DefectChange =
  | { readonly step: 'verify'; readonly at: Date; readonly by: string; readonly note: string }
  | {
      readonly step: 'repair';
      readonly at: Date;
      readonly by: string;
      readonly note: string;
      readonly items: readonly DefectItem[];
      readonly jobNumber: string | null;
      readonly labourCost: number | null;
      readonly partsCost: number | null;
    }
  | {
      readonly step: 'assign';
      readonly at: Date;
      readonly by: string;
      readonly repairer: string;
      readonly expectedBackAt: Date | null;
    }
  | {
      readonly step: 'sign_off';
      readonly at: Date;
      readonly by: string;
      readonly signatureId: string | null;
    }
  | { readonly step: 'return' };

const DAY_MS = 86_400_000;
/** The whole of the expected day is in time. */
const dayAfter = (day: Date) => new Date(day.getTime() + DAY_MS);

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
        labour_cost: change.labourCost?.toFixed(2) ?? null,
        parts_cost: change.partsCost?.toFixed(2) ?? null,
      };
    case 'assign':
      return {
        assigned_at: change.at,
        assigned_by: change.by,
        repairer: change.repairer,
        expected_back_at: change.expectedBackAt,
        ...(change.expectedBackAt === null ? {} : { due_at: dayAfter(change.expectedBackAt) }),
      };
    case 'sign_off':
      return {
        signed_off_at: change.at,
        signed_off_by: change.by,
        signature_file_id: change.signatureId,
      };
    case 'return':
      // Keep the cost so far; the next repair enters the total.
      return { repaired_at: null, repaired_by: null, repair: null, job_number: null };
  }
}

/** Updates a record that has not changed since it was read. Returns false otherwise. */
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

/** The off-road entry that a defect caused; undefined if there is none. */
export async function openVorOfDefect(trx: Transaction, defectId: number) {
  return trx
    .selectFrom('vor_entries')
    .select(['id', 'version', 'reason', 'note', 'repairer', 'expected_back_at', 'cost_per_day'])
    .where('defect_record_id', '=', defectId)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a defect currently keeps its vehicle off the road. */
export async function isKeptOffRoad(trx: Transaction, defectId: number): Promise<boolean> {
  const { rows } = await sql`select from vor_entries
    where defect_record_id = ${defectId} and returned_at is null limit 1`.execute(trx);
  return rows.length > 0;
}

/** The defects among some that a job repaired, by id. */
export async function repairedByJob(trx: Transaction, jobNumber: string, among: readonly number[]) {
  return trx
    .selectFrom('defect_records')
    .select(['id', 'customer_id', 'vehicle_id', 'labour_cost', 'parts_cost'])
    .where('id', 'in', [...among])
    .where('job_number', '=', jobNumber)
    .where('state', 'in', ['repaired', 'signed_off'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Changes the cost of a repair, and the version of its record. */
export async function changeRepairCost(
  trx: Transaction,
  id: number,
  cost: { readonly labour: string; readonly parts: string },
): Promise<void> {
  await trx
    .updateTable('defect_records')
    .set(({ eb }) => ({
      labour_cost: cost.labour,
      parts_cost: cost.parts,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
