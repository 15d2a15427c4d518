import { migrationNames } from '../../../../platform/db/index.ts';
import { type DatabaseFacts, databaseFacts } from '../system-health.repository.ts';
import { type Check, databaseOf, reasonOf, type Verdict } from '../system-health-check.ts';

/** The oldest major version for our SQL. */
const OLDEST_MAJOR = 15;
const WARNING_SHARE = 0.8;
const ERROR_SHARE = 0.95;

/** @param wanted the migrations of this release */
export function databaseVerdict(
  facts: DatabaseFacts,
  wanted: readonly string[],
): Verdict<'database'> {
  const { version, major, used, limit, applied } = facts;
  const pending = wanted.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !wanted.includes(name));
  const values = { version, used, limit };
  if (major < OLDEST_MAJOR) return { state: 'error', finding: 'old', values };
  if (pending.length > 0) {
    return { state: 'warning', finding: 'pending', values: { names: pending.join(', ') } };
  }
  if (unknown.length > 0) {
    return { state: 'error', finding: 'newer', values: { names: unknown.join(', ') } };
  }
  if (used > limit * WARNING_SHARE) {
    const state = used > limit * ERROR_SHARE ? 'error' : 'warning';
    return { state, finding: 'busy', values };
  }
  return { state: 'ok', finding: 'ok', values };
}

export const databaseCheck: Check<'database'> = {
  name: 'database',
  needsDatabase: true,
  look: async (parts) => {
    try {
      const facts = await databaseOf(parts).asSystem(databaseFacts);
      return databaseVerdict(facts, migrationNames());
    } catch (error) {
      return { state: 'error', finding: 'unreachable', values: { reason: reasonOf(error) } };
    }
  },
};
