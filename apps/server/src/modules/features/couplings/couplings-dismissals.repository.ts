import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';
import type { CouplingRow } from './couplings.repository.ts';

/** Remembers that a found coupling never happened, so that it is not found again. */
export async function dismissFinding(trx: Transaction, row: CouplingRow): Promise<void> {
  if (row.source !== 'device' && row.source !== 'place') return;
  await trx
    .insertInto('coupling_dismissals')
    .values({
      customer_id: row.customer_id,
      vehicle_id: row.vehicle_id,
      trailer_id: row.trailer_id,
      from_at: row.coupled_at,
      to_at: row.uncoupled_at ?? sql<Date>`now()`,
    })
    .execute();
}
