import { distanceM, type Place } from './leg.ts';

/** A point of a trail to be matched to roads, sorted by device time. */
export interface MatchPoint extends Place {
  readonly timeMs: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly ignition: boolean | null;
}

/** The road between two points of a trail, both of which are on it. */
export interface MatchedLeg {
  /** Indexes of the two points. */
  readonly from: number;
  readonly to: number;
  /** The corners of the road, from the first position to the second. */
  readonly path: readonly Place[];
}

/** A point nearer to the previous one adds no information about the road. */
const LEAST_STEP_M = 15;
/** After a longer gap the route is unknown (as in the summary of a trail). */
const MAX_GAP_MS = 600_000;

/**
 * The points of a trail that identify the road, as sections without a gap in coverage. If there are
 * more points than the limit, the minimum distance between two of them is doubled until they fit.
 *
 * @param limit maximum number of points of all sections together
 */
export function stretchesOf(points: readonly MatchPoint[], limit: number): MatchPoint[][] {
  for (let stepM = LEAST_STEP_M; ; stepM *= 2) {
    const stretches: MatchPoint[][] = [];
    let last: MatchPoint | undefined;
    let previous: MatchPoint | undefined;
    for (const point of points) {
      const isCut = previous === undefined || point.timeMs - previous.timeMs > MAX_GAP_MS;
      if (isCut) stretches.push([]);
      if (isCut || last === undefined || distanceM(last, point) >= stepM) {
        stretches.at(-1)?.push(point);
        last = point;
      }
      previous = point;
    }
    if (stretches.reduce((sum, { length }) => sum + length, 0) <= limit) return stretches;
    if (stepM > 10_000) return stretches.slice(0, limit).map((stretch) => stretch.slice(0, 1));
  }
}

/** Bearing from one position to another, degrees clockwise from north. */
function bearingDeg(from: Place, to: Place): number {
  const rad = Math.PI / 180;
  const x = (to.longitudeDeg - from.longitudeDeg) * Math.cos(from.latitudeDeg * rad);
  const y = to.latitudeDeg - from.latitudeDeg;
  return (Math.atan2(x, y) / rad + 360) % 360;
}

/**
 * The corners of a leg as points of a trail: time and speed are interpolated by distance between
 * its first point and its second; the heading is that of the road.
 */
function pointsOfLeg(from: MatchPoint, to: MatchPoint, path: readonly Place[]): MatchPoint[] {
  const ways = path.map((place, n) => (n === 0 ? 0 : distanceM(path[n - 1] ?? place, place)));
  const lengthM = ways.reduce((sum, way) => sum + way, 0);
  let goneM = 0;
  return path.map((place, n) => {
    goneM += ways[n] ?? 0;
    const share = lengthM === 0 ? 0 : goneM / lengthM;
    const next = path[n + 1];
    return {
      latitudeDeg: place.latitudeDeg,
      longitudeDeg: place.longitudeDeg,
      timeMs: from.timeMs + share * (to.timeMs - from.timeMs),
      speedKmh: from.speedKmh + share * (to.speedKmh - from.speedKmh),
      headingDeg: next === undefined ? to.headingDeg : bearingDeg(place, next),
      ignition: from.ignition,
    };
  });
}

/**
 * A section matched to the roads: its legs in order, and the recorded points where no road was
 * found.
 */
export function alongRoads(
  points: readonly MatchPoint[],
  legs: readonly MatchedLeg[],
): MatchPoint[] {
  const byStart = new Map(legs.map((leg) => [leg.from, leg]));
  const found: MatchPoint[] = [];
  for (let n = 0; n < points.length; ) {
    const point = points[n] as MatchPoint;
    const leg = byStart.get(n);
    const to = leg === undefined ? undefined : points[leg.to];
    if (leg === undefined || to === undefined || leg.to <= n) {
      // The end of a leg is on the road already.
      if (found.at(-1)?.timeMs !== point.timeMs) found.push(point);
      n += 1;
      continue;
    }
    const corners = pointsOfLeg(point, to, leg.path);
    found.push(...(found.at(-1)?.timeMs === point.timeMs ? corners.slice(1) : corners));
    n = leg.to;
  }
  return found;
}
