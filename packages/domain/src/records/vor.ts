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
