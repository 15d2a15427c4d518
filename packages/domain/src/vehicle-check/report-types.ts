/** Types of what a depot keeps about its vehicles (requirements L-14 to L-21, L-P01; OP-094). */
export const CHECK_TYPES = ['STD', 'AUD', 'HND', 'DRV', 'GTC'] as const;
/** Standard check, audit, handover, driver check, gate check. */
export type CheckType = (typeof CHECK_TYPES)[number];

/** Those with lists of other rows: damages, damaged vehicles, notice letters. */
export const DEPOT_LIST_TYPES = [...CHECK_TYPES, 'DMG', 'VEH', 'NOT'] as const;
export type DepotListType = (typeof DEPOT_LIST_TYPES)[number];

/** Types that prove the daily check of a vehicle (facts of the trade, walkaround check). */
export const DAILY_CHECK_TYPES: readonly CheckType[] = ['STD', 'DRV'];

/** An open defect of a vehicle that is older counts as overdue, in days. */
export const DEFECT_OVERDUE_AFTER_DAYS = 7;
