import { distanceM } from '../leg.ts';
import { DEGREES_PER_METRE } from './shape.ts';

/** A flat plane around a position: degrees of latitude in both directions. */
export interface Plane {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Length of a degree of longitude here, in degrees of latitude. */
  readonly shrink: number;
  /** Square of the search radius, in degrees of latitude. */
  readonly reachSquare: number;
}

/** The plane around a position, with a search radius in metres. */
export function planeOf(latitudeDeg: number, longitudeDeg: number, reachM: number): Plane {
  const reachDeg = reachM * DEGREES_PER_METRE;
  return {
    latitudeDeg,
    longitudeDeg,
    shrink: Math.cos((latitudeDeg * Math.PI) / 180),
    reachSquare: reachDeg * reachDeg,
  };
}

/** The point of a segment nearest to the position of a plane, as a fraction from 0 to 1. */
function nearestShare(plane: Plane, ends: Float64Array, at: number): number {
  const fromNorth = (ends[at] as number) - plane.latitudeDeg;
  const fromEast = ((ends[at + 1] as number) - plane.longitudeDeg) * plane.shrink;
  const north = (ends[at + 2] as number) - (ends[at] as number);
  const east = ((ends[at + 3] as number) - (ends[at + 1] as number)) * plane.shrink;
  const square = north * north + east * east;
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, -(fromNorth * north + fromEast * east) / square));
}

/**
 * Square of the distance from a position to a segment in the plane of the position, in degrees of
 * latitude; accurate to 1 % within some kilometres.
 *
 * @param ends latitude and longitude of both ends, from index `at` on
 */
export function squareToSegment(plane: Plane, ends: Float64Array, at: number): number {
  const share = nearestShare(plane, ends, at);
  const south = ends[at] as number;
  const from = ends[at + 1] as number;
  const north = south + share * ((ends[at + 2] as number) - south) - plane.latitudeDeg;
  const east =
    (from + share * ((ends[at + 3] as number) - from) - plane.longitudeDeg) * plane.shrink;
  return north * north + east * east;
}

/**
 * Metres from a position to a segment that is straight in degrees: the great-circle distance to the
 * point on it that is nearest in the plane of the position.
 */
export function metresToSegment(plane: Plane, ends: Float64Array, at: number): number {
  const share = nearestShare(plane, ends, at);
  const south = ends[at] as number;
  const from = ends[at + 1] as number;
  return distanceM(plane, {
    latitudeDeg: south + share * ((ends[at + 2] as number) - south),
    longitudeDeg: from + share * ((ends[at + 3] as number) - from),
  });
}
