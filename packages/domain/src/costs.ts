/** Kinds of costs that recur with a contract or the age of a vehicle. */
const STANDING_CATEGORIES = [
  'lease',
  'insurance',
  'tax',
  'depreciation',
  'maintenance',
  'tyres',
] as const;

/** Kinds of costs that people enter or import. */
export const COST_CATEGORIES = ['fuel', 'toll', 'fine', ...STANDING_CATEGORIES, 'other'] as const;
export type CostCategory = (typeof COST_CATEGORIES)[number];

/** Kinds of costs in figures: those that people enter, and repairs of defects. */
export const COST_KINDS = [...COST_CATEGORIES, 'repair'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** What the figures are grouped by. */
export const COST_GROUPINGS = ['month', 'vehicle', 'vehicle_type', 'depot'] as const;
export type CostGrouping = (typeof COST_GROUPINGS)[number];

/** The longest range of the figures. */
export const COST_MONTHS = 24;

/**
 * CO2 equivalents, in kg for each litre of diesel or petrol (average biofuel blend) and for each kWh of
 * electricity of the grid. Source: United Kingdom government GHG conversion factors for company reporting.
 */
export const CO2_KG = {
  year: 2024,
  diesel_l: 2.51279,
  petrol_l: 2.0844,
  electricity_kwh: 0.20705,
} as const;

/** What a vehicle uses, by its own measurements. */
export interface FuelUse {
  readonly fuel: 'diesel' | 'petrol' | 'electric' | 'other';
  /** Litres, or kWh of an electric vehicle, for each metre; null without a measurement. */
  readonly perM: number | null;
}

/** In kg for each litre or kWh; null for gas and hydrogen. */
function co2Factor({ fuel }: FuelUse): number | null {
  if (fuel === 'other') return null;
  return fuel === 'electric' ? CO2_KG.electricity_kwh : CO2_KG[`${fuel}_l`];
}

/**
 * The CO2 equivalent of a trip in kg: of the litres by the engine's counter, otherwise an estimate by its distance
 * and the vehicle's own measured use. Null if neither is known, and for gas and hydrogen.
 */
export function co2OfTrip(
  { distanceM, fuelUsedL }: { readonly distanceM: number; readonly fuelUsedL: number | null },
  use: FuelUse | undefined,
): { readonly kg: number | null; readonly isEstimate: boolean } {
  const factor = use === undefined ? null : co2Factor(use);
  if (use === undefined || factor === null) return { kg: null, isEstimate: false };
  const counted = use.fuel === 'electric' ? null : fuelUsedL;
  const quantity = counted ?? (use.perM === null ? null : distanceM * use.perM);
  if (quantity === null) return { kg: null, isEstimate: false };
  return { kg: Math.round(quantity * factor * 100) / 100, isEstimate: counted === null };
}

/** How the CO2 of a trip is known. */
export const TRIP_CO2_BASES = ['measured', 'estimated', 'unknown'] as const;

/** Trips of one vehicle, of which some have litres by the engine's counter. */
interface CountedTrips {
  readonly trips: number;
  readonly distanceM: number;
  readonly countedTrips: number;
  readonly countedM: number;
  readonly countedL: number;
}

/** The CO2 equivalent of trips of one vehicle in kg: the sum of {@link co2OfTrip} of each, not rounded. */
export function co2OfTrips(
  { trips, distanceM, countedTrips, countedM, countedL }: CountedTrips,
  use: FuelUse,
): { readonly measuredKg: number; readonly estimatedKg: number; readonly unknown: number } {
  const factor = co2Factor(use);
  if (factor === null) return { measuredKg: 0, estimatedKg: 0, unknown: trips };
  const isCounted = use.fuel !== 'electric';
  const others = isCounted ? trips - countedTrips : trips;
  const otherM = isCounted ? distanceM - countedM : distanceM;
  return {
    measuredKg: isCounted ? countedL * factor : 0,
    estimatedKg: others === 0 || use.perM === null ? 0 : otherM * use.perM * factor,
    unknown: use.perM === null ? others : 0,
  };
}

/** Kinds of costs that a plan repeats each month. */
export const PLAN_CATEGORIES = [
  ...STANDING_CATEGORIES,
  'toll',
  'other',
] as const satisfies readonly CostCategory[];
export type PlanCategory = (typeof PLAN_CATEGORIES)[number];

/** The records behind a figure. */
export const COST_SOURCES = ['entry', 'plan', 'defect', 'work_order', 'tyre'] as const;
export type CostSource = (typeof COST_SOURCES)[number];
