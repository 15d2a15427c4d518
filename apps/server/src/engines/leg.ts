/** A place in WGS 84 degrees. */
export interface Place {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

/** A place and what the odometer showed there; null where the device has none. */
export interface LegEnd extends Place {
  readonly odometerM: number | null;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** Great-circle distance in metres (haversine). */
export function distanceM(a: Place, b: Place): number {
  const dLat = (b.latitudeDeg - a.latitudeDeg) * RAD;
  const dLon = (b.longitudeDeg - a.longitudeDeg) * RAD;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitudeDeg * RAD) * Math.cos(b.latitudeDeg * RAD) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * The way between two places in metres. The odometer tells it where both ends have one that moved on;
 * else the path does.
 */
export function legM(from: LegEnd, to: LegEnd): number {
  const path = distanceM(from, to);
  if (from.odometerM === null || to.odometerM === null) return path;
  // An odometer that shows 0 was never set.
  if (to.odometerM === 0) return path;
  const driven = to.odometerM - from.odometerM;
  // A replaced or reset device jumps; the path is then the better witness.
  return driven >= 0 && driven <= path * 3 + 1000 ? driven : path;
}
