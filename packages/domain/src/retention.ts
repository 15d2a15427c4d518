/**
 * Kinds of data that a customer keeps for a time of its own. Days; `longest` is what a form takes. Null as
 * the usual time means: until somebody says otherwise (issue of people and permissions, 7).
 */
export const RETENTION_KINDS = {
  /** Where vehicles were. The shortest reaches past the month that a change of rules derives again. */
  positions: { usualDays: 396, shortestDays: 60, longestDays: 3660 },
  /** Trips, events and visits to geofences. */
  journeys: { usualDays: 396, shortestDays: 60, longestDays: 3660 },
  /** Clips that nobody keeps. */
  video: { usualDays: 30, shortestDays: 1, longestDays: 3650 },
  /** Accident reports: claims are barred after six years (Limitation Act 1980, s. 5). */
  accidents: { usualDays: null, shortestDays: 2192, longestDays: 36_500 },
} as const;

export type RetentionKind = keyof typeof RETENTION_KINDS;
export const RETENTION_KIND_NAMES = Object.keys(RETENTION_KINDS) as readonly RetentionKind[];

/** Whether data of a kind may be kept for so many days; null, for good, only where that is usual. */
export function mayKeepFor(kind: RetentionKind, days: number | null): boolean {
  const { usualDays, shortestDays, longestDays } = RETENTION_KINDS[kind];
  if (days === null) return usualDays === null;
  return Number.isInteger(days) && days >= shortestDays && days <= longestDays;
}
