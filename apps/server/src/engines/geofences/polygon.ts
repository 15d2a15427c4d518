import { planeOf, squareToSegment } from './segment.ts';
import { type Area, type Box, inTurnOf, type LatLong, unwrapped } from './shape.ts';

/**
 * Numbers stored per edge: latitude and longitude of its southern end, then of its northern end.
 */
const EDGE = 4;

function boxOf(ring: readonly LatLong[]): Box {
  let [south, west, north, east] = [90, Number.POSITIVE_INFINITY, -90, Number.NEGATIVE_INFINITY];
  for (const [latitudeDeg, longitudeDeg] of ring) {
    if (latitudeDeg < south) south = latitudeDeg;
    if (latitudeDeg > north) north = latitudeDeg;
    if (longitudeDeg < west) west = longitudeDeg;
    if (longitudeDeg > east) east = longitudeDeg;
  }
  return { south, west, north, east };
}

/**
 * The edges of all rings, each from south to north, so that a shared edge is the same for both
 * sides; sorted by southern end, so that a search can stop at the first edge north of the position.
 */
function edgesOf(rings: readonly (readonly LatLong[])[]): Float64Array {
  const edges: [number, number, number, number][] = [];
  for (const ring of rings) {
    let before = ring.at(-1);
    for (const corner of ring) {
      if (before !== undefined && (before[0] !== corner[0] || before[1] !== corner[1])) {
        const [southern, northern] = before[0] <= corner[0] ? [before, corner] : [corner, before];
        edges.push([southern[0], southern[1], northern[0], northern[1]]);
      }
      before = corner;
    }
  }
  edges.sort((a, b) => a[0] - b[0]);
  return Float64Array.from(edges.flat());
}

/**
 * An area between corners, with holes by the even-odd rule. Its edges are straight in degrees (RFC
 * 7946, 3.1.1). Edge rule: an area includes its southern and western edges but not its northern and
 * eastern ones, so a position on the edge of two neighbours is in one of them.
 *
 * @param points at least 3 corners; with fewer the area is empty. Rings around a pole are not
 *   supported.
 */
export function polygonArea(
  points: readonly LatLong[],
  holes: readonly (readonly LatLong[])[],
): Area {
  if (points.length < 3) return { boxes: [], contains: () => false, isNear: () => false };
  const outer = unwrapped(points);
  const box = boxOf(outer);
  const middle = (box.west + box.east) / 2;
  const edges = edgesOf([
    outer,
    ...holes.map((hole) =>
      unwrapped(hole).map(([lat, long]): LatLong => {
        const turn = inTurnOf(hole[0]?.[1] ?? 0, middle) - (hole[0]?.[1] ?? 0);
        return [lat, long + turn];
      }),
    ),
  ]);
  return {
    boxes: [box],
    contains(latitudeDeg, longitudeDeg) {
      let inside = false;
      for (let n = 0; n < edges.length; n += EDGE) {
        const south = edges[n] as number;
        const north = edges[n + 2] as number;
        if (latitudeDeg < south) break;
        if (latitudeDeg >= north) continue;
        const from = edges[n + 1] as number;
        const share = (latitudeDeg - south) / (north - south);
        if (longitudeDeg < from + share * ((edges[n + 3] as number) - from)) inside = !inside;
      }
      return inside;
    },
    isNear(latitudeDeg, longitudeDeg, metres) {
      const plane = planeOf(latitudeDeg, inTurnOf(longitudeDeg, middle), metres);
      for (let n = 0; n < edges.length; n += EDGE) {
        if (squareToSegment(plane, edges, n) <= plane.reachSquare) return true;
      }
      return false;
    },
  };
}
