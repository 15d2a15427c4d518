import type { DistanceUnit, TracePoint } from '@roadworthy/domain';
import type { Feature, FeatureCollection, MultiLineString, Position } from 'geojson';
import { speedBandOf } from './speed-bands.ts';
import { GAP_MS } from './trail-place.ts';

type Lines = Position[][];

function feature(kind: string, coordinates: Lines, band = -1): Feature<MultiLineString>[] {
  return coordinates.length === 0
    ? []
    : [
        {
          type: 'Feature',
          properties: { kind, band },
          geometry: { type: 'MultiLineString', coordinates },
        },
      ];
}

/**
 * A trail as a small number of features: the whole line (`path`), its parts by speed (`speed`, one feature
 * per band), and straight lines over gaps in coverage (`gap`).
 *
 * @param points sorted by device time
 */
export function traceFeatures(
  points: readonly TracePoint[],
  unit: DistanceUnit,
): FeatureCollection<MultiLineString> {
  const path: Lines = [];
  const gaps: Lines = [];
  const bands: Lines[] = [[], [], [], [], [], []];
  let section: Position[] = [];
  let run: Position[] = [];
  let runBand = -1;
  let previous: TracePoint | undefined;
  for (const point of points) {
    const here: Position = [point.longitudeDeg, point.latitudeDeg];
    const before = section.at(-1);
    if (previous === undefined || before === undefined) {
      section = [here];
      path.push(section);
    } else if (point.timeMs - previous.timeMs > GAP_MS) {
      if (before[0] !== here[0] || before[1] !== here[1]) gaps.push([before, here]);
      section = [here];
      path.push(section);
      runBand = -1;
    } else if (before[0] !== here[0] || before[1] !== here[1]) {
      const band = speedBandOf((previous.speedKmh + point.speedKmh) / 2, unit);
      if (band !== runBand) {
        run = [before];
        runBand = band;
        bands[band]?.push(run);
      }
      run.push(here);
      section.push(here);
    }
    previous = point;
  }
  return {
    type: 'FeatureCollection',
    features: [
      ...feature(
        'path',
        path.filter(({ length }) => length > 1),
      ),
      ...bands.flatMap((lines, band) => feature('speed', lines, band)),
      ...feature('gap', gaps),
    ],
  };
}

/** West, south, east, north of a trail in degrees; null without one. */
export function boundsOf(
  points: readonly Pick<TracePoint, 'latitudeDeg' | 'longitudeDeg'>[],
): [number, number, number, number] | null {
  if (points.length === 0) return null;
  const bounds: [number, number, number, number] = [180, 90, -180, -90];
  for (const { latitudeDeg, longitudeDeg } of points) {
    bounds[0] = Math.min(bounds[0], longitudeDeg);
    bounds[1] = Math.min(bounds[1], latitudeDeg);
    bounds[2] = Math.max(bounds[2], longitudeDeg);
    bounds[3] = Math.max(bounds[3], latitudeDeg);
  }
  return bounds;
}

/**
 * The point of a trail nearest to a place, within a limit; null if there is none. A scan of 50,000 points
 * takes less than a millisecond, so there is no index.
 *
 * @param limitDeg limit in degrees of latitude
 */
export function nearestPoint(
  points: readonly TracePoint[],
  place: { readonly latitudeDeg: number; readonly longitudeDeg: number },
  limitDeg: number,
): TracePoint | null {
  const narrow = Math.cos((place.latitudeDeg * Math.PI) / 180);
  let best = limitDeg * limitDeg;
  let found: TracePoint | null = null;
  for (const point of points) {
    const y = point.latitudeDeg - place.latitudeDeg;
    const x = (point.longitudeDeg - place.longitudeDeg) * narrow;
    const distance = x * x + y * y;
    if (distance < best) {
      best = distance;
      found = point;
    }
  }
  return found;
}
