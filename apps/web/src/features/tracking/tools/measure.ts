import { type DistanceUnit, formatDistance, formatNumber } from '@roadworthy/domain';
import { type Coordinates, distanceM } from '@roadworthy/domain/geography';
import type { Feature, FeatureCollection, Geometry } from 'geojson';

/** Of a line, or of the area inside it. */
export type MeasureKind = 'distance' | 'area';

const EARTH_RADIUS_M = 6_371_008.8;
const METRES_PER_YARD = 0.9144;
const SQUARE_METRES = { yard: METRES_PER_YARD ** 2, acre: 4046.8564224, mile: 2_589_988.110336 };
const RAD = Math.PI / 180;

/** Length of a line, metres. */
export function lengthM(points: readonly Coordinates[]): number {
  return points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before === undefined ? 0 : sum + distanceM(before, point);
  }, 0);
}

/** Area of a polygon on a sphere, square metres. The ring is closed by itself and does not cross itself. */
export function areaM2(ring: readonly Coordinates[]): number {
  if (ring.length < 3) return 0;
  const sum = ring.reduce((total, a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a;
    const [sineA, sineB] = [Math.sin(a.latitudeDeg * RAD), Math.sin(b.latitudeDeg * RAD)];
    return total + (b.longitudeDeg - a.longitudeDeg) * RAD * (2 + sineA + sineB);
  }, 0);
  return Math.abs((sum * EARTH_RADIUS_M ** 2) / 2);
}

/** A length for a map: metres or yards if it is short. */
export function lengthText(metres: number, unit: DistanceUnit, locale: string): string {
  if (unit === 'KMS' && metres < 1000) return `${formatNumber(metres, locale, 0)} m`;
  const yards = metres / METRES_PER_YARD;
  if (unit === 'MLS' && yards < 880) return `${formatNumber(yards, locale, 0)} yd`;
  return formatDistance(metres, unit, locale);
}

/** An area: m², hectares and km², or square yards, acres and square miles. */
export function areaText(squareMetres: number, unit: DistanceUnit, locale: string): string {
  const units =
    unit === 'KMS'
      ? ([
          ['km²', 1e6],
          ['ha', 1e4],
          ['m²', 0],
        ] as const)
      : ([
          ['mi²', SQUARE_METRES.mile],
          ['ac', SQUARE_METRES.acre],
          ['yd²', 0],
        ] as const);
  const [name, from] = units.find(([, least]) => squareMetres >= least) ?? units[2];
  const size = from === 0 ? (unit === 'KMS' ? 1 : SQUARE_METRES.yard) : from;
  return `${formatNumber(squareMetres / size, locale, from === 0 ? 0 : 2)} ${name}`;
}

/** The measured line or polygon with its corners. */
export function measureFeatures(
  kind: MeasureKind,
  points: readonly Coordinates[],
): FeatureCollection {
  const line = points.map(({ latitudeDeg, longitudeDeg }) => [longitudeDeg, latitudeDeg]);
  const ring = [...line, ...line.slice(0, 1)];
  const isArea = kind === 'area' && points.length > 2;
  const feature = (name: string, geometry: Geometry): Feature => ({
    type: 'Feature',
    properties: { kind: name },
    geometry,
  });
  const features = line.map((coordinates) => feature('corner', { type: 'Point', coordinates }));
  if (points.length > 1) {
    features.unshift(feature('line', { type: 'LineString', coordinates: isArea ? ring : line }));
  }
  if (isArea) features.unshift(feature('area', { type: 'Polygon', coordinates: [ring] }));
  return { type: 'FeatureCollection', features };
}
