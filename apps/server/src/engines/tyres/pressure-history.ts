/** A pressure that a sensor reported. */
export interface SensorPressure {
  /** ms since 1970 UTC */
  readonly atMs: number;
  readonly kpa: number;
}

/** One reading an hour is enough for a pressure that stays the same. */
export const PRESSURE_EVERY_MS = 3_600_000;
/** A larger change is stored at once; smaller ones are noise and heat. */
export const PRESSURE_STEP_KPA = 20;
/** A noisy sensor is stored at most this often. */
export const PRESSURE_GAP_MS = 60_000;

/**
 * The pressures of one tyre that its history keeps: one an hour, and those that differ from the last one that
 * was kept by more than the step.
 *
 * @param readings oldest first
 * @param last the last one that is kept already; null for none
 */
export function keptPressures<T extends SensorPressure>(
  readings: readonly T[],
  last: SensorPressure | null,
): readonly T[] {
  const kept: T[] = [];
  let before = last;
  for (const reading of readings) {
    const { atMs, kpa } = reading;
    const gapMs = before === null ? Number.POSITIVE_INFINITY : atMs - before.atMs;
    const isStep =
      before !== null && gapMs >= PRESSURE_GAP_MS && Math.abs(kpa - before.kpa) > PRESSURE_STEP_KPA;
    if (gapMs < PRESSURE_EVERY_MS && !isStep) continue;
    kept.push(reading);
    before = reading;
  }
  return kept;
}
