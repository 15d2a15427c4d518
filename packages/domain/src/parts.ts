/** Groups of parts. */
export const PART_CATEGORIES = [
  'brakes',
  'engine',
  'filters',
  'fluids',
  'electrical',
  'steering',
  'suspension',
  'transmission',
  'body',
  'consumables',
  'other',
] as const;
export type PartCategory = (typeof PART_CATEGORIES)[number];

/** What a quantity of a part counts. */
export const PART_UNITS = ['piece', 'pair', 'set', 'litre', 'metre', 'kilogram'] as const;
export type PartUnit = (typeof PART_UNITS)[number];

/** Why a stock changes. A transfer is two movements: out of one store, and into another. */
export const PART_MOVEMENT_KINDS = [
  'receipt',
  'issue',
  'return',
  'transfer',
  'adjustment',
  'count',
] as const;
export type PartMovementKind = (typeof PART_MOVEMENT_KINDS)[number];

/** Movements that people enter by themselves; the others follow from orders and counts. */
export const ENTERED_MOVEMENT_KINDS = ['receipt', 'adjustment', 'transfer'] as const;
export type EnteredMovementKind = (typeof ENTERED_MOVEMENT_KINDS)[number];
