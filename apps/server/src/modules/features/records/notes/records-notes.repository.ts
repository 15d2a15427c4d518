import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { NamedFault } from './records-notes-texts.ts';

/** A note for a safety inspection, with the fault that it is about. */
export interface NoteRow extends NamedFault {
  readonly id: number;
  readonly note: string;
  readonly author: string;
  readonly created_at: Date;
  /** Of the inspector; empty while it waits. */
  readonly answer: string;
}

/** More notes than that nobody reads before an inspection. */
const MAX_NOTES = 50;

const COLUMNS = sql`n.id, n.note, n.author, n.created_at, n.answer, f.kind, f.fault_key
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

/** The notes that were answered at an inspection. */
export async function notesOfInspection(
  trx: Transaction,
  inspectionId: number,
): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`select ${COLUMNS}
    where n.inspection_record_id = ${inspectionId} order by n.id limit ${MAX_NOTES}`.execute(trx);
  return rows;
}

/** Whether all notes are about faults of a vehicle. */
export async function areNotesOf(
  trx: Transaction,
  vehicleId: number,
  ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`select from fault_notes
    where vehicle_id = ${vehicleId} and id = any(${[...ids]}::int[])`.execute(trx);
  return rows.length === new Set(ids).size;
}

/** What an inspector answered to a note. */
export interface NoteAnswer {
  readonly id: number;
  readonly answer: string;
}

/**
 * Stores the answers of an inspection with their notes; the other notes wait for the next one. A note that another
 * inspection has answered meanwhile stays as it is.
 */
export async function keepAnswersToNotes(
  trx: Transaction,
  inspectionId: number,
  answers: readonly NoteAnswer[],
): Promise<void> {
  for (const { answer, id } of answers) {
    await sql`update fault_notes set inspection_record_id = ${inspectionId}, answer = ${answer}
      where id = ${id} and inspection_record_id is null`.execute(trx);
  }
}
