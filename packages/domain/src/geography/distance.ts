/** A place in WGS 84 degrees. */
export interface Coordinates {
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** Great-circle distance in metres (haversine). */
export function distanceM(a: Coordinates, b: Coordinates): number {
  const dLat = (b.latitudeDeg - a.latitudeDeg) * RAD;
  const dLon = (b.longitudeDeg - a.longitudeDeg) * RAD;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitudeDeg * RAD) * Math.cos(b.latitudeDeg * RAD) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
