import type { FuelCardRule } from '@roadworthy/domain';
import type { FuelCardFacts } from './fuel-card-facts.ts';
import { checkPlace, checkPrivateUse } from './fuel-card-place.ts';
import { checkCapacity, checkLevel, checkProduct, checkTooSoon } from './fuel-card-tank.ts';
import { finding, OK, type Verdict } from './fuel-card-verdict.ts';

export * from './fuel-card-facts.ts';
export * from './fuel-card-verdict.ts';

/** Whether the vehicle was off the road for the whole time in which it was bought. */
function checkOffRoad({ fill, offRoad }: FuelCardFacts): Verdict {
  const isOff = offRoad.some(
    ({ endMs, startMs }) => startMs <= fill.startMs && (endMs === null || endMs >= fill.endMs),
  );
  return isOff ? finding({}) : OK;
}

/** Whether the vehicle had left the fleet. */
const checkArchived = ({ archivedMs, fill }: FuelCardFacts): Verdict =>
  archivedMs !== null && archivedMs <= fill.startMs ? finding({}) : OK;

/** The rules, in the order in which they are shown. */
export const FUEL_CARD_CHECKS = {
  place: checkPlace,
  capacity: checkCapacity,
  level: checkLevel,
  product: checkProduct,
  too_soon: checkTooSoon,
  private_use: checkPrivateUse,
  off_road: checkOffRoad,
  archived: checkArchived,
} as const satisfies Record<FuelCardRule, (facts: FuelCardFacts) => Verdict>;

/** What each rule says about a fill. Pure; missing facts never make a finding. */
export const judgeFill = (facts: FuelCardFacts): Readonly<Record<FuelCardRule, Verdict>> =>
  Object.fromEntries(
    Object.entries(FUEL_CARD_CHECKS).map(([rule, check]) => [rule, check(facts)]),
  ) as Record<FuelCardRule, Verdict>;
