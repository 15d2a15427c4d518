import type { TracePoint } from '@roadworthy/domain';

/** A time in which the ignition was one way. */
export interface IgnitionRun {
  /** s since 1970 UTC */
  readonly startS: number;
  readonly endS: number;
  readonly isOn: boolean;
}

/**
 * The times of ignition on and off; a device that does not say leaves a hole.
 *
 * @param points in the order of device time
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
