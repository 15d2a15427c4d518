import { type DistanceUnit, formatNumber, inUnitOf } from '@roadworthy/domain';

/** Consumption per 100 km, or miles per gallon; null without distance. */
export function consumptionText(
  usedL: number,
  distanceM: number,
  unit: DistanceUnit,
  locale: string,
): string | null {
  if (distanceM <= 0 || usedL <= 0) return null;
  const shown = inUnitOf((usedL / distanceM) * 100_000, 'L/100 km', unit);
  return `${formatNumber(shown.value, locale, 1)} ${shown.unit}`;
}
