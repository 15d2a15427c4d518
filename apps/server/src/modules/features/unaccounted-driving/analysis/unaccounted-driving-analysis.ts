import { type Span, unaccountedDriving } from '../../../../engines/unaccounted-driving/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { privateTravelRows } from '../../trips/index.ts';
import { nextDue, removeDue, replaceGaps } from './unaccounted-driving-gaps.repository.ts';
import { vehicleRecords } from './unaccounted-driving-records.repository.ts';

const DAY_MS = 86_400_000;
/** Days around a range that its analysis reads, so that a gap over midnight is found whole. */
const AROUND_DAYS = 2;
/** Days that are compared at once: the work grows with their square. */
const DAYS_AT_ONCE = 7;

interface Vehicle {
  readonly customerId: number;
  readonly vehicleId: number;
}

async function analyse(trx: Transaction, vehicle: Vehicle, range: Span, nowMs: number) {
  const { customerId, vehicleId } = vehicle;
  const window = {
    startMs: range.startMs - AROUND_DAYS * DAY_MS,
    endMs: Math.min(range.endMs + AROUND_DAYS * DAY_MS, nowMs),
  };
  const records = await vehicleRecords(trx, customerId, vehicleId, window);
  let gaps = unaccountedDriving(records);
  // Only these depend on private use, whose travel is not stored as trips and costs more to read.
  if (gaps.some(({ kind }) => kind === 'tracker_gap' || kind === 'without_card')) {
    const span = { start: new Date(window.startMs), end: new Date(window.endMs) };
    const travel = await privateTravelRows(trx, [vehicleId], span);
    const privateTravel = travel.map(({ distance_m, ended_ms, started_ms }) => ({
      startMs: started_ms,
      endMs: ended_ms,
      distanceM: distance_m,
    }));
    if (privateTravel.length > 0) gaps = unaccountedDriving({ ...records, privateTravel });
  }
  const found = gaps.filter(({ startMs }) => startMs >= range.startMs && startMs < range.endMs);
  await replaceGaps(trx, vehicle, range, found);
}

/**
 * Looks for the unaccounted driving of one vehicle whose files or trips have changed.
 *
 * @param nowMs end of what is known
 * @returns whether there was one
 */
export async function analyseNext(db: Database, nowMs = Date.now()): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const due = await nextDue(trx);
    if (due === undefined) return false;
    const { customerId, ids, vehicleId } = due;
    await removeDue(trx, ids);
    if (customerId === null) return true;
    const firstMs = Math.max(
      Math.floor(due.startMs / DAY_MS - 1) * DAY_MS,
      due.neededFromMs ?? -Infinity,
    );
    const lastMs = Math.ceil(Math.min(due.endMs, nowMs) / DAY_MS + 1) * DAY_MS;
    const vehicle = { customerId, vehicleId };
    for (let startMs = firstMs; startMs < lastMs; startMs += DAYS_AT_ONCE * DAY_MS) {
      const endMs = Math.min(startMs + DAYS_AT_ONCE * DAY_MS, lastMs);
      await analyse(trx, vehicle, { startMs, endMs }, nowMs);
    }
    return true;
  });
}
