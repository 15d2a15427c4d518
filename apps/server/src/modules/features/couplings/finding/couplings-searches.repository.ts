import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';

/** How many vehicles' past records are still searched for identifiers that were entered later. */
export async function searchesOf(trx: Transaction, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct d.vehicle_id)::int as count
    from coupling_due d where d.is_search and ${ofCustomer(viewer, 'd.customer_id')}`.execute(trx);
  return rows[0]?.count ?? 0;
}
