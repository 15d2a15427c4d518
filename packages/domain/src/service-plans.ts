/** By what a service is due first. */
export const SERVICE_CAUSES = ['time', 'distance', 'engine_hours'] as const;
export type ServiceCause = (typeof SERVICE_CAUSES)[number];

/** Where the odometer of a vehicle is taken from. */
export const ODOMETER_SOURCES = ['reading', 'tracker', 'trips'] as const;
export type OdometerSource = (typeof ODOMETER_SOURCES)[number];

/** Who read a meter. */
export const READING_SOURCES = ['office', 'walkaround', 'inspection', 'mot', 'handover'] as const;
export type ReadingSource = (typeof READING_SOURCES)[number];

/** How a reading contradicts the one before it: lower, or higher than the vehicle can have covered since. */
export const READING_FINDINGS = ['lower', 'higher'] as const;
export type ReadingFinding = (typeof READING_FINDINGS)[number];

/** A value of a meter at a time. */
export interface MeterValueAt {
  /** ms since 1970 UTC */
  readonly atMs: number;
  /** Metres of the odometer, or seconds of the engine hours. */
  readonly value: number;
}

/** What a vehicle can add in a day at the most, and what a reading may be off. */
export interface MeterLimits {
  readonly perDay: number;
  readonly tolerance: number;
}

/** A lorry of two drivers covers at most about 2,000 km a day; an odometer is typed to the kilometre. */
export const ODOMETER_LIMITS: MeterLimits = { perDay: 2_000_000, tolerance: 2_000 };
/** An engine runs at most 24 hours a day; the meter is typed to the hour. */
export const ENGINE_LIMITS: MeterLimits = { perDay: 86_400, tolerance: 3_600 };

const DAY_MS = 86_400_000;

/**
 * How a reading contradicts an earlier one; null if both can be true. The server stores it with a hand-over, and the
 * form shows it while the odometer is typed.
 */
export function readingFinding(
  before: MeterValueAt,
  after: MeterValueAt,
  limits: MeterLimits,
): ReadingFinding | null {
  const days = (after.atMs - before.atMs) / DAY_MS;
  const added = after.value - before.value;
  if (added < -limits.tolerance) return 'lower';
  return added > limits.perDay * days + limits.tolerance ? 'higher' : null;
}

/** States of a next service; a schedule has more. */
export const SERVICE_STATES = ['overdue', 'due', 'expiring', 'planned'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];
