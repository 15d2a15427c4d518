/** Report types of the vehicle check (requirements L-14 to L-21, L-P01; OP-094). */
export const CHECK_TYPES = ['STD', 'AUD', 'HND', 'DRV', 'GTC'] as const;
/** Standard check, audit, handover, driver check, gate check. */
export type CheckType = (typeof CHECK_TYPES)[number];

/** Types of lists of a depot: the checks, then damages, damaged vehicles and notice letters. */
export const DEPOT_LIST_TYPES = [...CHECK_TYPES, 'DMG', 'VEH', 'NOT'] as const;
export type DepotListType = (typeof DEPOT_LIST_TYPES)[number];

/**
 * The vehicles of a day that a figure counts: with a check, without one, used without one, off the road, with open damage, open or
 * overdue defects. `checks` are all vehicles with a check at the visible depots, wherever they are placed now.
 */
export const DAY_VEHICLE_STATES = [
  'checks',
  'checked',
  'unchecked',
  'missing',
  'off_road',
  'damaged',
  'defects',
  'overdue',
] as const;
export type DayVehicleState = (typeof DAY_VEHICLE_STATES)[number];
