import type { TracePoint } from '@roadworthy/domain';
import { GAP_MS } from './trail-place.ts';

const M_PER_DEG = 111_320;

/** A range of zooms with the detail that can be seen there. */
export interface TraceLevel {
  /** Included. */
  readonly minZoom: number;
  /** Excluded. */
  readonly maxZoom: number;
  /** Points nearer to each other than this are one on the screen, m. */
  readonly stepM: number;
}

/** The whole trail. */
export const FINEST: TraceLevel = { minZoom: 10, maxZoom: 24, stepM: 0 };

/**
 * What a trail is drawn with from far and from near. At the upper end of a level's zooms its step is
 * about two pixels on the latitude of Britain, less than the width of the line: from far a month's
 * 50,000 points would only be drawn upon each other.
 */
export const TRACE_LEVELS: readonly TraceLevel[] = [
  { minZoom: 0, maxZoom: 7, stepM: 750 },
  { minZoom: 7, maxZoom: 10, stepM: 95 },
  FINEST,
];

/**
 * A trail with one point a step. The first and the last point stay, and so do both ends of a gap in
 * coverage; a kept point has the mean speed of those that it stands for.
 *
 * @param points in the order of device time
 * @param stepM least distance between two kept points, m; 0 keeps all
 */
export function thinned(points: readonly TracePoint[], stepM: number): readonly TracePoint[] {
  if (stepM === 0) return points;
  const limit = (stepM / M_PER_DEG) ** 2;
  const kept: TracePoint[] = [];
  let speedSum = 0;
  let count = 0;
  for (const [n, point] of points.entries()) {
    speedSum += point.speedKmh;
    count += 1;
    const last = kept.at(-1);
    const before = points[n - 1];
    const after = points[n + 1];
    const isEnd =
      last === undefined ||
      after === undefined ||
      after.timeMs - point.timeMs > GAP_MS ||
      (before !== undefined && point.timeMs - before.timeMs > GAP_MS);
    if (!isEnd) {
      const y = point.latitudeDeg - last.latitudeDeg;
      const x =
        (point.longitudeDeg - last.longitudeDeg) * Math.cos((last.latitudeDeg * Math.PI) / 180);
      if (x * x + y * y < limit) continue;
    }
    kept.push({ ...point, speedKmh: speedSum / count });
    speedSum = 0;
    count = 0;
  }
  return kept;
}
