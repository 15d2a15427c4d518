/** Kinds of costs that people enter or import. */
export const COST_CATEGORIES = [
  'fuel',
  'toll',
  'fine',
  'lease',
  'insurance',
  'tax',
  'depreciation',
  'maintenance',
  'tyres',
  'other',
] as const;
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
 * electricity of the grid. Source: United Kingdom government GHG conversion factors for company reporting,
 * 2024.
 */
export const CO2_KG = { diesel_l: 2.51279, petrol_l: 2.0844, electricity_kwh: 0.20705 } as const;

/** Kinds of costs that a plan repeats each month. */
export const PLAN_CATEGORIES = [
  'lease',
  'insurance',
  'tax',
  'depreciation',
  'maintenance',
  'tyres',
  'toll',
  'other',
] as const satisfies readonly CostCategory[];
export type PlanCategory = (typeof PLAN_CATEGORIES)[number];

/** The records behind a figure. */
export const COST_SOURCES = ['entry', 'plan', 'defect', 'work_order', 'tyre'] as const;
export type CostSource = (typeof COST_SOURCES)[number];
