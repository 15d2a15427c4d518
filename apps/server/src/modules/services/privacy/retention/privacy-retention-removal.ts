import { recordChange } from '../../../../platform/audit/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { removeHandovers } from '../privacy-handovers.repository.ts';
import { eraseExpiredNames } from '../privacy-names.repository.ts';
import { removeOnboardings } from '../privacy-onboardings.repository.ts';
import {
  customers,
  type RemovedKind,
  removeAccidents,
  removeDriverDocuments,
  removeDriverMessages,
  removeJourneys,
  removePositions,
  removeTachographFiles,
  vehiclesOf,
} from './privacy-retention.repository.ts';
import { cutoffOf, retentionDays } from './privacy-retention.service.ts';

/** Rows per transaction; small enough not to block others. */
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

const REMOVALS = {
  journeys: removeJourneys,
  accidents: removeAccidents,
  tachograph: removeTachographFiles,
  driver_documents: removeDriverDocuments,
  onboardings: removeOnboardings,
  driver_messages: removeDriverMessages,
  driver_handovers: removeHandovers,
} as const;

const REMOVED = [
  'positions',
  'journeys',
  'accidents',
  'tachograph',
  'driver_documents',
  'onboardings',
  'driver_messages',
  'driver_handovers',
] as const;

async function removeKind(
  services: RemovalServices,
  customerId: number,
  kind: RemovedKind,
  before: Date,
): Promise<number> {
  if (kind !== 'positions') {
    return inBatches(services, before, (trx, at) => REMOVALS[kind](trx, customerId, at, AT_ONCE));
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
 * Deletes data that is older than its customer's retention period, in small batches, and records it
 * in the audit log, and erases names of erased drivers that had to be kept until now. Whole days of all customers' positions are dropped as partitions before
 * (main.ts); video has a separate job. Idempotent.
 *
 * @param nowMs ms since 1970 UTC
 */
export async function removeExpired(services: RemovalServices, nowMs = Date.now()): Promise<void> {
  const { db, log } = services;
  await db.asSystem((trx) => eraseExpiredNames(trx, nowMs));
  for (const { id: customerId, name } of await db.asSystem(customers)) {
    const days = await db.asSystem((trx) => retentionDays(trx, customerId));
    for (const kind of REMOVED) {
      const before = cutoffOf(days[kind], nowMs);
      if (before === null) continue;
      const rows = await removeKind(services, customerId, kind, before);
      if (rows === 0) continue;
      log.info({ customerId, kind, rows }, 'data past its retention period was deleted');
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

/**
 * Registers the nightly job that deletes data past its retention period. Call it before
 * `jobs.start`.
 */
export function registerRetentionJob(services: RemovalServices & Pick<Services, 'jobs'>): void {
  services.jobs.register('retention', () => removeExpired(services), '41 2 * * *');
}
