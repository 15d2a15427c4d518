import { distanceM } from '../leg.ts';
import { type Area, type Box, DEGREES_PER_METRE, type LatLong } from './shape.ts';

/** The bounding box of a circle on the sphere; around a pole it spans all longitudes. */
function boxOf([latitudeDeg, longitudeDeg]: LatLong, radiusM: number): Box {
  // Slightly larger, to allow for rounding.
  const reach = radiusM * DEGREES_PER_METRE * 1.000_001;
  const [south, north] = [latitudeDeg - reach, latitudeDeg + reach];
  if (south <= -90 || north >= 90) return { south, north, west: -180, east: 180 };
  const radians = Math.PI / 180;
  const halfWidth =
    Math.asin(Math.sin(reach * radians) / Math.cos(latitudeDeg * radians)) / radians;
  return { south, north, west: longitudeDeg - halfWidth, east: longitudeDeg + halfWidth };
}

/**
 * The area within a great-circle distance of a position, including its edge.
 *
 * @param centre WGS 84 degrees; without one the circle is empty
 * @param radiusM metres
 */
export function circleArea(centre: LatLong | null, radiusM: number | null): Area {
  if (centre === null || radiusM === null) {
    return { boxes: [], contains: () => false, isNear: () => false };
  }
  const place = { latitudeDeg: centre[0], longitudeDeg: centre[1] };
  const metresTo = (latitudeDeg: number, longitudeDeg: number) =>
    distanceM(place, { latitudeDeg, longitudeDeg });
  return {
    boxes: [boxOf(centre, radiusM)],
    contains: (latitudeDeg, longitudeDeg) => metresTo(latitudeDeg, longitudeDeg) <= radiusM,
    isNear: (latitudeDeg, longitudeDeg, metres) =>
      metresTo(latitudeDeg, longitudeDeg) <= radiusM + metres,
  };
}
