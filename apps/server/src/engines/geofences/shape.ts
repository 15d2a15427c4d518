/** A corner or a centre: WGS 84 degrees. */
export type LatLong = readonly [latitudeDeg: number, longitudeDeg: number];

/** What is told of a visit to a geofence (requirement M-P10). */
export interface GeofenceRule {
  readonly alertOnEntry: boolean;
  readonly alertOnExit: boolean;
  /** Minutes inside after which an incident is told; null for none. */
  readonly dwellMin: number | null;
  /** km/h inside above which an incident is told; null for none. */
  readonly speedLimitKmh: number | null;
}

/** A geofence as the index takes it. */
export interface GeofenceShape extends GeofenceRule {
  readonly id: number;
  readonly shape: 'polygon' | 'circle' | 'corridor';
  /** Corners of a polygon, closed or not, or the line of a corridor. */
  readonly points: readonly LatLong[];
  /** Rings cut out of a polygon. */
  readonly holes: readonly (readonly LatLong[])[];
  /** Of a circle. */
  readonly centre: LatLong | null;
  /** Metres: of a circle, or from the line of a corridor to its edge. */
  readonly radiusM: number | null;
}

/** Degrees; the longitudes may pass ±180 where a shape lies across the antimeridian. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** A shape made ready for many questions. */
export interface Area {
  /** Boxes that together hold the area: one, or one for each leg of a corridor. */
  readonly boxes: readonly Box[];
  /**
   * Whether a position is in the part of the area that a box stands for.
   *
   * @param longitudeDeg in the turn of the boxes, thus possibly beyond ±180
   * @param part number of the box
   */
  contains(latitudeDeg: number, longitudeDeg: number, part: number): boolean;
  /** Whether a position outside is at most so many metres from the area, good to 1 % of them. */
  isNear(latitudeDeg: number, longitudeDeg: number, metres: number): boolean;
}

/** Degrees of latitude that one metre is. */
export const DEGREES_PER_METRE = 180 / (Math.PI * 6_371_008.8);

/**
 * The longitudes of a line without jumps: each follows the one before by the shorter way, so that a
 * line across the antimeridian goes on beyond ±180 (RFC 7946, 3.1.9, cuts it there instead).
 */
export function unwrapped(points: readonly LatLong[]): LatLong[] {
  let turn = 0;
  let before = points[0]?.[1] ?? 0;
  return points.map(([latitudeDeg, longitudeDeg]) => {
    if (longitudeDeg - before > 180) turn -= 360;
    else if (longitudeDeg - before < -180) turn += 360;
    before = longitudeDeg;
    return [latitudeDeg, longitudeDeg + turn];
  });
}

/** The longitude in the turn nearest to another. */
export function inTurnOf(longitudeDeg: number, otherDeg: number): number {
  return longitudeDeg + 360 * Math.round((otherDeg - longitudeDeg) / 360);
}
