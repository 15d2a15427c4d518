import { MILES_PER_KM, writePlaceText } from '@roadworthy/domain';
import { nearestPlace } from '@roadworthy/domain/geography';
import type { AddressBook } from '../../../platform/geocoding/index.ts';

/** A short text for a place on the map, or null far from every known place. */
export type AddressFinder = (latitudeDeg: number, longitudeDeg: number) => string | null;

/** Within this distance, the name of the place alone is used. */
const IN_PLACE_KM = 1.5;
const FARTHEST_KM = 80;

/**
 * Describes a position by its address if the configured service has one, else by the nearest known
 * place: "Daventry", or "2.1 mi NE of Daventry".
 *
 * @param unit the reader's distance unit
 * @param addresses null for positions that change every second, which are not looked up
 */
export function addressFinder(
  unit: 'MLS' | 'KMS',
  addresses: Pick<AddressBook, 'find'> | null = null,
): AddressFinder {
  return (latitudeDeg, longitudeDeg) => {
    const address = addresses?.find(latitudeDeg, longitudeDeg);
    if (address != null) return address;
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
