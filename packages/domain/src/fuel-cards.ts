/** Rules about purchases of fuel, and what people decide about their findings. */
export const FUEL_CARD_RULES = [
  'place',
  'capacity',
  'level',
  'product',
  'too_soon',
  'private_use',
  'off_road',
  'archived',
] as const;
export type FuelCardRule = (typeof FUEL_CARD_RULES)[number];

export const FUEL_CARD_STATES = ['open', 'explained', 'confirmed'] as const;
export type FuelCardState = (typeof FUEL_CARD_STATES)[number];

/** Why a rule could not be checked. */
export const FUEL_CARD_UNCHECKED = [
  'no_time',
  'no_place',
  'place_unknown',
  'no_positions',
  'private_use',
  'no_quantity',
  'no_product',
  'no_level',
  'no_fill_before',
] as const;
export type FuelCardUnchecked = (typeof FUEL_CARD_UNCHECKED)[number];
