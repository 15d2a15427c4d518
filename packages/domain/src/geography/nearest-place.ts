import { PLACES, type Place } from './places.ts';

/** A place, and how far and in which direction a position lies from it. */
export interface NearestPlace {
  readonly place: Place;
  readonly distanceKm: number;
  /** Of the eight points of the compass, as seen from the place. */
  readonly direction: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
}

const DIRECTIONS = ['E', 'NE', 'N', 'NW', 'W', 'SW', 'S', 'SE'] as const;
const KM_PER_DEGREE = 111.195;

/** Kilometres per degree of longitude at each place, computed once. */
const KM_PER_LONGITUDE = PLACES.map(
  ({ latitudeDeg }) => KM_PER_DEGREE * Math.cos((latitudeDeg * Math.PI) / 180),
);

/**
 * The known place nearest to a position. Scanning some 180 places takes under a microsecond; an
 * index would not be faster.
 *
 * @param latitudeDeg WGS 84
 * @param longitudeDeg WGS 84
 */
export function nearestPlace(latitudeDeg: number, longitudeDeg: number): NearestPlace {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < PLACES.length; n += 1) {
    const place = PLACES[n] as Place;
    // The surroundings of a place are treated as flat: within 0.1 % at 100 km.
    const eastKm = (longitudeDeg - place.longitudeDeg) * (KM_PER_LONGITUDE[n] as number);
    const northKm = (latitudeDeg - place.latitudeDeg) * KM_PER_DEGREE;
    const square = eastKm * eastKm + northKm * northKm;
    if (square < least) {
      least = square;
      nearest = n;
    }
  }
  const place = PLACES[nearest] as Place;
  const eastKm = (longitudeDeg - place.longitudeDeg) * (KM_PER_LONGITUDE[nearest] as number);
  const northKm = (latitudeDeg - place.latitudeDeg) * KM_PER_DEGREE;
  const eighth = Math.round(Math.atan2(northKm, eastKm) / (Math.PI / 4));
  const direction = DIRECTIONS[(eighth + 8) % 8] as NearestPlace['direction'];
  return { place, distanceKm: Math.sqrt(least), direction };
}
