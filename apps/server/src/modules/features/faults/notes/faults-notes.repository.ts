import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { FaultRow } from '../faults.repository.ts';
import type { NamedFault } from '../faults-texts.ts';

/** A note for a safety inspection, with the fault that it is about. */
export interface NoteRow extends NamedFault {
  readonly id: number;
  readonly note: string;
  readonly author: string;
  readonly created_at: Date;
}

/** More notes than that nobody reads before an inspection. */
const MAX_NOTES = 50;

export async function insertNote(
  trx: Transaction,
  fault: Pick<FaultRow, 'id' | 'customer_id' | 'vehicle_id'>,
  { author, note }: { readonly author: string; readonly note: string },
): Promise<void> {
  await sql`insert into fault_notes (fault_id, customer_id, vehicle_id, note, author)
    values (${fault.id}, ${fault.customer_id}, ${fault.vehicle_id}, ${note}, ${author})`.execute(
    trx,
  );
}

const COLUMNS = sql`n.id, n.note, n.author, n.created_at, f.kind, f.fault_key
  from fault_notes n join vehicle_faults f on f.id = n.fault_id`;

/** The notes that wait for the next inspection of a vehicle, oldest first. */
export async function waitingNotes(
  trx: Transaction,
  vehicleId: number,
): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`select ${COLUMNS}
    where n.vehicle_id = ${vehicleId} and n.inspection_record_id is null
    order by n.id limit ${MAX_NOTES}`.execute(trx);
  return rows;
}

/** The notes that were shown at an inspection. */
export async function notesOfInspection(
  trx: Transaction,
  inspectionId: number,
): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`select ${COLUMNS}
    where n.inspection_record_id = ${inspectionId} order by n.id limit ${MAX_NOTES}`.execute(trx);
  return rows;
}

/** Stores the waiting notes of a vehicle with its inspection; those that are newer than it wait on. */
export async function keepNotesWith(
  trx: Transaction,
  inspection: {
    readonly id: number;
    readonly vehicleId: number;
    readonly inspectedAt: Date;
  },
): Promise<void> {
  await sql`update fault_notes set inspection_record_id = ${inspection.id}
    where vehicle_id = ${inspection.vehicleId} and inspection_record_id is null
      and created_at <= greatest(now(), ${inspection.inspectedAt})`.execute(trx);
}
