/** A point of a trail, in the order of device time. */
export interface TrailPoint {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
}

/** What a trail amounts to. */
export interface TrailSummary {
  readonly distanceM: number;
  readonly drivingS: number;
  readonly idleS: number;
  readonly stops: number;
  readonly maxSpeedKmh: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
/** A longer gap without records is not counted as driving or idling (trade default, 10 minutes). */
const MAX_GAP_S = 600;
/** At rest at least this long counts as a stop (trade default, 5 minutes). */
const STOP_FROM_S = 300;

/** Great-circle distance in metres (haversine). */
export function distanceM(
  a: Pick<TrailPoint, 'latitudeDeg' | 'longitudeDeg'>,
  b: Pick<TrailPoint, 'latitudeDeg' | 'longitudeDeg'>,
): number {
  const rad = Math.PI / 180;
  const dLat = (b.latitudeDeg - a.latitudeDeg) * rad;
  const dLon = (b.longitudeDeg - a.longitudeDeg) * rad;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitudeDeg * rad) * Math.cos(b.latitudeDeg * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The odometer tells the way driven where both ends have one that moved on; else the path does. */
function legM(from: TrailPoint, to: TrailPoint): number {
  const path = distanceM(from, to);
  if (from.odometerM === null || to.odometerM === null) return path;
  const driven = to.odometerM - from.odometerM;
  // A replaced or reset device jumps; the path is then the better witness.
  return driven >= 0 && driven <= path * 3 + 1000 ? driven : path;
}

/**
 * Sums a trail up: way, driving, idling, stops, highest speed.
 *
 * @param points in the order of device time
 */
export function summariseTrail(points: readonly TrailPoint[]): TrailSummary {
  let distance = 0;
  let drivingS = 0;
  let idleS = 0;
  let stops = 0;
  let maxSpeedKmh = 0;
  let restS = 0;
  let previous: TrailPoint | null = null;
  for (const point of points) {
    maxSpeedKmh = Math.max(maxSpeedKmh, point.speedKmh ?? 0);
    if (previous !== null) {
      const gapS = (point.timeMs - previous.timeMs) / 1000;
      distance += legM(previous, point);
      const moved = (previous.speedKmh ?? 0) > 0;
      if (gapS <= MAX_GAP_S && moved) drivingS += gapS;
      if (gapS <= MAX_GAP_S && !moved && previous.ignition === true) idleS += gapS;
      const before = restS;
      restS = moved ? 0 : restS + gapS;
      if (before < STOP_FROM_S && restS >= STOP_FROM_S) stops += 1;
    }
    previous = point;
  }
  return { distanceM: distance, drivingS, idleS, stops, maxSpeedKmh };
}
