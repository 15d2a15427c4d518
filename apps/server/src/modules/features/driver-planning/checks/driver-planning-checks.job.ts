import type { Database } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { driversWithShifts } from './driver-planning-checks.repository.ts';
import { refreshLevels } from './driver-planning-checks.ts';

const AHEAD_MS = 14 * 86_400_000;
/** Drivers in one transaction. */
const AT_ONCE = 50;

/**
 * Checks the shifts of the next two weeks again: records, documents and vehicles have changed since they were
 * saved.
 *
 * @returns how many shifts have another level
 */
export async function checkComingShifts(db: Database, nowMs: number): Promise<number> {
  const span = { afterMs: nowMs, beforeMs: nowMs + AHEAD_MS };
  let changed = 0;
  let lastId = 0;
  for (;;) {
    const ids = await db.asSystem(async (trx) => {
      const drivers = await driversWithShifts(trx, span, lastId, AT_ONCE);
      if (drivers.length > 0) changed += await refreshLevels(trx, drivers, nowMs);
      return drivers;
    });
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < AT_ONCE) return changed;
  }
}

/** Registers the job that checks coming shifts again. Call it before `jobs.start`. */
export function registerPlanningJob({ db, jobs }: Pick<Services, 'db' | 'jobs'>): void {
  jobs.register(
    'driver-planning-checks',
    async () => {
      await checkComingShifts(db, Date.now());
    },
    '*/30 * * * *',
  );
}
