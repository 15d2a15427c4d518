const MINUTE_MS = 60_000;

/**
 * Clocks of tachograph and tracker may differ by this much. A tachograph records whole minutes, and its
 * clock may drift by minutes between two calibrations (Regulation (EU) 2016/799, Annex I C, 041).
 */
export const CLOCK_TOLERANCE_MS = 3 * MINUTE_MS;

/** Shorter stretches are differences of rounding. */
export const LEAST_MS = 2 * MINUTE_MS;

/** Stretches of the same kind that lie closer are one. */
export const JOIN_MS = 5 * MINUTE_MS;

/** The odometer of a tachograph counts whole kilometres, a tracker cuts corners. */
export const LEAST_MISSING_M = 5000;
export const LEAST_MISSING_SHARE = 0.1;

/** A greater advance of the odometer is a repair or another unit, not a journey. */
export const HIGHEST_SPEED_KMH = 130;
