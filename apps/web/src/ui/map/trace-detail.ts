import type { TracePoint } from '@roadworthy/domain';
import { GAP_MS } from './trail-place.ts';

const M_PER_DEG = 111_320;

/** A zoom range with its level of detail. */
export interface TraceLevel {
  /** Included. */
  readonly minZoom: number;
  /** Excluded. */
  readonly maxZoom: number;
  /** Points closer than this coincide on the screen, m. */
  readonly stepM: number;
}

/** The whole trail. */
export const FINEST: TraceLevel = { minZoom: 10, maxZoom: 24, stepM: 0 };

/**
 * Levels of detail of a trail. At the highest zoom of a level, its step is about three pixels at the
 * latitude of Britain, less than the width of the line: at low zooms the 50,000 points of a month would
 * only overlap.
 */
export const TRACE_LEVELS: readonly TraceLevel[] = [
  { minZoom: 0, maxZoom: 7, stepM: 1100 },
  { minZoom: 7, maxZoom: 10, stepM: 140 },
  FINEST,
];

/**
 * A trail with one point per step. The first and the last point stay, and so do both ends of a gap in
 * coverage; each point has the mean speed of those that it replaces.
 *
 * @param points sorted by device time
 * @param stepM minimum distance between two points, m; 0 keeps all
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

/** From this zoom on every event is rendered, also if they overlap. */
export const CROWDED_BELOW_ZOOM = 11;
/** Width of an event icon, px. */
const SIGN_PX = 26;
/** Width of the world at zoom 0, px. */
const WORLD_PX = 512;

/**
 * The zoom from which each place is rendered: at low zooms one icon represents all those that it covers,
 * because rendering hundreds of hidden icons is slow. Earlier places in the list have priority.
 */
export function leastZooms(
  places: readonly { readonly latitudeDeg: number; readonly longitudeDeg: number }[],
): readonly number[] {
  const least = places.map(() => CROWDED_BELOW_ZOOM);
  for (let zoom = 0; zoom < CROWDED_BELOW_ZOOM; zoom += 1) {
    // Tiles of a zoom are used up to the next zoom, where icons are farthest apart.
    const cells = (WORLD_PX * 2 ** (zoom + 1)) / SIGN_PX;
    const taken = new Set<string>();
    const cellOf = places.map(({ latitudeDeg, longitudeDeg }) => {
      const sine = Math.sin((latitudeDeg * Math.PI) / 180);
      const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
      return `${Math.floor(((longitudeDeg + 180) / 360) * cells)} ${Math.floor(y * cells)}`;
    });
    for (const [n, cell] of cellOf.entries()) if ((least[n] ?? zoom) < zoom) taken.add(cell);
    for (const [n, cell] of cellOf.entries()) {
      if (least[n] !== CROWDED_BELOW_ZOOM || taken.has(cell)) continue;
      taken.add(cell);
      least[n] = zoom;
    }
  }
  return least;
}
