import { metresToSegment, planeOf } from './segment.ts';
import {
  type Area,
  type Box,
  DEGREES_PER_METRE,
  inTurnOf,
  type LatLong,
  unwrapped,
} from './shape.ts';

const ENDS = 4;
/** Lower bound for the length of a degree of longitude near a pole. */
const LEAST_SHRINK = 1e-6;

/** A box that contains everything within a distance of a segment. */
function boxAround(ends: Float64Array, at: number, metres: number): Box {
  const [fromLat, fromLong, toLat, toLong] = ends.subarray(at, at + ENDS) as unknown as [
    number,
    number,
    number,
    number,
  ];
  // Slightly larger, to allow for rounding.
  const reach = metres * DEGREES_PER_METRE * 1.000_001;
  const farthest = Math.min(90, Math.max(Math.abs(fromLat), Math.abs(toLat)) + reach);
  const shrink = Math.max(LEAST_SHRINK, Math.cos((farthest * Math.PI) / 180));
  return {
    south: Math.min(fromLat, toLat) - reach,
    north: Math.max(fromLat, toLat) + reach,
    west: Math.min(fromLong, toLong) - reach / shrink,
    east: Math.max(fromLong, toLong) + reach / shrink,
  };
}

/**
 * The area within a distance of a line; its ends are round, and its edge is included. Each leg has
 * a separate box, because the box of a whole motorway would cover half a country.
 *
 * @param points of the line, at least 2; with fewer the area is empty
 * @param radiusM metres from the line to the edge
 */
export function corridorArea(points: readonly LatLong[], radiusM: number): Area {
  const line = unwrapped(points);
  const legs = new Float64Array(Math.max(0, line.length - 1) * ENDS);
  for (let n = 1; n < line.length; n += 1) {
    legs.set([...(line[n - 1] as LatLong), ...(line[n] as LatLong)], (n - 1) * ENDS);
  }
  const boxes = Array.from({ length: legs.length / ENDS }, (_, n) =>
    boxAround(legs, n * ENDS, radiusM),
  );
  const contains = (latitudeDeg: number, longitudeDeg: number, part: number) =>
    metresToSegment(planeOf(latitudeDeg, longitudeDeg, radiusM), legs, part * ENDS) <= radiusM;
  return {
    boxes,
    contains,
    isNear(latitudeDeg, longitudeDeg, metres) {
      for (let at = 0; at < legs.length; at += ENDS) {
        const plane = planeOf(latitudeDeg, inTurnOf(longitudeDeg, legs[at + 1] as number), 0);
        if (metresToSegment(plane, legs, at) <= radiusM + metres) return true;
      }
      return false;
    },
  };
}
