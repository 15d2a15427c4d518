import type { ReadingFinding } from '@roadworthy/domain';

/** A value of a meter of a vehicle at a time. */
export interface MeterReading {
  /** ms since 1970 UTC */
  readonly atMs: number;
  /** Metres of the odometer, or seconds of the engine hours. */
  readonly value: number;
  /** An office user entered it: it is always believed, also if it is lower (a new instrument). */
  readonly isCertain: boolean;
}

/** What a vehicle can add in a day at the most, and what a reading may be off. */
export interface MeterLimits {
  readonly perDay: number;
  readonly tolerance: number;
}

const DAY_MS = 86_400_000;

/** A lorry of two drivers covers at most about 2,000 km a day; an odometer is typed to the kilometre. */
export const ODOMETER_LIMITS: MeterLimits = { perDay: 2_000_000, tolerance: 2_000 };
/** An engine runs at most 24 hours a day; the meter is typed to the hour. */
export const ENGINE_LIMITS: MeterLimits = { perDay: 86_400, tolerance: 3_600 };

/**
 * The readings that can be true, oldest first. A driver's reading that is lower than the one before it,
 * or higher than the vehicle can have covered since, is left out. A reading that later ones prove wrong
 * is left out too: of two that contradict each other, the one that agrees with the next is kept.
 *
 * @param readings in any order; at one time the certain one wins
 */
export function plausibleReadings(
  readings: readonly MeterReading[],
  limits: MeterLimits,
): readonly MeterReading[] {
  const sorted = [...readings].sort(
    (a, b) => a.atMs - b.atMs || Number(a.isCertain) - Number(b.isCertain),
  );
  const kept: MeterReading[] = [];
  for (const [index, reading] of sorted.entries()) {
    const before = kept.at(-1);
    if (before === undefined || reading.isCertain || follows(before, reading, limits)) {
      kept.push(reading);
      continue;
    }
    const next = sorted[index + 1];
    const isProved =
      next !== undefined &&
      !before.isCertain &&
      follows(reading, next, limits) &&
      !follows(before, next, limits);
    if (!isProved) continue;
    kept.pop();
    kept.push(reading);
  }
  return kept;
}

/** How a reading contradicts an earlier one; null if both can be true. */
export function findingOf(
  before: Pick<MeterReading, 'atMs' | 'value'>,
  after: Pick<MeterReading, 'atMs' | 'value'>,
  limits: MeterLimits,
): ReadingFinding | null {
  const days = (after.atMs - before.atMs) / DAY_MS;
  const added = after.value - before.value;
  if (added < -limits.tolerance) return 'lower';
  return added > limits.perDay * days + limits.tolerance ? 'higher' : null;
}

const follows = (before: MeterReading, after: MeterReading, limits: MeterLimits): boolean =>
  findingOf(before, after, limits) === null;

/** The reading from which a value at a time is counted: the last before it, else the first after it. */
export function basisAt(readings: readonly MeterReading[], atMs: number): MeterReading | null {
  return readings.findLast((one) => one.atMs <= atMs) ?? readings[0] ?? null;
}

/** Readings closer together than this say little about the average use. */
const USE_SPAN_MS = 14 * DAY_MS;

/**
 * Use per day between the first and the last reading, for vehicles without trips.
 *
 * @param readings plausible, oldest first
 * @returns null if they lie less than two weeks apart, or fall
 */
export function useBetweenReadings(readings: readonly MeterReading[]): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return null;
  const spanMs = last.atMs - first.atMs;
  if (spanMs < USE_SPAN_MS || last.value < first.value) return null;
  return ((last.value - first.value) * DAY_MS) / spanMs;
}
