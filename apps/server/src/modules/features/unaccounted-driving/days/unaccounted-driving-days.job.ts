import type { Database } from '../../../../platform/db/index.ts';
import { cardUses, type TachographService, unitDays } from '../../tachograph/index.ts';
import {
  type FileToStore,
  fileToStore,
  markStored,
  queueAnalysis,
  storeCardUses,
  storeUnitDays,
  vehiclesDriven,
} from './unaccounted-driving-days.repository.ts';

const DAY_MS = 86_400_000;

/** The first and last time of spans. */
const rangeOf = (spans: readonly { readonly startMs: number; readonly endMs: number }[]) => ({
  startMs: spans.reduce((least, { startMs }) => Math.min(least, startMs), Number.POSITIVE_INFINITY),
  endMs: spans.reduce((most, { endMs }) => Math.max(most, endMs), Number.NEGATIVE_INFINITY),
});

/**
 * Stores the days of one tachograph file, and asks for the gaps of its vehicles to be looked for again.
 *
 * @returns whether there was one
 */
export async function storeNextDays(db: Database, files: TachographService): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const file = await fileToStore(trx);
    if (file === undefined) return false;
    await markStored(trx, file.id);
    const read = await files.decoded(file.fileId);
    const { customerId, driverId, vehicleId } = file satisfies FileToStore;
    if (read?.kind === 'vehicle_unit' && vehicleId !== null) {
      const days = unitDays(read);
      if (days.length === 0) return true;
      await storeUnitDays(trx, { customerId, vehicleId }, days);
      const spans = days.map(({ dayMs }) => ({ startMs: dayMs, endMs: dayMs + DAY_MS }));
      await queueAnalysis(trx, customerId, [vehicleId], rangeOf(spans));
    }
    if (read?.kind === 'card' && driverId !== null) {
      const uses = cardUses(read);
      if (uses.length === 0) return true;
      const used = await storeCardUses(trx, { customerId, driverId }, uses);
      const range = rangeOf(uses);
      const driven = await vehiclesDriven(trx, driverId, range);
      await queueAnalysis(trx, customerId, [...new Set([...used, ...driven])], range);
    }
    return true;
  });
}
