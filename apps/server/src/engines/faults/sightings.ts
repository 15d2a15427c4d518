import { type FaultKind, TYRE_ALARM_KEY } from '@roadworthy/domain';

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

/** A time at which a fault was reported, or a time during which it lasted. */
export interface Sighting {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * A fault after one more report. Reading the same report again changes nothing, and a late report of an
 * earlier time only moves the start.
 */
export function withSighting(span: FaultSpan | null, { fromMs, toMs }: Sighting): FaultSpan {
  if (span === null) return { firstMs: fromMs, lastMs: toMs, occurrences: 1 };
  const isNew = fromMs - span.lastMs > OCCURRENCE_GAP_MS;
  return {
    firstMs: Math.min(span.firstMs, fromMs),
    lastMs: Math.max(span.lastMs, toMs),
    occurrences: span.occurrences + (isNew ? 1 : 0),
  };
}

/** What ends a fault: codes by driving without it, pressures by the sensor, alarms by other records. */
export type FaultEndRule = 'code' | 'pressure' | 'alarm';

/** How long a fault is not reported before it counts as gone. */
const FAULT_END_MS: Readonly<Record<FaultEndRule, number>> = {
  code: 7 * DAY_MS,
  pressure: HOUR_MS,
  alarm: 2 * DAY_MS,
};
/** A code is only reported while the engine runs: a parked vehicle proves nothing. */
const CODE_DRIVEN_DAYS = 2;

export const endRuleOf = ({
  key,
  kind,
}: {
  readonly kind: FaultKind;
  readonly key: string;
}): FaultEndRule => {
  if (kind === 'troubleCode') return 'code';
  return kind === 'camera' || key === TYRE_ALARM_KEY ? 'alarm' : 'pressure';
};

/** What is known since a fault was last reported. */
export interface SinceSeen {
  readonly rule: FaultEndRule;
  readonly lastSeenMs: number;
  /** The last record of the device. */
  readonly lastRecordMs: number;
  /** The starts of the trips of the vehicle, in any order. */
  readonly tripsMs: readonly number[];
  /** When the sensor of the tyre reported enough pressure, oldest first. */
  readonly enoughMs: readonly number[];
}

/** UTC days with a trip after one time, up to another. */
const drivenDays = (tripsMs: readonly number[], afterMs: number, toMs: number): number =>
  new Set(
    tripsMs
      .filter((atMs) => atMs > afterMs && atMs <= toMs)
      .map((atMs) => Math.floor(atMs / DAY_MS)),
  ).size;

/**
 * When a fault that is no longer reported ended; null while it lasts. A device that is silent ends nothing.
 */
export function endOf(since: SinceSeen): number | null {
  const { enoughMs, lastRecordMs, lastSeenMs, rule, tripsMs } = since;
  const untilMs = lastSeenMs + FAULT_END_MS[rule];
  if (rule === 'pressure') {
    return enoughMs.find((atMs) => atMs >= untilMs && atMs <= lastRecordMs) ?? null;
  }
  if (lastRecordMs < untilMs) return null;
  const isDriven =
    rule === 'alarm' || drivenDays(tripsMs, lastSeenMs, lastRecordMs) >= CODE_DRIVEN_DAYS;
  return isDriven ? untilMs : null;
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
