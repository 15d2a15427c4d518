import { endOf, type FaultSpan, withSighting } from '../../../../engines/faults/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { actionFor } from '../settings/faults-settings.service.ts';
import {
  endFault,
  endRepaired,
  insertFault,
  insertFaultAlert,
  type KnownFault,
  keepScan,
  knownFaults,
  type ScannedVehicle,
  updateFault,
  vehiclesToScan,
} from './faults-detection.repository.ts';
import { reportDefectOfSystem } from './faults-detection-defect.ts';
import { type ReportedFault, reportsOf } from './faults-detection-reports.ts';

/** Vehicles per transaction. */
const BATCH = 50;
const HOUR_MS = 3_600_000;
/** Records that arrive this much later than newer ones are still found. */
const LATE_MS = HOUR_MS;
/** How far back the first search of a vehicle goes. */
const FIRST_MS = 24 * HOUR_MS;

/**
 * Adds the reports of a search to a fault, or begins one. Reports of before the end of the last fault belong
 * to it and change nothing.
 *
 * @returns whether the fault is new
 */
async function keepReports(
  trx: Transaction,
  vehicle: ScannedVehicle,
  known: KnownFault | undefined,
  reported: ReportedFault,
): Promise<boolean> {
  const open = known !== undefined && known.endedMs === null ? known : null;
  const endedMs = known?.endedMs ?? Number.NEGATIVE_INFINITY;
  const times = reported.times.filter((atMs) => atMs > endedMs);
  const span = times.reduce<FaultSpan | null>(withSighting, open);
  if (span === null) return false;
  const { firstMs, lastMs, occurrences } = span;
  const values = { ...reported, firstMs, lastMs, occurrences };
  if (open !== null) {
    await updateFault(trx, open.id, values);
    return false;
  }
  const id = await insertFault(trx, { ...vehicle, kind: reported.kind, key: reported.key }, values);
  await insertFaultAlert(trx, vehicle, { ...values, id });
  const action = await actionFor(trx, vehicle.customerId, reported);
  if (action === 'defect') await reportDefectOfSystem(trx, vehicle, { ...reported, id, firstMs });
  return true;
}

/** Searches the new records of one vehicle. Returns how many faults are new. */
async function scanVehicle(trx: Transaction, vehicle: ScannedVehicle): Promise<number> {
  const { id, lastRecordMs, scannedToMs } = vehicle;
  const fromMs = scannedToMs === null ? lastRecordMs - FIRST_MS : scannedToMs - LATE_MS;
  const { enough, faults } = await reportsOf(trx, vehicle, { fromMs, toMs: lastRecordMs });
  const known = await knownFaults(
    trx,
    id,
    faults.map(({ key }) => key),
  );
  let found = 0;
  const seen = new Map<number, number>();
  for (const reported of faults) {
    const same = known.find(({ key, kind }) => kind === reported.kind && key === reported.key);
    if (await keepReports(trx, vehicle, same, reported)) found += 1;
    if (same !== undefined) seen.set(same.id, Math.max(same.lastMs, ...reported.times));
  }
  for (const fault of known) {
    if (fault.endedMs !== null) continue;
    const lastSeenMs = seen.get(fault.id) ?? fault.lastMs;
    // Trips are counted from the last report before this search.
    const drivenDays = lastSeenMs > fault.lastMs ? 0 : fault.drivenDays;
    const enoughMs = enough.get(fault.key) ?? null;
    const endMs = endOf({ kind: fault.kind, lastSeenMs, lastRecordMs, drivenDays, enoughMs });
    if (endMs !== null) await endFault(trx, fault.id, endMs);
  }
  return found;
}

/**
 * Finds new faults in the records since the last search, and ends those that are no longer reported or are
 * repaired.
 *
 * @returns how many faults are new
 */
export async function detectFaults(db: Database, startedMs: number): Promise<number> {
  await db.asSystem((trx) => endRepaired(trx));
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
