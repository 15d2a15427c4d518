import { firstDue } from '../../../../engines/tyres/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  keepResults,
  lockStaleVehicles,
  markCalculated,
  tyresOnVehicles,
} from './tyres-calculation.repository.ts';
import { judgeTyres } from './tyres-judgement.ts';

/** A vehicle is calculated again after this, as it has moved since. */
const STALE_MS = 20 * 3_600_000;
/** Vehicles per transaction. */
const BATCH = 50;

/** Calculates tread, distance, wear and the next change of tyres, and stores them for the lists. */
export async function calculateTyres(
  trx: Transaction,
  tyreIds: readonly number[],
  nowMs: number,
): Promise<void> {
  const judged = await judgeTyres(trx, tyreIds, nowMs);
  if (judged.length === 0) return;
  await keepResults(
    trx,
    judged.map(({ findings, runM, treads, tyreId, wearMmPerM }) => {
      const [last, due] = [treads.at(-1), firstDue(findings)];
      return {
        tyreId,
        treadMm: last?.treadMm ?? null,
        treadMs: last?.atMs ?? null,
        runM,
        wearMmPerM,
        changeOn: due?.on ?? null,
        changeCause: due?.cause ?? null,
      };
    }),
  );
}

/** Calculates the tyres that are on vehicles now. */
export async function calculateTyresOn(
  trx: Transaction,
  vehicleIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await calculateTyres(trx, await tyresOnVehicles(trx, vehicleIds), nowMs);
  await markCalculated(trx, vehicleIds, nowMs);
}

/**
 * Calculates the tyres of vehicles that were not calculated since yesterday.
 *
 * @returns how many vehicles
 */
export async function calculateStaleTyres(db: Database, nowMs: number): Promise<number> {
  let vehicles = 0;
  for (;;) {
    const batch = await db.asSystem(async (trx) => {
      const ids = await lockStaleVehicles(trx, nowMs - STALE_MS, BATCH);
      await calculateTyresOn(trx, ids, nowMs);
      return ids.length;
    });
    vehicles += batch;
    if (batch < BATCH) return vehicles;
  }
}
