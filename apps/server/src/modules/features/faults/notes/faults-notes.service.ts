import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { faultTitle, type NoteRow, waitingNotes } from '../../records/index.ts';

type Notes = AnswerOf<typeof contract.faults.notes>;

/** A note as inspections answer it, in a language. */
export const toNote = (language: string, row: NoteRow): Notes['results'][number] => ({
  id: row.id,
  title: faultTitle(language, row),
  note: row.note,
  by: row.author,
  at: row.created_at.toISOString(),
  answer: row.answer,
});

/** Notes for safety inspections. */
export class FaultNotesService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  waiting(viewer: Viewer, vehicleId: number): Promise<Notes> {
    return this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const rows = await waitingNotes(trx, vehicleId);
      return { results: rows.map((row) => toNote(viewer.language, row)) };
    });
  }
}
