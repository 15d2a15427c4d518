import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

type World = Topology<{ countries: GeometryCollection }>;

/** West, south, east, north in degrees: where the coast is detailed. */
const EUROPE = [-25, 34, 32, 72] as const;
/** About 100 m in Europe, 1 km elsewhere. */
const DECIMALS = { europe: 3, elsewhere: 2 } as const;

function rounded([longitude = 0, latitude = 0]: Position): Position {
  const [west, south, east, north] = EUROPE;
  const isNear = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
  const factor = 10 ** DECIMALS[isNear ? 'europe' : 'elsewhere'];
  return [Math.round(longitude * factor) / factor, Math.round(latitude * factor) / factor];
}

/** A ring without points that are equal after rounding. */
function ring(points: readonly Position[]): Position[] {
  const kept: Position[] = [];
  for (const point of points.map(rounded)) {
    const last = kept.at(-1);
    if (last === undefined || last[0] !== point[0] || last[1] !== point[1]) kept.push(point);
  }
  return kept;
}

const rings = (polygon: readonly Position[][]): Position[][] =>
  polygon.map(ring).filter(({ length }) => length >= 4);

/** Coasts and borders of the world. Neighbours share the points of their border, rounded in the same way. */
export function worldCountries(): FeatureCollection {
  const file = require.resolve('world-atlas/countries-50m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as World;
  const { features } = feature(topology, topology.objects.countries);
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ geometry }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      const coordinates = polygons.map(rings).filter(({ length }) => length > 0);
      return [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }];
    }),
  };
}
