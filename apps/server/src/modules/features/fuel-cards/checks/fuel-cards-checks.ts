import { fuelOf } from '../../../../engines/fuel/fuel-readings.ts';
import {
  AROUND_MS,
  type FuelCardFacts,
  judgeFill,
  MOST_BY_TYPE,
  productOf,
} from '../../../../engines/fuel-cards/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  attributesAround,
  type Checked,
  type CheckedVehicle,
  checkedVehicle,
  drivenBetween,
  type EntryRow,
  entryRows,
  nextDue,
  offRoadSpans,
  queueAgain,
  refuelsAround,
  removeDue,
  siteOf,
  storeVerdicts,
  trackAround,
} from './fuel-cards-checks.repository.ts';

const DAY_MS = 86_400_000;
/** Days before a purchase in which the one before it is looked for. */
const DAYS_BEFORE = 14;
/** Late positions: a purchase that could not be checked is looked at every day for two weeks. */
const LATE_DAYS = 14;

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

interface Context {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly vehicle: CheckedVehicle;
  readonly offRoad: FuelCardFacts['offRoad'];
  readonly entries: readonly EntryRow[];
}

const isTank = ({ litres, product }: EntryRow) =>
  litres !== null && product !== 'adblue' && product !== 'electric';

async function factsOf(trx: Transaction, context: Context, fill: EntryRow): Promise<FuelCardFacts> {
  const { customerId, entries, offRoad, vehicle, vehicleId } = context;
  const most = MOST_BY_TYPE[vehicle.type] ?? { tankL: 1500, useL: 70 };
  const tankL = vehicle.tank_l ?? most.tankL;
  const isTimed = fill.startMs === fill.endMs;
  const litresOf = (percent: number) => (vehicle.tank_l === null ? null : (percent / 100) * tankL);
  const levels = isTimed ? await attributesAround(trx, vehicleId, fill.startMs) : [];
  const refuels = isTimed ? await refuelsAround(trx, vehicleId, fill.startMs) : [];
  const previous =
    entries.findLast((one) => isTank(one) && one.id !== fill.id && one.endMs <= fill.startMs) ??
    null;
  return {
    fill,
    site: await siteOf(trx, customerId, fill),
    hasPlaceName: fill.place !== '',
    others: entries.filter(
      (one) =>
        one.id !== fill.id &&
        one.startMs === one.endMs &&
        Math.abs(one.startMs - fill.startMs) <= AROUND_MS,
    ),
    previous,
    drivenSinceM:
      previous === null ? null : await drivenBetween(trx, vehicleId, previous.startMs, fill.endMs),
    fuel: productOf(vehicle.fuel_name),
    isHybrid: vehicle.fuel_reference === 'HYBRID',
    tankL,
    isTankKnown: vehicle.tank_l !== null,
    useLPerM: vehicle.use_l_per_m ?? most.useL / 100_000,
    track: isTimed ? await trackAround(trx, vehicleId, fill.startMs) : [],
    levels: levels.flatMap(({ attributes, timeMs }) => {
      const { levelL, levelPercent } = fuelOf({ attributes } as never);
      const litres = levelL ?? (levelPercent === null ? null : litresOf(levelPercent));
      // Zero is a sensor that lost its contact far more often than an empty tank.
      return litres === null || litres <= 0 ? [] : [{ timeMs, litres }];
    }),
    refuels: refuels.flatMap(({ atMs, unit, volume }) => {
      const litres = unit === 'L' ? volume : litresOf(volume);
      return litres === null ? [] : [{ atMs, litres }];
    }),
    offRoad,
    archivedMs: vehicle.archived_ms,
  };
}

/**
 * Checks the purchases of one vehicle whose entries, trips or fillings have changed, and those that wait for late
 * positions.
 *
 * @returns whether there was one
 */
export async function checkNext(db: Database, nowMs = Date.now()): Promise<boolean> {
  return db.asSystem(async (trx) => {
    const due = await nextDue(trx);
    if (due === undefined) return false;
    const { customerId, fromDay, ids, toDay, vehicleId } = due;
    await removeDue(trx, ids);
    const vehicle = await checkedVehicle(trx, vehicleId);
    if (vehicle === undefined) return true;
    const entries = await entryRows(trx, vehicleId, dayBefore(fromDay, DAYS_BEFORE), toDay);
    const offRoad = await offRoadSpans(trx, vehicleId);
    const context = { customerId, vehicleId, vehicle, offRoad, entries };
    const checked: Checked[] = [];
    for (const entry of entries) {
      if (entry.endMs < Date.parse(fromDay)) continue;
      const verdicts = judgeFill(await factsOf(trx, context, entry));
      const waits =
        Object.values(verdicts).some(
          (one) => one.outcome === 'unknown' && one.reason === 'no_positions',
        ) && nowMs - entry.startMs < LATE_DAYS * DAY_MS;
      checked.push({ entry, verdicts, againMs: waits ? nowMs + DAY_MS : null });
    }
    await storeVerdicts(trx, due, checked);
    return true;
  });
}

/** Queues the purchases that wait for late positions. */
export const checkAgain = (db: Database, nowMs = Date.now()): Promise<void> =>
  db.asSystem((trx) => queueAgain(trx, nowMs));
