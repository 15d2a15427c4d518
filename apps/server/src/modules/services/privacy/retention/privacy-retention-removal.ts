import { recordChange } from '../../../../platform/audit/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  customers,
  type RemovedKind,
  removeAccidents,
  removeJourneys,
  removePositions,
  vehiclesOf,
} from './privacy-retention.repository.ts';
import { endOfTime, keptDays } from './privacy-retention.service.ts';

/** Maximum rows per transaction, so that locks are short. */
const AT_ONCE = 5000;

type Batch = (trx: Transaction, before: Date) => Promise<number>;
type RemovalServices = Pick<Services, 'db' | 'log'>;

async function inBatches({ db }: RemovalServices, before: Date, batch: Batch): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await db.asSystem((trx) => batch(trx, before));
    removed += count;
    if (count === 0) return removed;
  }
}

async function removeKind(
  services: RemovalServices,
  customerId: number,
  kind: RemovedKind,
  before: Date,
): Promise<number> {
  if (kind !== 'positions') {
    const remove = kind === 'journeys' ? removeJourneys : removeAccidents;
    return inBatches(services, before, (trx, at) => remove(trx, customerId, at, AT_ONCE));
  }
  let removed = 0;
  for (const vehicleId of await services.db.asSystem((trx) => vehiclesOf(trx, customerId))) {
    removed += await inBatches(services, before, (trx, at) =>
      removePositions(trx, vehicleId, at, AT_ONCE),
    );
  }
  return removed;
}

/**
 * Deletes data older than the retention period of its customer, in small batches, with an entry in the
 * audit log. Whole days of positions are dropped as partitions (main.ts), and video is deleted by a
 * separate job. Idempotent.
 *
 * @param nowMs ms since 1970 UTC
 */
export async function removePastRetention(
  services: RemovalServices,
  nowMs = Date.now(),
): Promise<void> {
  const { db, log } = services;
  for (const { id: customerId, name } of await db.asSystem(customers)) {
    const days = await db.asSystem((trx) => keptDays(trx, customerId));
    for (const kind of ['positions', 'journeys', 'accidents'] as const) {
      const before = endOfTime(days[kind], nowMs);
      if (before === null) continue;
      const rows = await removeKind(services, customerId, kind, before);
      if (rows === 0) continue;
      log.info({ customerId, kind, rows }, 'data older than its retention period was deleted');
      await db.asSystem((trx) =>
        recordChange(trx, {
          customerId,
          actor: { userId: null, name: 'Roadworthy' },
          subject: { kind: 'retention', id: String(customerId), name },
          action: 'removed',
          before: { kind, before: before.toISOString(), rows },
          after: null,
        }),
      );
    }
  }
}

/** Declares the nightly job that deletes old data. Call before `jobs.start`. */
export function registerRetentionJob(services: RemovalServices & Pick<Services, 'jobs'>): void {
  services.jobs.register('retention', () => removePastRetention(services), '41 2 * * *');
}
