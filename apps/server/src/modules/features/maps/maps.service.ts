import type { AnswerOf, contract } from '@roadworthy/contract';
import { MILES_PER_KM, writePlaceText } from '@roadworthy/domain';
import { nearestPlace, PLACES, type Place, ROADS } from '@roadworthy/domain/geography';
import { notFound } from '../../../platform/errors.ts';

type Calls = typeof contract.maps;
type Named = AnswerOf<Calls['place']>;
type NearRoad = AnswerOf<Calls['nearestRoads']>['results'][number];

const MOST_RESULTS = 5;
const KM_PER_DEGREE = 111.195;

/** Up to the first distance the place itself is named; beyond the second, no place. */
const IN_PLACE_KM = 1.5;
const FARTHEST_KM = 80;
const ROAD_WITHIN_KM = 2;

const idOf = (n: number) => `place-${n + 1}`;

function named(place: Place, n: number): Named {
  return {
    place_id: idOf(n),
    address: place.name,
    lat: place.latitudeDeg,
    long: place.longitudeDeg,
  };
}

/** Places whose name contains a text, case-insensitive; larger places first. */
export function geocode(address: string): AnswerOf<Calls['geocode']> {
  const wanted = address.toLowerCase();
  const found = PLACES.map((place, n) => ({ place, n }))
    .filter(({ place }) => place.name.toLowerCase().includes(wanted))
    .sort((a, b) => a.place.rank - b.place.rank || a.place.name.localeCompare(b.place.name));
  return {
    count: found.length,
    results: found.slice(0, MOST_RESULTS).map(({ place, n }) => named(place, n)),
  };
}

/** A position as text, for example "2.1 mi NE of Daventry"; empty far from all known places. */
export function reverseGeocode(lat: number, long: number): AnswerOf<Calls['reverseGeocode']> {
  const { place, distanceKm, direction } = nearestPlace(lat, long);
  if (distanceKm > FARTHEST_KM) return { count: 0, results: [] };
  const address =
    distanceKm < IN_PLACE_KM
      ? place.name
      : writePlaceText({
          distance: distanceKm * MILES_PER_KM,
          unit: 'mi',
          direction,
          place: place.name,
        });
  const n = PLACES.indexOf(place);
  return { count: 1, results: [{ place_id: idOf(n), address, lat, long }] };
}

/** The nearest point of a polyline; planar, which is accurate enough up to two kilometres. */
function nearestPoint(
  path: readonly (readonly [number, number])[],
  lat: number,
  long: number,
): { lat: number; long: number; distanceKm: number } {
  const kmPerLong = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  let nearest = { lat, long, distanceKm: Number.POSITIVE_INFINITY };
  for (let n = 1; n < path.length; n += 1) {
    const [fromLong = 0, fromLat = 0] = path[n - 1] ?? [];
    const [toLong = 0, toLat = 0] = path[n] ?? [];
    const [east, north] = [(toLong - fromLong) * kmPerLong, (toLat - fromLat) * KM_PER_DEGREE];
    const [x, y] = [(long - fromLong) * kmPerLong, (lat - fromLat) * KM_PER_DEGREE];
    const length = east * east + north * north;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * east + y * north) / length));
    const distanceKm = Math.hypot(x - share * east, y - share * north);
    if (distanceKm < nearest.distanceKm) {
      nearest = {
        lat: fromLat + share * (toLat - fromLat),
        long: fromLong + share * (toLong - fromLong),
        distanceKm,
      };
    }
  }
  return nearest;
}

/** Known roads within two kilometres, nearest first. */
export function nearestRoads(lat: number, long: number): AnswerOf<Calls['nearestRoads']> {
  const near = ROADS.map(({ name, path }): NearRoad => {
    const { distanceKm, ...point } = nearestPoint(path, lat, long);
    return { name, ...point, distance: Math.round(distanceKm * 1000) };
  })
    .filter(({ distance }) => distance <= ROAD_WITHIN_KM * 1000)
    .sort((a, b) => a.distance - b.distance);
  return { count: near.length, results: near.slice(0, MOST_RESULTS) };
}

/** The place with an id. @throws HttpError 404 for an unknown one */
export function placeOf(placeId: string): Named {
  const n = PLACES.findIndex((_place, index) => idOf(index) === placeId);
  const place = PLACES[n];
  if (place === undefined) throw notFound('map.place_unknown');
  return named(place, n);
}
