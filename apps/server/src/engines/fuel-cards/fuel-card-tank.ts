import { median } from '../fuel/fuel-readings.ts';
import {
  AROUND_MS,
  CAPACITY_L,
  CAPACITY_SHARE,
  type Fill,
  FULL_SHARE,
  FULL_TOLERANCE_SHARE,
  type FuelCardFacts,
  LEAST_LEVELS,
  LEVEL_L,
  LEVEL_SHARE,
  LEVEL_TANK_SHARE,
  USE_TIMES,
} from './fuel-card-facts.ts';
import { finding, OK, unknown, type Verdict } from './fuel-card-verdict.ts';

const tenth = (litres: number) => Math.round(litres * 10) / 10;

/** Litres of fuel for the tank; null for other products and quantities. */
const tankLitres = ({ litres, product }: Fill): number | null =>
  product === 'adblue' || product === 'electric' ? null : litres;

/** Whether more was bought than the tank holds. */
export function checkCapacity({ fill, tankL }: FuelCardFacts): Verdict {
  const litres = tankLitres(fill);
  if (litres === null) return unknown('no_quantity');
  const most = Math.max(tankL * CAPACITY_SHARE, tankL + CAPACITY_L);
  return litres > most ? finding({ litres, capacity_l: tankL }) : OK;
}

/** The rise of the level around a fill; null without enough readings. */
function riseOf({ fill, levels, refuels }: FuelCardFacts) {
  const of = (from: number, to: number) =>
    levels.filter(({ timeMs }) => timeMs >= from && timeMs <= to).map(({ litres }) => litres);
  const before = of(fill.startMs - 4 * AROUND_MS, fill.startMs - AROUND_MS / 3);
  const after = of(fill.endMs + AROUND_MS / 3, fill.endMs + 4 * AROUND_MS);
  if (before.length < LEAST_LEVELS || after.length < LEAST_LEVELS) return null;
  // The readings next to the fill: those further away have burnt fuel between.
  const [low, high] = [median(before.slice(-LEAST_LEVELS)), median(after.slice(0, LEAST_LEVELS))];
  const found = refuels
    .filter(
      ({ atMs }) => atMs >= fill.startMs - 2 * AROUND_MS && atMs <= fill.endMs + 2 * AROUND_MS,
    )
    .reduce((sum, { litres }) => sum + litres, 0);
  return { rise: Math.max(found, high - low, 0), high };
}

/** Whether more was bought, with other fills of the same stop, than the level has risen. */
export function checkLevel(facts: FuelCardFacts): Verdict {
  const { fill, others, tankL } = facts;
  const own = tankLitres(fill);
  if (own === null) return unknown('no_quantity');
  if (fill.startMs !== fill.endMs) return unknown('no_time');
  const level = riseOf(facts);
  if (level === null) return unknown('no_level');
  const litres = others.reduce((sum, one) => sum + (tankLitres(one) ?? 0), own);
  const isFull = facts.isTankKnown && level.high >= tankL * FULL_SHARE;
  // Without a known capacity, a share of the most that the type carries would hide everything.
  const tank = facts.isTankKnown ? tankL : level.high;
  const tolerance =
    Math.max(litres * LEVEL_SHARE, tank * LEVEL_TANK_SHARE, LEVEL_L) +
    (isFull || !facts.isTankKnown ? tank * FULL_TOLERANCE_SHARE : 0);
  return litres - level.rise > tolerance
    ? finding({ litres: tenth(litres), rise_l: tenth(level.rise), tolerance_l: tenth(tolerance) })
    : OK;
}

/** Whether the product suits the vehicle. */
export function checkProduct({ fill, fuel, isHybrid }: FuelCardFacts): Verdict {
  const bought = fill.product ?? (fill.energyKwh !== null ? 'electric' : null);
  if (bought === null) return unknown('no_product');
  if (isHybrid) return bought === 'gas' ? finding({}) : OK;
  if (fuel === null) return unknown('no_product');
  // Only diesel engines take AdBlue.
  const suits = bought === fuel || (bought === 'adblue' && fuel === 'diesel');
  return suits ? OK : finding({});
}

/**
 * Whether two fills follow each other more closely than distance and use allow: even if the first one was
 * poured into an empty tank, the second does not fit any more.
 */
export function checkTooSoon(facts: FuelCardFacts): Verdict {
  const { drivenSinceM, fill, previous, tankL, useLPerM } = facts;
  const litres = tankLitres(fill);
  if (litres === null) return unknown('no_quantity');
  const before = previous === null ? null : tankLitres(previous);
  if (before === null) return unknown('no_fill_before');
  if (drivenSinceM === null) return unknown('no_positions');
  const usedL = drivenSinceM * useLPerM * USE_TIMES;
  const most = Math.max(tankL * CAPACITY_SHARE, tankL + CAPACITY_L);
  return before + litres > most + usedL
    ? finding({
        litres,
        before_l: before,
        distance_m: Math.round(drivenSinceM),
        used_l: tenth(usedL),
      })
    : OK;
}
