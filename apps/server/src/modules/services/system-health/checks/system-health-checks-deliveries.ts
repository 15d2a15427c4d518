import { type DeliveryFacts, deliveryFacts } from '../system-health.repository.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** Workers look for deliveries twice a second; one that takes long holds up only its queue. */
const LATE_S = 600;

export function deliveriesVerdict(facts: DeliveryFacts): Verdict<'deliveries'> {
  const { waiting, overdueS, retried, failed } = facts;
  if (overdueS > LATE_S) {
    return {
      state: 'error',
      finding: 'late',
      values: { waiting, overdue: { durationS: overdueS } },
    };
  }
  if (retried > 0) return { state: 'warning', finding: 'retried', values: { retried } };
  if (failed > 0) return { state: 'warning', finding: 'lost', values: { failed } };
  return { state: 'ok', finding: 'ok', values: { waiting } };
}

export const deliveriesCheck: Check<'deliveries'> = {
  name: 'deliveries',
  needsDatabase: true,
  look: async (parts) => deliveriesVerdict(await databaseOf(parts).asSystem(deliveryFacts)),
};
