import type { FaultKind } from '@roadworthy/domain';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  endRepaired,
  type KnownFault,
  knownFaults,
  reopenReturned,
} from './faults-detection.repository.ts';
import { keepReports } from './faults-detection-keep.ts';
import { tripStarts } from './faults-detection-records.repository.ts';
import { reportsOf } from './faults-detection-reports.ts';
import {
  dropLostRequests,
  keepScan,
  type ScannedVehicle,
  vehiclesToScan,
} from './faults-detection-scans.repository.ts';

/** Vehicles per transaction. */
const BATCH = 50;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each search reads this much of the one before again, for records of the same moment. */
const OVERLAP_MS = HOUR_MS;
/** How far back the first search of a vehicle goes. */
const FIRST_MS = DAY_MS;
/** Records that arrive later than this are not searched, ms. */
const LATE_MS = 31 * DAY_MS;

/** Where a search begins, and the stored faults that it may change. */
interface Search {
  readonly fromMs: number;
  readonly known: readonly KnownFault[];
}

/**
 * A search of late records begins with the first fault that lasts into their time, so that its reports are
 * counted again from the first one on.
 */
async function searchOf(trx: Transaction, vehicle: ScannedVehicle): Promise<Search> {
  const { againFromMs, id, lastRecordMs, scannedToMs } = vehicle;
  const usualMs = scannedToMs === null ? lastRecordMs - FIRST_MS : scannedToMs - OVERLAP_MS;
  if (againFromMs === null) {
    return { fromMs: usualMs, known: await knownFaults(trx, id, usualMs) };
  }
  const earliestMs = lastRecordMs - LATE_MS;
  let fromMs = Math.max(earliestMs, Math.min(againFromMs, usualMs));
  for (;;) {
    const known = await knownFaults(trx, id, fromMs);
    const firstMs = Math.max(earliestMs, Math.min(fromMs, ...known.map((one) => one.firstMs)));
    if (firstMs === fromMs) return { fromMs, known };
    fromMs = firstMs;
  }
}

const keyOf = ({ key, kind }: { readonly kind: FaultKind; readonly key: string }) =>
  `${kind} ${key}`;

/** Searches the new records of one vehicle, and late ones. Returns how many faults are new. */
async function scanVehicle(trx: Transaction, vehicle: ScannedVehicle): Promise<number> {
  const { againFromMs, id, lastRecordMs } = vehicle;
  const { fromMs, known } = await searchOf(trx, vehicle);
  const reported = await reportsOf(trx, vehicle, { fromMs, toMs: lastRecordMs });
  const silent = known
    .filter((one, n) => known.findIndex((other) => keyOf(other) === keyOf(one)) === n)
    .filter((one) => !reported.some((other) => keyOf(other) === keyOf(one)))
    .map(({ key, kind }) => ({ kind, key, reports: [], enoughMs: [] }));
  const all = [...reported, ...silent];
  if (all.length === 0) return 0;
  const seenMs = Math.min(fromMs, ...known.map(({ lastMs }) => lastMs));
  const tripsMs = all.some(({ kind }) => kind === 'troubleCode')
    ? await tripStarts(trx, id, seenMs)
    : [];
  let found = 0;
  for (const one of all) {
    const same = known.filter((other) => keyOf(other) === keyOf(one));
    found += await keepReports(trx, {
      vehicle,
      reported: one,
      known: same,
      tripsMs,
      againFromMs: againFromMs === null ? null : fromMs,
    });
  }
  return found;
}

/**
 * Finds new faults in the records since the last search and in late ones, and ends those that are no longer
 * reported or are repaired.
 *
 * @returns how many faults are new
 */
export async function detectFaults(db: Database, startedMs: number): Promise<number> {
  await db.asSystem(async (trx) => {
    await dropLostRequests(trx);
    await reopenReturned(trx);
    await endRepaired(trx);
  });
  let found = 0;
  for (;;) {
    const scanned = await db.asSystem(async (trx) => {
      const vehicles = await vehiclesToScan(trx, startedMs, BATCH);
      for (const vehicle of vehicles) {
        found += await scanVehicle(trx, vehicle);
        await keepScan(trx, vehicle, startedMs);
      }
      return vehicles.length;
    });
    if (scanned < BATCH) return found;
  }
}
