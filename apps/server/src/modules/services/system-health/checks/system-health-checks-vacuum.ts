import { type VacuumFacts, vacuumFacts } from '../system-health.repository.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** PostgreSQL refuses writes near 2,147 million; it vacuums by force from 200 million. */
const OLD_TRANSACTIONS = 1_000_000_000;
const DANGEROUS_TRANSACTIONS = 1_500_000_000;
/** Deleted rows cannot be reused while a transaction that can see them is open. */
const LONG_TRANSACTION_S = 3600;

export function vacuumVerdict(facts: VacuumFacts): Verdict<'vacuum'> {
  const { isOn, transactionAge, longestTransactionS, bloated } = facts;
  if (!isOn) return { state: 'error', finding: 'off' };
  if (transactionAge > OLD_TRANSACTIONS) {
    const state = transactionAge > DANGEROUS_TRANSACTIONS ? 'error' : 'warning';
    return { state, finding: 'old', values: { age: transactionAge } };
  }
  if (longestTransactionS > LONG_TRANSACTION_S) {
    const values = { duration: { durationS: longestTransactionS } };
    return { state: 'warning', finding: 'longTransaction', values };
  }
  if (bloated.length > 0) {
    const tables = bloated.map(({ table, deadRows }) => `${table} (${Math.round(deadRows)})`);
    return { state: 'warning', finding: 'bloated', values: { tables: tables.join(', ') } };
  }
  return { state: 'ok', finding: 'ok' };
}

export const vacuumCheck: Check<'vacuum'> = {
  name: 'vacuum',
  needsDatabase: true,
  look: async (parts) => vacuumVerdict(await databaseOf(parts).asSystem(vacuumFacts)),
};
