import { type BackupRun, latestBackup } from '../../backup/index.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** A daily backup is late after two days. */
const LATE_MS = 2 * 86_400_000;

export function backupVerdict(latest: BackupRun | null, nowMs: number): Verdict<'backup'> {
  if (latest === null) return { state: 'warning', finding: 'none' };
  const ageMs = nowMs - latest.createdAt.getTime();
  const values = {
    age: { durationS: ageMs / 1000 },
    verified: { durationS: Math.max(0, nowMs - latest.verifiedAt.getTime()) / 1000 },
    size: { bytes: latest.sizeBytes },
  };
  return ageMs > LATE_MS
    ? { state: 'warning', finding: 'late', values }
    : { state: 'ok', finding: 'ok', values };
}

export const backupCheck: Check<'backup'> = {
  name: 'backup',
  needsDatabase: true,
  look: async (parts) => backupVerdict(await databaseOf(parts).asSystem(latestBackup), Date.now()),
};
