import { MILES_PER_KM, writePlaceText } from '@roadworthy/domain';
import { nearestPlace } from '@roadworthy/domain/geography';

/** A short text for a place on the map, or null far from everything known. */
export type AddressFinder = (latitudeDeg: number, longitudeDeg: number) => string | null;

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
    return writePlaceText({
      distance: unit === 'KMS' ? distanceKm : distanceKm * MILES_PER_KM,
      unit: unit === 'KMS' ? 'km' : 'mi',
      direction,
      place: place.name,
    });
  };
}
