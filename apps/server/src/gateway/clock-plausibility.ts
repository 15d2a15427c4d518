/** The fault of a device clock. */
export type ClockFault = 'clock_future' | 'clock_past';

/**
 * A device clock may run this far ahead. Kept small because the last known state never moves back:
 * one record hours ahead would freeze the vehicle on the map for hours.
 */
export const FUTURE_TOLERANCE_MS = 10 * 60 * 1000;

/** The earliest time that is plausible (device-protocols, section 1, rule 6). */
export const EARLIEST_MS = Date.UTC(2000, 0, 1);

/**
 * Checks a device time. A cleared clock reads 1970 or 2000; a GPS week counter that rolled over
 * reads 1024 weeks (19.6 years) ago; both are older than anything a device buffers.
 *
 * @param timeMs device time, ms since 1970 UTC
 * @param nowMs time of arrival
 * @param retentionDays how long positions are kept; older records cannot be part of a trail
 * @returns the fault, or null if the time is plausible
 */
export function clockFault(
  timeMs: number,
  nowMs: number,
  retentionDays: number,
): ClockFault | null {
  if (timeMs > nowMs + FUTURE_TOLERANCE_MS) return 'clock_future';
  const oldest = Math.max(EARLIEST_MS, nowMs - retentionDays * 86_400_000);
  return timeMs < oldest ? 'clock_past' : null;
}
