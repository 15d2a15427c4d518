/** The figures that count vehicles: off the road now, for longer than 7 days, and back within the last 7 days. */
export const VOR_COUNTS = ['off_road', 'over_7_days', 'returned_this_week'] as const;
export type VorCount = (typeof VOR_COUNTS)[number];

/** Reasons why a vehicle is off the road (facts of the trade, VOR). */
export const VOR_REASONS = [
  'defect',
  'accident',
  'awaiting_parts',
  'at_repairer',
  'inspection_overdue',
  'test_failed',
  'no_driver',
  'other',
] as const;
export type VorReason = (typeof VOR_REASONS)[number];

const DAY_MS = 86_400_000;

/** Days off the road, including partial days; the basis of daily costs. */
export function daysOffRoad(sinceMs: number, untilMs: number): number {
  return Math.max(1, Math.ceil((untilMs - sinceMs) / DAY_MS));
}
