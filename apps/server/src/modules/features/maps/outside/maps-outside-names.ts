import type { AnswerOf, contract } from '@roadworthy/contract';
import { notFound } from '../../../../platform/errors.ts';
import type { Geocoder, OutsidePlace } from '../../../../platform/geocoding/index.ts';
import { geocode, placeOf, reverseGeocode } from '../maps.service.ts';

type Calls = typeof contract.maps;
type Named = AnswerOf<Calls['place']>;

/** Ids of external services, with the numbers of OpenStreetMap. */
const OUTSIDE_ID = /^[NWR]\d{1,18}$/;

const toNamed = ({ id, address, latitudeDeg, longitudeDeg }: OutsidePlace): Named => ({
  place_id: id,
  address,
  lat: latitudeDeg,
  long: longitudeDeg,
});
const toAnswer = (places: readonly OutsidePlace[]) => ({
  count: places.length,
  results: places.map(toNamed),
});

/**
 * Names of places: from the external service if it is configured and responds, else from the known
 * places of the product (requirements K-22, K-P05).
 */
export class PlaceNames {
  constructor(private readonly outside: Geocoder | null) {}

  /** Places for an address; falls back to the product's places if the service finds none. */
  async geocode(address: string): Promise<AnswerOf<Calls['geocode']>> {
    const found = await this.outside?.search(address);
    return found != null && found.length > 0 ? toAnswer(found) : geocode(address);
  }

  /** A position as text. */
  async reverse(lat: number, long: number): Promise<AnswerOf<Calls['reverseGeocode']>> {
    const found = await this.outside?.reverse(lat, long);
    if (found == null || found.length === 0) return reverseGeocode(lat, long);
    // The position of the person, not the centre of the place.
    return toAnswer(
      found.slice(0, 1).map((place) => ({ ...place, latitudeDeg: lat, longitudeDeg: long })),
    );
  }

  /** @throws HttpError 404 for an unknown place */
  async place(placeId: string): Promise<Named> {
    if (!OUTSIDE_ID.test(placeId)) return placeOf(placeId);
    const found = await this.outside?.place(placeId);
    if (found == null) throw notFound('map.place_unknown');
    return toNamed(found);
  }
}
