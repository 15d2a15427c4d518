import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';

export type Geofence = AnswerOf<typeof contract.geofences.list>['results'][number];
export type GeofenceBody = BodyOf<typeof contract.geofences.create>;
export type Point = GeofenceBody['points'][number];
/** The shape of a geofence. */
export type Shape = Pick<GeofenceBody, 'shape' | 'points' | 'holes' | 'centre' | 'radius'>;

/** Default half-width of a corridor, metres: a dual carriageway and its verges. */
export const CORRIDOR_RADIUS_M = 50;
/** Metres per degree of latitude on a sphere with the mean radius of the earth. */
const METRES_PER_DEGREE = 111_195;
const CIRCLE_CORNERS = 64;
const CAP_CORNERS = 8;

const cosine = (lat: number) => Math.max(0.01, Math.cos((lat * Math.PI) / 180));

/**
 * The point so many metres east and north of another; accurate to 1 % for several hundred
 * kilometres.
 */
function moved({ lat, long }: Point, eastM: number, northM: number): Point {
  return {
    lat: lat + northM / METRES_PER_DEGREE,
    long: long + eastM / (METRES_PER_DEGREE * cosine(lat)),
  };
}

/** Metres east and north from one point to another. */
function way(from: Point, to: Point): [eastM: number, northM: number] {
  return [
    (to.long - from.long) * METRES_PER_DEGREE * cosine((from.lat + to.lat) / 2),
    (to.lat - from.lat) * METRES_PER_DEGREE,
  ];
}

/** Metres between two points. */
export function distanceM(from: Point, to: Point): number {
  return Math.hypot(...way(from, to));
}

/** A circle as a ring of corners, not closed. */
export function circleRing(centre: Point, radiusM: number, corners = CIRCLE_CORNERS): Point[] {
  return Array.from({ length: corners }, (_, n) => {
    const angle = (n * 2 * Math.PI) / corners;
    return moved(centre, radiusM * Math.sin(angle), radiusM * Math.cos(angle));
  });
}

/** The circle that a ring of corners approximates. */
export function circleOf(ring: readonly Point[]): { centre: Point; radius: number } {
  const mean = (of: (point: Point) => number) =>
    ring.reduce((sum, point) => sum + of(point), 0) / ring.length;
  const centre = { lat: mean(({ lat }) => lat), long: mean(({ long }) => long) };
  const radius = mean((point) => distanceM(centre, point));
  return { centre: rounded(centre), radius: Math.round(radius) };
}

/** A point rounded to 7 decimals, about a centimetre. */
export function rounded({ lat, long }: Point): Point {
  const round = (value: number) => Math.round(value * 1e7) / 1e7;
  return { lat: round(lat), long: round(long) };
}

/** One side of a corridor with the round end at its last point; angles are clockwise from north. */
function sideOf(line: readonly Point[], radiusM: number): Point[] {
  const ring: Point[] = [];
  const put = (point: Point, angle: number) =>
    ring.push(moved(point, radiusM * Math.sin(angle), radiusM * Math.cos(angle)));
  const heading = (a: Point, b: Point) => Math.atan2(...way(a, b));
  const quarter = Math.PI / 2;
  for (const [n, point] of line.entries()) {
    const [before, next] = [line[n - 1], line[n + 1]];
    if (next === undefined) {
      const end = before === undefined ? 0 : heading(before, point);
      for (let step = 0; step <= CAP_CORNERS; step += 1) {
        put(point, end - quarter + (step * Math.PI) / CAP_CORNERS);
      }
      continue;
    }
    const out = heading(point, next);
    const into = before === undefined ? out : heading(before, point);
    const turn = ((out - into + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    // The outside of a bend follows an arc around the corner; the inside uses the bisector.
    if (turn > 0) put(point, into - quarter);
    put(point, into + turn / 2 - quarter);
    if (turn > 0) put(point, out - quarter);
  }
  return ring;
}

/**
 * A corridor as a ring around its line, not closed. For display only: the server measures
 * distances.
 */
export function corridorRing(line: readonly Point[], radiusM: number): Point[] {
  return [...sideOf(line, radiusM), ...sideOf([...line].reverse(), radiusM)];
}

/** The rings of a shape, the outer one first; none if nothing is drawn. */
export function ringsOf({ shape, points, holes, centre, radius }: Shape): Point[][] {
  if (shape === 'circle') {
    return centre === null || radius === null ? [] : [circleRing(centre, radius)];
  }
  if (shape === 'corridor') {
    return points.length < 2 ? [] : [corridorRing(points, radius ?? CORRIDOR_RADIUS_M)];
  }
  return points.length < 3 ? [] : [[...points], ...holes];
}

/** West, south, east and north of shapes in degrees; null if nothing is drawn. */
export function boundsOf(shapes: readonly Shape[]): [number, number, number, number] | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { lat, long } of shapes.flatMap((shape) => ringsOf(shape)[0] ?? [])) {
    [west, east] = [Math.min(west, long), Math.max(east, long)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return west > east ? null : [west, south, east, north];
}

/** Metres along a line. */
export function lengthM(line: readonly Point[]): number {
  return line.reduce((sum, point, n) => sum + distanceM(line[n - 1] ?? point, point), 0);
}

/**
 * Area of a ring in square metres, holes ignored; accurate to 1 % up to several hundred kilometres.
 */
export function areaM2(ring: readonly Point[]): number {
  const [first] = ring;
  if (first === undefined) return 0;
  const at = ring.map((point) => way(first, point));
  const twice = at.reduce((sum, [east, north], n) => {
    const [nextEast, nextNorth] = at[(n + 1) % at.length] ?? [0, 0];
    return sum + east * nextNorth - nextEast * north;
  }, 0);
  return Math.abs(twice) / 2;
}
