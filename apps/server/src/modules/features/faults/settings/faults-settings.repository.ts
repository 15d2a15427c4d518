import type { FaultAction, FaultKind, Severity } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** What happens with new faults of a kind and severity. */
export interface RuleRow {
  readonly kind: FaultKind;
  readonly severity: Severity;
  readonly action: FaultAction;
}

/** The rules that a customer decided. */
export async function rulesOfCustomer(
  trx: Transaction,
  customerId: number | null,
): Promise<readonly RuleRow[]> {
  const { rows } = await sql<RuleRow>`select kind, severity, action from fault_rules
    where customer_id = ${customerId}`.execute(trx);
  return rows;
}

export async function keepRule(
  trx: Transaction,
  customerId: number,
  { action, kind, severity }: RuleRow,
): Promise<void> {
  await sql`insert into fault_rules (customer_id, kind, severity, action)
    values (${customerId}, ${kind}, ${severity}, ${action})
    on conflict (customer_id, kind, severity) do update set action = excluded.action`.execute(trx);
}
