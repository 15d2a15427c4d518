import type { BodyOf, contract } from '@roadworthy/contract';
import {
  inTurnOf,
  type LatLong,
  polygonArea,
  unwrapped,
} from '../../../engines/geofences/index.ts';
import type { ErrorMessage } from '../../../platform/errors.ts';
import { firstCrossing } from './geofences-crossing.ts';

/** A geofence as received. */
export type GeofenceBody = BodyOf<typeof contract.geofences.create>;
/** The shape as stored: without fields of other kinds of shape. */
export interface KeptShape {
  readonly points: readonly LatLong[];
  readonly holes: readonly (readonly LatLong[])[];
  readonly centre: LatLong | null;
  readonly radiusM: number | null;
}
/** Error texts by field. */
export type FieldErrors = Record<string, ErrorMessage[]>;
/** A checked shape, or its errors. */
export type CheckedShape = { readonly shape: KeptShape } | { readonly errors: FieldErrors };

/** Maximum number of corners, holes included: enough for any place that vehicles visit. */
const MAX_CORNERS = 5000;
/** Maximum distance from the line of a corridor to its edge: more is an area, not a route. */
const MAX_CORRIDOR_RADIUS_M = 10_000;
/** Minimum size: no vehicle fits into less, and GPS is less accurate. */
const LEAST_AREA_M2 = 10;
/** A corner this near to an edge touches it. */
const TOUCH_M = 0.1;
const LEAST_LINE_DEG = 1e-6;
const METRES_PER_DEGREE = 111_195;

const wrong = (field: string, text: ErrorMessage): CheckedShape => ({
  errors: { [field]: [text] },
});

/** Removes repeated corners, and a last corner that closes the ring. */
function withoutRepeats(points: GeofenceBody['points'], isRing: boolean): LatLong[] {
  const kept = points
    .map(({ lat, long }): LatLong => [lat, long])
    .filter(([lat, long], n) => {
      const before = points[n - 1];
      return before === undefined || before.lat !== lat || before.long !== long;
    });
  const [first, last] = [kept[0], kept.at(-1)];
  const isClosed = first !== undefined && first[0] === last?.[0] && first[1] === last[1];
  return isRing && isClosed && kept.length > 1 ? kept.slice(0, -1) : kept;
}

/** The area of a ring in m², accurate to 1 % up to some hundred kilometres of width. */
function areaM2(ring: readonly LatLong[]): number {
  const line = unwrapped(ring);
  const middle = (line[0]?.[0] ?? 0) * (Math.PI / 180);
  let twice = 0;
  let [beforeLat, beforeLong] = line.at(-1) ?? [0, 0];
  for (const [lat, long] of line) {
    twice += (long - beforeLong) * (lat + beforeLat - 2 * (line[0]?.[0] ?? 0));
    [beforeLat, beforeLong] = [lat, long];
  }
  return (Math.abs(twice) / 2) * METRES_PER_DEGREE ** 2 * Math.cos(middle);
}

/** Whether a ring encloses a pole: then inside and outside are ambiguous. */
function isAroundPole(ring: readonly LatLong[]): boolean {
  const closed = unwrapped([...ring, ring[0] as LatLong]);
  return Math.abs((closed.at(-1)?.[1] ?? 0) - (closed[0]?.[1] ?? 0)) > 1;
}

/** Whether a ring that crosses no edge of another is inside it; it may touch its edge. */
function liesIn(inner: readonly LatLong[], outer: readonly LatLong[]): boolean {
  const area = polygonArea(outer, []);
  return inner.every(
    ([lat, long]) =>
      area.contains(lat, inTurnOf(long, outer[0]?.[1] ?? 0), 0) || area.isNear(lat, long, TOUCH_M),
  );
}

function checkedPolygon(body: GeofenceBody): CheckedShape {
  const points = withoutRepeats(body.points, true);
  const holes = body.holes.map((hole) => withoutRepeats(hole, true));
  if (points.length < 3) return wrong('points', 'geofence.polygon_corners');
  if (holes.some((hole) => hole.length < 3)) {
    return wrong('holes', 'geofence.hole_corners');
  }
  const corners = holes.reduce((sum, hole) => sum + hole.length, points.length);
  if (corners > MAX_CORNERS) {
    return wrong('points', { code: 'geofence.too_many_corners', params: { most: MAX_CORNERS } });
  }
  if ([points, ...holes].some(isAroundPole)) {
    return wrong('points', 'geofence.polygon_pole');
  }
  if (areaM2(points) < LEAST_AREA_M2) return wrong('points', 'geofence.polygon_no_area');
  const crossing = firstCrossing([points, ...holes]);
  if (crossing !== null) {
    return crossing.isOuter
      ? wrong('points', 'geofence.polygon_crosses')
      : wrong('holes', 'geofence.hole_crosses');
  }
  if (holes.some((hole) => !liesIn(hole, points))) {
    return wrong('holes', 'geofence.hole_outside');
  }
  const isNested = (hole: readonly LatLong[], n: number) =>
    holes.some((other, m) => m !== n && liesIn(hole, other));
  if (holes.some(isNested)) return wrong('holes', 'geofence.hole_inside_other');
  return { shape: { points, holes, centre: null, radiusM: null } };
}

function checkedCircle({ centre, radius }: GeofenceBody): CheckedShape {
  if (centre === null) return wrong('centre', 'geofence.circle_centre');
  if (radius === null) return wrong('radius', 'geofence.circle_radius');
  return {
    shape: { points: [], holes: [], centre: [centre.lat, centre.long], radiusM: radius },
  };
}

function checkedCorridor(body: GeofenceBody): CheckedShape {
  const points = withoutRepeats(body.points, false);
  const length = points.reduce((sum, [lat, long], n) => {
    const before = points[n - 1] ?? [lat, long];
    return sum + Math.abs(lat - before[0]) + Math.abs(long - before[1]);
  }, 0);
  if (points.length < 2 || length < LEAST_LINE_DEG) {
    return wrong('points', 'geofence.corridor_line');
  }
  if (body.radius === null) return wrong('radius', 'geofence.corridor_radius');
  if (body.radius > MAX_CORRIDOR_RADIUS_M) {
    return wrong('radius', {
      code: 'geofence.corridor_too_wide',
      params: { most: MAX_CORRIDOR_RADIUS_M },
    });
  }
  return { shape: { points, holes: [], centre: null, radiusM: body.radius } };
}

/**
 * Checks the shape of a geofence. Removes fields of other kinds (the radius of a polygon, the
 * corners of a circle), repeated corners, and the last corner of a ring if it closes the ring.
 */
export function checkedShape(body: GeofenceBody): CheckedShape {
  switch (body.shape) {
    case 'polygon':
      return checkedPolygon(body);
    case 'circle':
      return checkedCircle(body);
    case 'corridor':
      return checkedCorridor(body);
  }
}
