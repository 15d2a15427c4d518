import { type MeterLimits, type MeterValueAt, readingFinding } from '@roadworthy/domain';

/** A reading of a meter of a vehicle. */
export interface MeterReading extends MeterValueAt {
  /** An office user entered it: it is always believed, also if it is lower (a new instrument). */
  readonly isCertain: boolean;
}

const DAY_MS = 86_400_000;

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

const follows = (before: MeterReading, after: MeterReading, limits: MeterLimits): boolean =>
  readingFinding(before, after, limits) === null;

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
