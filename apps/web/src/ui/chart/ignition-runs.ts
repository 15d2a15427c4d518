import type { TracePoint } from '@roadworthy/domain';

/** A period with the ignition on or off. */
export interface IgnitionRun {
  /** s since 1970 UTC */
  readonly startS: number;
  readonly endS: number;
  readonly isOn: boolean;
}

/**
 * The periods of ignition on and off; there is a gap where the device does not report it.
 *
 * @param points sorted by device time
 */
export function ignitionRuns(points: readonly TracePoint[]): IgnitionRun[] {
  const runs: IgnitionRun[] = [];
  let from: { startS: number; isOn: boolean } | null = null;
  for (const { timeMs, ignition } of points) {
    const timeS = timeMs / 1000;
    if (from !== null && from.isOn !== ignition) {
      runs.push({ ...from, endS: timeS });
      from = null;
    }
    if (ignition !== null) from ??= { startS: timeS, isOn: ignition };
  }
  const endS = (points.at(-1)?.timeMs ?? 0) / 1000;
  if (from !== null) runs.push({ ...from, endS });
  return runs;
}
