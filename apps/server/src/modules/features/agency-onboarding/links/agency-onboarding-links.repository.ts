import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { COLUMNS, type OnboardingRow, TABLES } from '../agency-onboarding.repository.ts';

export type LinkedRow = OnboardingRow & {
  readonly state: 'invited' | 'in_progress' | 'submitted';
  readonly customer: string;
};

/** The onboarding of a living link, locked; undefined for an unknown or ended one. */
export async function linkedOnboarding(
  trx: Transaction,
  tokenHash: Buffer,
): Promise<LinkedRow | undefined> {
  const { rows } = await sql<LinkedRow>`select ${COLUMNS}, c.name as customer
    from ${TABLES} join customers c on c.id = o.customer_id
    where o.token_hash = ${tokenHash} and o.expires_at > now()
      and o.state in ('invited', 'in_progress', 'submitted') for update of o`.execute(trx);
  return rows[0];
}
