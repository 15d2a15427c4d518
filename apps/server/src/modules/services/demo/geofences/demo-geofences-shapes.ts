import { InternalError } from '@roadworthy/domain';
import { PLACES, ROADS } from '@roadworthy/domain/geography';

type LatLong = readonly [latitudeDeg: number, longitudeDeg: number];

/** The shape of a geofence, as stored in the database. */
export interface ShapePlan {
  readonly shape: 'polygon' | 'circle' | 'corridor';
  readonly points: readonly LatLong[];
  readonly holes: readonly (readonly LatLong[])[];
  readonly centre: LatLong | null;
  readonly radiusM: number | null;
}

const METRES_PER_DEGREE = 111_195;

function placeNamed(name: string): LatLong {
  const place = PLACES.find((known) => known.name === name);
  if (place === undefined) throw new InternalError('demo.place_unknown', { name });
  return [place.latitudeDeg, place.longitudeDeg];
}

/** A point at a distance north and east of a place in metres, to a tenth of a metre. */
function corner([latitudeDeg, longitudeDeg]: LatLong, northM: number, eastM: number): LatLong {
  const shrink = Math.cos((latitudeDeg * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return [
    round(latitudeDeg + northM / METRES_PER_DEGREE),
    round(longitudeDeg + eastM / (METRES_PER_DEGREE * shrink)),
  ];
}

/** Outline of a yard: north and east of its centre, as fractions of its half width. */
const YARD = [
  [-0.8, -1],
  [-0.95, 0.35],
  [-0.6, 0.95],
  [0.15, 1],
  [0.25, 0.7],
  [0.9, 0.65],
  [0.75, -0.75],
  [0.2, -0.95],
] as const;
const RING_CORNERS = 24;

/** A yard around a place. */
export function yard(place: string, halfWidthM: number): ShapePlan {
  const at = placeNamed(place);
  const points = YARD.map(([north, east]) => corner(at, north * halfWidthM, east * halfWidthM));
  return { shape: 'polygon', points, holes: [], centre: null, radiusM: null };
}

/** A circle around a place. */
export function circle(place: string, radiusM: number): ShapePlan {
  return { shape: 'circle', points: [], holes: [], centre: placeNamed(place), radiusM };
}

/** A zone around a place without its centre, such as a town with a bypass. */
export function ring(place: string, radiusM: number, holeRadiusM: number): ShapePlan {
  const at = placeNamed(place);
  const around = (radius: number) =>
    Array.from({ length: RING_CORNERS }, (_, n) => {
      const angle = (2 * Math.PI * n) / RING_CORNERS;
      return corner(at, radius * Math.sin(angle), radius * Math.cos(angle));
    });
  return {
    shape: 'polygon',
    points: around(radiusM),
    holes: [around(holeRadiusM)],
    centre: null,
    radiusM: null,
  };
}

/** A corridor along a road of the offline map, between two latitudes. */
export function corridor(
  road: string,
  southDeg: number,
  northDeg: number,
  radiusM: number,
): ShapePlan {
  const path = ROADS.find(({ name }) => name === road)?.path ?? [];
  const points = path
    .map(([longitudeDeg, latitudeDeg]): LatLong => [latitudeDeg, longitudeDeg])
    .filter(([latitudeDeg]) => latitudeDeg >= southDeg && latitudeDeg <= northDeg);
  return { shape: 'corridor', points, holes: [], centre: null, radiusM };
}
