import { z } from 'zod';

/** A place from an external service. */
export interface OutsidePlace {
  /** Its id for lookups: N, W or R and the number in OpenStreetMap. */
  readonly id: string;
  readonly address: string;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
}

const latitude = z.coerce.number().min(-90).max(90);
const longitude = z.coerce.number().min(-180).max(180);
const number = z.coerce.number().int().positive();
const MAX_ADDRESS = 200;

const nominatimPlace = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: number,
  display_name: z.string().min(1),
  lat: latitude,
  lon: longitude,
});
/** `reverse` returns a place, or an error if there is none. */
const nominatim = z.union([
  z.array(nominatimPlace),
  nominatimPlace.transform((place) => [place]),
  z.object({ error: z.unknown() }).transform(() => []),
]);

const word = z.string().optional();
const photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]) }),
      properties: z.object({
        osm_type: z.enum(['N', 'W', 'R']),
        osm_id: number,
        name: word,
        street: word,
        housenumber: word,
        district: word,
        city: word,
        postcode: word,
        country: word,
      }),
    }),
  ),
});

type PhotonWords = z.output<typeof photon>['features'][number]['properties'];

/** The existing parts of an address, without repeats. */
function addressOf({ name, street, housenumber, district, city, postcode, country }: PhotonWords) {
  const inStreet = [housenumber, street].filter((part) => part !== undefined).join(' ');
  const parts = [name, inStreet, district, city, postcode, country];
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(', ');
}

/**
 * Parses the places of a response of Nominatim's `search`, `reverse` or `lookup`.
 *
 * @throws ZodError for an invalid response
 */
export function nominatimPlaces(answer: unknown): OutsidePlace[] {
  return nominatim.parse(answer).map((place) => ({
    id: `${place.osm_type.slice(0, 1).toUpperCase()}${place.osm_id}`,
    address: place.display_name.slice(0, MAX_ADDRESS),
    latitudeDeg: place.lat,
    longitudeDeg: place.lon,
  }));
}

/**
 * Parses the places of a response of Photon's `api` or `reverse`.
 *
 * @throws ZodError for an invalid response
 */
export function photonPlaces(answer: unknown): OutsidePlace[] {
  return photon.parse(answer).features.flatMap(({ geometry, properties }) => {
    const address = addressOf(properties).slice(0, MAX_ADDRESS);
    const [longitudeDeg, latitudeDeg] = geometry.coordinates;
    const id = `${properties.osm_type}${properties.osm_id}`;
    return address === '' ? [] : [{ id, address, latitudeDeg, longitudeDeg }];
  });
}
