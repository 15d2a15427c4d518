import type { TracePoint } from '@roadworthy/domain';

/**
 * Maximum interval between points, ms; a longer one is a gap in coverage, as in the summary (10 minutes),
 * during which the vehicle does not move.
 */
export const GAP_MS = 600_000;

/** Index of the last point not after a time; -1 if all are after it. */
export function indexAt(points: readonly TracePoint[], timeMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.timeMs ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Interpolated position of the vehicle at a time; null without a trail. */
export function placeAt(points: readonly TracePoint[], timeMs: number): TracePoint | null {
  const at = indexAt(points, timeMs);
  const before = points[Math.max(at, 0)];
  const after = points[at + 1];
  if (before === undefined) return null;
  if (at < 0 || after === undefined || after.timeMs - before.timeMs > GAP_MS) return before;
  const share = (timeMs - before.timeMs) / Math.max(after.timeMs - before.timeMs, 1);
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    ...before,
    timeMs,
    latitudeDeg: between(before.latitudeDeg, after.latitudeDeg),
    longitudeDeg: between(before.longitudeDeg, after.longitudeDeg),
    speedKmh: between(before.speedKmh, after.speedKmh),
  };
}
