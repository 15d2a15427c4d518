/**
 * Kinds of data with a retention time per customer, in days; `longest` is the maximum in the form. A
 * default of null keeps the data for good (issue of people and permissions, 7).
 */
export const RETENTION_KINDS = {
  /** Positions. The minimum exceeds the month that is derived again after a change of rules. */
  positions: { usualDays: 396, shortestDays: 60, longestDays: 3660 },
  /** Trips, events and visits to geofences. */
  journeys: { usualDays: 396, shortestDays: 60, longestDays: 3660 },
  /** Clips that no user has marked to keep. */
  video: { usualDays: 30, shortestDays: 1, longestDays: 3650 },
  /** Accident reports: claims are barred after six years (Limitation Act 1980, s. 5). */
  accidents: { usualDays: null, shortestDays: 2192, longestDays: 36_500 },
  /**
   * Downloaded tachograph files: at least a year (Regulation (EU) 165/2014, Article 33); records of
   * working time two years (Directive 2002/15/EC, Article 9).
   */
  tachograph: { usualDays: 731, shortestDays: 365, longestDays: 3660 },
  /**
   * Documents of drivers, from the day on which the driver is archived: proof of the right to work is kept
   * for two years after employment ends (Home Office, employer's guide to right to work checks).
   */
  driver_documents: { usualDays: 731, shortestDays: 30, longestDays: 3660 },
  /**
   * Onboardings of agency drivers that were rejected, withdrawn or have expired, from that day. Data must not be
   * kept longer than is needed (UK GDPR, article 5 (1) (e)).
   */
  onboardings: { usualDays: 90, shortestDays: 1, longestDays: 731 },
  /** Messages to drivers, from the last answer: 15 months, as records of roadworthiness, which they can be about. */
  driver_messages: { usualDays: 457, shortestDays: 30, longestDays: 3660 },
  /** Hand-overs of vehicles, from the end of the assignment. */
  driver_handovers: { usualDays: 731, shortestDays: 30, longestDays: 3660 },
} as const;

export type RetentionKind = keyof typeof RETENTION_KINDS;
export const RETENTION_KIND_NAMES = Object.keys(RETENTION_KINDS) as readonly RetentionKind[];

/** Whether a retention time is allowed; null (for good) only where that is the default. */
export function mayKeepFor(kind: RetentionKind, days: number | null): boolean {
  const { usualDays, shortestDays, longestDays } = RETENTION_KINDS[kind];
  if (days === null) return usualDays === null;
  return Number.isInteger(days) && days >= shortestDays && days <= longestDays;
}
