import { MILES_PER_KM, writePlaceText } from '@roadworthy/domain';
import { nearestPlace } from '@roadworthy/domain/geography';

/** A short text for a place on the map, or null far from every known place. */
export type AddressFinder = (latitudeDeg: number, longitudeDeg: number) => string | null;

/** Within this distance, the name of the place alone is used. */
const IN_PLACE_KM = 1.5;
const FARTHEST_KM = 80;

/**
 * Describes a position by the nearest known place: "Daventry", or "2.1 mi NE of Daventry".
 *
 * @param unit the reader's distance unit
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
