import type { FaultKind } from '@roadworthy/domain';

/** When a fault was reported, ms since 1970 UTC. */
export interface FaultSpan {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly occurrences: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reports within this time of each other are one occurrence: devices repeat a fault in each record. */
const OCCURRENCE_GAP_MS = HOUR_MS;

/**
 * A fault after one more report. Reading the same report again changes nothing, and a late report of an
 * earlier time only moves the start.
 */
export function withSighting(span: FaultSpan | null, atMs: number): FaultSpan {
  if (span === null) return { firstMs: atMs, lastMs: atMs, occurrences: 1 };
  if (atMs < span.firstMs) return { ...span, firstMs: atMs };
  if (atMs <= span.lastMs) return span;
  const isNew = atMs - span.lastMs > OCCURRENCE_GAP_MS;
  return { ...span, lastMs: atMs, occurrences: span.occurrences + (isNew ? 1 : 0) };
}

/** How long a fault is not reported before it counts as gone. */
export const FAULT_END_MS: Readonly<Record<FaultKind, number>> = {
  troubleCode: 7 * DAY_MS,
  tyrePressure: HOUR_MS,
  camera: 2 * DAY_MS,
};
/** A code is only reported while the engine runs: a parked vehicle proves nothing. */
const CODE_DRIVEN_DAYS = 2;

/** What is known since a fault was last reported. */
export interface SinceSeen {
  readonly kind: FaultKind;
  readonly lastSeenMs: number;
  /** The last record of the device. */
  readonly lastRecordMs: number;
  /** Days with a trip since. */
  readonly drivenDays: number;
  /** The last time at which the sensor of the tyre reported enough pressure; null for none. */
  readonly enoughMs: number | null;
}

/**
 * When a fault that is no longer reported ended; null while it lasts. A device that is silent ends nothing.
 */
export function endOf(since: SinceSeen): number | null {
  const { drivenDays, enoughMs, kind, lastRecordMs, lastSeenMs } = since;
  const untilMs = lastSeenMs + FAULT_END_MS[kind];
  if (kind === 'tyrePressure') return enoughMs !== null && enoughMs >= untilMs ? enoughMs : null;
  if (lastRecordMs < untilMs) return null;
  return kind === 'troubleCode' && drivenDays < CODE_DRIVEN_DAYS ? null : untilMs;
}

/**
 * How serious a low pressure is: major if it is more than twice as far below the recommendation as the
 * vehicle allows.
 *
 * @param lowPct limit of the vehicle, per cent below the recommendation
 */
export function tyreSeverity(
  kpa: number,
  recommendedKpa: number,
  lowPct: number,
): 'minor' | 'major' {
  return kpa < recommendedKpa * (1 - (2 * lowPct) / 100) ? 'major' : 'minor';
}
