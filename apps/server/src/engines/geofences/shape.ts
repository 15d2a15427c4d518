/** A corner or a centre: WGS 84 degrees. */
export type LatLong = readonly [latitudeDeg: number, longitudeDeg: number];

/** The rule for visits of a geofence (requirement M-P10). */
export interface GeofenceRule {
  readonly alertOnEntry: boolean;
  readonly alertOnExit: boolean;
  /** Minutes inside after which an event is raised; null for none. */
  readonly dwellMin: number | null;
  /** km/h inside above which an event is raised; null for none. */
  readonly speedLimitKmh: number | null;
}

/** A geofence as input of the index. */
export interface GeofenceShape extends GeofenceRule {
  readonly id: number;
  readonly shape: 'polygon' | 'circle' | 'corridor';
  /** Corners of a polygon, closed or not, or the line of a corridor. */
  readonly points: readonly LatLong[];
  /** Rings cut out of a polygon. */
  readonly holes: readonly (readonly LatLong[])[];
  /** Centre of a circle. */
  readonly centre: LatLong | null;
  /** Metres: radius of a circle, or distance from the line of a corridor to its edge. */
  readonly radiusM: number | null;
}

/** Degrees; the longitudes may exceed ±180 if a shape crosses the antimeridian. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** A shape prepared for many lookups. */
export interface Area {
  /** Boxes that together cover the area: one, or one per leg of a corridor. */
  readonly boxes: readonly Box[];
  /**
   * Whether a position is in the part of the area that a box covers.
   *
   * @param longitudeDeg in the range of the boxes, possibly beyond ±180
   * @param part number of the box
   */
  contains(latitudeDeg: number, longitudeDeg: number, part: number): boolean;
  /** Whether a position outside is at most this many metres from the area, accurate to 1 %. */
  isNear(latitudeDeg: number, longitudeDeg: number, metres: number): boolean;
}

/** Degrees of latitude per metre. */
export const DEGREES_PER_METRE = 180 / (Math.PI * 6_371_008.8);

/**
 * The longitudes of a line without jumps: each follows the previous one by the shorter way, so a
 * line across the antimeridian continues beyond ±180 (RFC 7946, 3.1.9, cuts it there instead).
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

/** The equivalent longitude that is nearest to another. */
export function inTurnOf(longitudeDeg: number, otherDeg: number): number {
  return longitudeDeg + 360 * Math.round((otherDeg - longitudeDeg) / 360);
}
