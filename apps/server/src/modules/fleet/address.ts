import { nearestPlace } from '@roadworthy/domain/geography';

/** A short text for a place on the map, or null far from everything known. */
export type AddressFinder = (latitudeDeg: number, longitudeDeg: number) => string | null;

const KM_TO_MILES = 0.62137;
/** Nearer than this, the place itself is named. */
const IN_PLACE_KM = 1.5;
const FARTHEST_KM = 80;

/**
 * Names a position by the nearest known place: "Daventry", or "2.1 mi NE of Daventry".
 *
 * @param unit the distance unit of whoever reads it
 */
export function addressFinder(unit: 'MLS' | 'KMS'): AddressFinder {
  return (latitudeDeg, longitudeDeg) => {
    const { place, distanceKm, direction } = nearestPlace(latitudeDeg, longitudeDeg);
    if (distanceKm > FARTHEST_KM) return null;
    if (distanceKm < IN_PLACE_KM) return place.name;
    const distance =
      unit === 'KMS'
        ? `${distanceKm.toFixed(1)} km`
        : `${(distanceKm * KM_TO_MILES).toFixed(1)} mi`;
    return `${distance} ${direction} of ${place.name}`;
  };
}
