/** A position of the vehicle while it is watched. */
export interface TrailPoint {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Clockwise from north. */
  readonly directionDeg: number;
  /** ms since 1970 UTC. */
  readonly timeMs: number;
}

/** State from the replies so far. */
export interface LiveTrail {
  readonly points: readonly TrailPoint[];
  /** Counter-clockwise, as required. */
  readonly rotationDeg: number;
  /** Null before the first position. */
  readonly isMoving: boolean | null;
}

/**
 * The trail before the first reply.
 *
 * @param headingDeg of the vehicle when opened, clockwise from north
 */
export function newTrail(headingDeg: number): LiveTrail {
  return { points: [], rotationDeg: markerRotation(headingDeg, 0), isMoving: null };
}

/** Half an hour of replies every second; older points are dropped. */
const MOST_POINTS = 2000;
/** Requirement F-P05. */
const MOVED_M = 20;
const METRES_PER_DEGREE = 111_320;

/**
 * Rotation of the vehicle's marker, counter-clockwise: 360 minus the direction, so that it points
 * along the heading (requirement F-20); unchanged when the direction is 0 (requirement F-21).
 */
export function markerRotation(directionDeg: number, beforeDeg: number): number {
  return directionDeg === 0 ? beforeDeg : 360 - directionDeg;
}

function distanceM(a: TrailPoint, b: TrailPoint): number {
  const north = (b.latitudeDeg - a.latitudeDeg) * METRES_PER_DEGREE;
  const cosine = Math.cos((a.latitudeDeg * Math.PI) / 180);
  const east = (b.longitudeDeg - a.longitudeDeg) * METRES_PER_DEGREE * cosine;
  return Math.hypot(north, east);
}

/**
 * The trail extended by the position of a reply; the same if the reply is not newer
 * (requirement F-19).
 *
 * @param isMoving from the server; if missing, derived from the last two positions (requirement
 *   F-P05)
 */
export function grown(trail: LiveTrail, point: TrailPoint, isMoving?: boolean): LiveTrail {
  const last = trail.points.at(-1);
  if (last !== undefined && point.timeMs <= last.timeMs) {
    return isMoving === undefined || isMoving === trail.isMoving ? trail : { ...trail, isMoving };
  }
  const points = [...trail.points, point].slice(-MOST_POINTS);
  return {
    points,
    rotationDeg: markerRotation(point.directionDeg, trail.rotationDeg),
    isMoving: isMoving ?? (last === undefined ? null : distanceM(last, point) > MOVED_M),
  };
}
