import { type JobFacts, jobFacts } from '../system-health.repository.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** Workers look for jobs twice a second. */
const SLOW_S = 120;
const STOPPED_S = 900;

/** @param facts null before the first start, when there is no queue */
export function jobsVerdict(facts: JobFacts | null): Verdict<'jobs'> {
  if (facts === null) return { state: 'unused', finding: 'none' };
  const { waiting, oldestS, failed, failedNames } = facts;
  const values = { waiting, oldest: { durationS: oldestS } };
  if (waiting > 0 && oldestS > SLOW_S) {
    return { state: oldestS > STOPPED_S ? 'error' : 'warning', finding: 'late', values };
  }
  if (failed > 0) {
    const names = failedNames.join(', ');
    return { state: 'warning', finding: 'lost', values: { failed, names } };
  }
  return { state: 'ok', finding: 'ok', values };
}

export const jobsCheck: Check<'jobs'> = {
  name: 'jobs',
  needsDatabase: true,
  look: async (parts) => jobsVerdict(await databaseOf(parts).asSystem(jobFacts)),
};
