import { type ReplicationFacts, replicationFacts } from '../system-health.repository.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

const LATE_S = 60;
const LATE_BYTES = 1e9;

export function replicationVerdict({
  replicas,
  idleSlots,
}: ReplicationFacts): Verdict<'replication'> {
  const [idle] = idleSlots;
  if (idle !== undefined) {
    const values = { slot: idle.name, kept: { bytes: idle.keptBytes } };
    return { state: 'warning', finding: 'idleSlot', values };
  }
  if (replicas.length === 0) return { state: 'unused', finding: 'none' };
  const [latest] = [...replicas].sort((a, b) => b.lagS - a.lagS || b.lagBytes - a.lagBytes);
  const lagS = latest?.lagS ?? 0;
  const lagBytes = Math.max(...replicas.map((one) => one.lagBytes));
  const values = {
    count: replicas.length,
    lag: { durationS: lagS },
    bytes: { bytes: lagBytes },
    name: latest?.name ?? '',
  };
  const isLate = lagS > LATE_S || lagBytes > LATE_BYTES;
  return isLate
    ? { state: 'warning', finding: 'late', values }
    : { state: 'ok', finding: 'ok', values };
}

export const replicationCheck: Check<'replication'> = {
  name: 'replication',
  needsDatabase: true,
  look: async (parts) => replicationVerdict(await databaseOf(parts).asSystem(replicationFacts)),
};
