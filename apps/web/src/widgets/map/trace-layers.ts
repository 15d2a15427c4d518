import { DESIGN_TOKENS, type DistanceUnit, type TracePoint } from '@roadworthy/domain';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { eventGroup } from '../event-icon.tsx';
import { speedBands } from './speed-bands.ts';
import { traceFeatures } from './trace-features.ts';

const LINES = 'trace-lines';
const MARKS = 'trace-marks';
/** Layers whose marks answer to a click. */
export const MARK_LAYERS = ['trace-stops', 'trace-events'] as const;

/** A place on the trace that is more than a point of it. */
export interface TraceMark {
  readonly kind: 'stop' | 'event';
  /** Place in the list of its kind, from 0. */
  readonly index: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Of an event. */
  readonly eventCode?: number;
}

const NOTHING: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

function markFeature(mark: TraceMark): Feature<Point> {
  const { kind, index, latitudeDeg, longitudeDeg, eventCode } = mark;
  return {
    type: 'Feature',
    properties: {
      kind,
      index,
      number: String(index + 1),
      icon: eventCode === undefined ? 'trace-stop' : `event-${eventGroup(eventCode)}`,
    },
    geometry: { type: 'Point', coordinates: [longitudeDeg, latitudeDeg] },
  };
}

function endFeature(kind: 'start' | 'end', point: TracePoint): Feature<Point> {
  return {
    type: 'Feature',
    properties: { kind, icon: `trace-${kind}` },
    geometry: { type: 'Point', coordinates: [point.longitudeDeg, point.latitudeDeg] },
  };
}

const width = (least: number, most: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  6,
  least,
  14,
  most,
];

function addLines(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const bands = speedBands('MLS').flatMap(({ token }, band) => [band, colours[token]]);
  const ofKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind];
  map.addLayer({
    id: 'trace-casing',
    type: 'line',
    source: LINES,
    filter: ofKind('path'),
    layout: round,
    paint: { 'line-color': colours.surface, 'line-width': width(6, 10), 'line-opacity': 0.9 },
  });
  map.addLayer({
    id: 'trace-gaps',
    type: 'line',
    source: LINES,
    filter: ofKind('gap'),
    paint: { 'line-color': colours.quiet, 'line-width': 2, 'line-dasharray': [2, 2] },
  });
  map.addLayer({
    id: 'trace-speed',
    type: 'line',
    source: LINES,
    filter: ofKind('speed'),
    layout: round,
    paint: {
      'line-color': ['match', ['get', 'band'], ...bands, colours.quiet] as never,
      'line-width': width(3.5, 6),
    },
  });
  map.addLayer({
    id: 'trace-arrows',
    type: 'symbol',
    source: LINES,
    filter: ofKind('path'),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'icon-image': 'trace-arrow',
      'icon-padding': 8,
    },
  });
}

function addMarks(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  const always = { 'icon-allow-overlap': true, 'icon-image': ['get', 'icon'] as never };
  map.addLayer({
    id: 'trace-events',
    type: 'symbol',
    source: MARKS,
    filter: ['==', ['get', 'kind'], 'event'],
    layout: { ...always, 'icon-padding': 0 },
  });
  map.addLayer({
    id: 'trace-stops',
    type: 'symbol',
    source: MARKS,
    filter: ['==', ['get', 'kind'], 'stop'],
    layout: {
      ...always,
      'text-field': ['get', 'number'],
      'text-size': 12,
      // Where stops lie upon each other one number is read instead of two upon each other.
      'text-optional': true,
      'symbol-sort-key': ['get', 'index'],
    },
    paint: { 'text-color': colours.surface },
  });
  map.addLayer({
    id: 'trace-ends',
    type: 'symbol',
    source: MARKS,
    filter: ['in', ['get', 'kind'], ['literal', ['start', 'end']]],
    layout: { ...always, 'icon-anchor': 'bottom', 'icon-ignore-placement': true },
  });
}

/** Adds sources and layers of a trace; to be called again after the style changed. */
export function addTraceLayers(map: MapLibre, scheme: 'light' | 'dark'): void {
  // Tiles beyond zoom 15 are cut from those of 15: a trail has no finer detail.
  map.addSource(LINES, { type: 'geojson', data: NOTHING, tolerance: 0.6, maxzoom: 15, buffer: 32 });
  map.addSource(MARKS, { type: 'geojson', data: NOTHING });
  addLines(map, scheme);
  addMarks(map, scheme);
}

/** Whether the line that was set last is cut into tiles, so that the next frame shows it. */
export function isTraceLoaded(map: MapLibre): boolean {
  return map.getSource(LINES) !== undefined && map.isSourceLoaded(LINES);
}

/** Draws the line of a trail with its arrows. */
export function setTraceLine(
  map: MapLibre,
  points: readonly TracePoint[],
  unit: DistanceUnit,
): void {
  map.getSource<GeoJSONSource>(LINES)?.setData(traceFeatures(points, unit));
}

/** Draws start, end, stops and events. */
export function setTraceMarks(
  map: MapLibre,
  points: readonly TracePoint[],
  marks: readonly TraceMark[],
): void {
  const first = points[0];
  const last = points.at(-1);
  const ends =
    first === undefined || last === undefined
      ? []
      : [endFeature('start', first), endFeature('end', last)];
  map
    .getSource<GeoJSONSource>(MARKS)
    ?.setData({ type: 'FeatureCollection', features: [...marks.map(markFeature), ...ends] });
}
