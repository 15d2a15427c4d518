import { DESIGN_TOKENS, type DistanceUnit, type TracePoint } from '@roadworthy/domain';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  LineLayerSpecification,
  Map as MapLibre,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { eventGroup } from '../event-icon.tsx';
import { speedBands } from './speed-bands.ts';
import {
  CROWDED_BELOW_ZOOM,
  FINEST,
  leastZooms,
  TRACE_LEVELS,
  type TraceLevel,
  thinned,
} from './trace-detail.ts';
import { traceFeatures } from './trace-features.ts';

const MARKS = 'trace-marks';
/** Layers with clickable icons. */
export const MARK_LAYERS = ['trace-stops', 'trace-events'] as const;

const CASING_OPACITY = 0.9;
const AT_ONCE = { duration: 0 };

/** A stop, event, start or end on the trace. */
export interface TraceMark {
  readonly kind: 'stop' | 'event';
  /** Index in the list of its kind, from 0. */
  readonly index: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  /** Event code of an event. */
  readonly eventCode?: number;
}

const NOTHING: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

/** @param leastZoom the zoom from which it is rendered */
function markFeature(mark: TraceMark, leastZoom: number): Feature<Point> {
  const { kind, index, latitudeDeg, longitudeDeg, eventCode } = mark;
  return {
    type: 'Feature',
    properties: {
      kind,
      index,
      leastZoom,
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

/** Differences of a line layer. */
type Look =
  | Pick<LineLayerSpecification, 'type' | 'layout' | 'paint'>
  | Pick<SymbolLayerSpecification, 'type' | 'layout' | 'paint'>;

/** Source of a level of detail. */
function sourceOf({ minZoom }: TraceLevel): string {
  return `trace-lines-${minZoom}`;
}

/** Line layer of a level of detail. */
function layerOf(name: string, { minZoom }: TraceLevel): string {
  return `trace-${name}-${minZoom}`;
}

/** The level of detail at a zoom. */
function levelAt(zoom: number): TraceLevel {
  return TRACE_LEVELS.find(({ maxZoom }) => zoom < maxZoom) ?? FINEST;
}

function addLines(map: MapLibre, scheme: 'light' | 'dark', level: TraceLevel): void {
  const colours = DESIGN_TOKENS[scheme];
  // At low zoom each bend is smaller than the width of the line: joins and caps need no rounding.
  const round =
    level === FINEST ? ({ 'line-cap': 'round', 'line-join': 'round' } as const) : undefined;
  const bands = speedBands('MLS').flatMap(({ token }, band) => [band, colours[token]]);
  const add = (name: string, kind: string, rest: Look) =>
    map.addLayer({
      id: layerOf(name, level),
      source: sourceOf(level),
      minzoom: level.minZoom,
      maxzoom: level.maxZoom,
      filter: ['==', ['get', 'kind'], kind],
      ...rest,
    } as LayerSpecification);
  add('casing', 'path', {
    type: 'line',
    ...(round && { layout: round }),
    paint: {
      'line-color': colours.surface,
      'line-width': width(6, 10),
      'line-opacity': CASING_OPACITY,
      'line-opacity-transition': AT_ONCE,
    },
  });
  add('gaps', 'gap', {
    type: 'line',
    paint: { 'line-color': colours.quiet, 'line-width': 2, 'line-dasharray': [2, 2] },
  });
  add('speed', 'speed', {
    type: 'line',
    ...(round && { layout: round }),
    paint: {
      'line-color': ['match', ['get', 'band'], ...bands, colours.quiet] as never,
      'line-width': width(3.5, 6),
    },
  });
  add('arrows', 'path', {
    type: 'symbol',
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'icon-image': 'trace-arrow',
      'icon-padding': 8,
    },
    paint: { 'icon-opacity-transition': AT_ONCE },
  });
}

/**
 * Shows or hides the outline and the arrows of the line: half of the rendering, and least missed while
 * the map moves.
 */
export function setTraceDetail(map: MapLibre, isWhole: boolean): void {
  for (const level of TRACE_LEVELS) {
    const casing = layerOf('casing', level);
    // A new style is loading: it shows all.
    if (map.getLayer(casing) === undefined) return;
    map.setPaintProperty(casing, 'line-opacity', isWhole ? CASING_OPACITY : 0);
    map.setPaintProperty(layerOf('arrows', level), 'icon-opacity', isWhole ? 1 : 0);
  }
}

function addMarks(map: MapLibre, scheme: 'light' | 'dark'): void {
  const colours = DESIGN_TOKENS[scheme];
  const always = { 'icon-allow-overlap': true, 'icon-image': ['get', 'icon'] as never };
  map.addLayer({
    id: 'trace-events',
    type: 'symbol',
    source: MARKS,
    filter: ['all', ['==', ['get', 'kind'], 'event'], ['>=', ['zoom'], ['get', 'leastZoom']]],
    layout: {
      ...always,
      'icon-padding': 0,
      // At low zoom hundreds of events would hide the line: one represents those that it covers.
      'icon-allow-overlap': ['step', ['zoom'], false, CROWDED_BELOW_ZOOM, true],
    },
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
      // Each square has its number. If stops overlap, the sort key renders square and number of one
      // stop over those of the one before.
      'text-allow-overlap': true,
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

/** Adds sources and layers of a trace; call again after a style change. */
export function addTraceLayers(map: MapLibre, scheme: 'light' | 'dark'): void {
  for (const level of TRACE_LEVELS) {
    map.addSource(sourceOf(level), {
      type: 'geojson',
      data: NOTHING,
      tolerance: 0.6,
      // Tiles above zoom 15 are cut from those of 15: a trail has no finer detail.
      maxzoom: Math.min(level.maxZoom, 15),
      buffer: 32,
    });
    addLines(map, scheme, level);
  }
  map.addSource(MARKS, { type: 'geojson', data: NOTHING });
  addMarks(map, scheme);
}

/**
 * Shows the line of a trail with its arrows: first the current level of detail, then, when that is
 * rendered, the others.
 *
 * @param onDrawn called once when a frame shows the line
 * @returns a function that cancels the wait
 */
export function setTraceLine(
  map: MapLibre,
  points: readonly TracePoint[],
  unit: DistanceUnit,
  onDrawn: () => void,
): () => void {
  const set = (level: TraceLevel) =>
    map
      .getSource<GeoJSONSource>(sourceOf(level))
      ?.setData(traceFeatures(thinned(points, level.stepM), unit));
  const shown = levelAt(map.getZoom());
  set(shown);
  const onRender = () => {
    const source = sourceOf(shown);
    if (map.getSource(source) === undefined || !map.isSourceLoaded(source)) return;
    map.off('render', onRender);
    onDrawn();
    for (const level of TRACE_LEVELS) if (level !== shown) set(level);
  };
  map.on('render', onRender);
  return () => void map.off('render', onRender);
}

/** Shows start, end, stops and events. */
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
  const stops = marks.filter(({ kind }) => kind === 'stop');
  const events = marks.filter(({ kind }) => kind === 'event');
  const leastZoom = leastZooms(events);
  const features = [
    ...stops.map((stop) => markFeature(stop, 0)),
    ...events.map((event, n) => markFeature(event, leastZoom[n] ?? 0)),
    ...ends,
  ];
  map.getSource<GeoJSONSource>(MARKS)?.setData({ type: 'FeatureCollection', features });
}
