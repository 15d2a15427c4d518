import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { FaultRow } from '../faults.repository.ts';

/** Adds a note that waits for the next inspection of the vehicle. */
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
